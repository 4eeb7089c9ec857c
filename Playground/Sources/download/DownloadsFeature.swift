import Katana
import KatanaEffects

/// Several files that are downloaded beside each other.
struct Downloads: Model, Equatable {
  typealias Receives = DownloadsMessage

  var downloads: [Download]
  var selected = 0
  /// Whether nobody can press keys any more: the program ends with the last download.
  var isInputOver = false
}

enum DownloadsMessage: Message, Equatable {
  case happened(TerminalEvent)
}

struct DownloadsFeature: TypedUpdater, ModelSubscriptionProvider {
  var effects: [Effect] {
    [
      .command(ExitProcess.self), .subscription(TerminalInput.self),
      .subscription(TerminalScreen.self),
    ]
  }

  func update(model: inout Downloads, message: DownloadsMessage) -> [any Command] {
    guard case .happened(let event) = message else { return [] }
    switch event {
    case .key(KeyPress(.up)): model.selected = max(0, model.selected - 1)
    case .key(KeyPress(.down)):
      model.selected = min(model.downloads.count - 1, model.selected + 1)
    case .key(KeyPress(.character("p"))): return tell(model, .pause)
    case .key(KeyPress(.character("c"))): return tell(model, .cancel)
    case .key(KeyPress(.character("r"))): return tell(model, .start)
    case .key(KeyPress(.character("q"))): return [ExitProcess(status(of: model))]
    case .end:
      model.isInputOver = true
      return exitIfOver(model)
    default: break
    }
    return []
  }

  private func tell(_ model: Downloads, _ message: DownloadMessage) -> [any Command] {
    [Send(message.to(Downloads.at.downloads[model.downloads[model.selected].id]))]
  }

  func exitIfOver(_ model: Downloads) -> [any Command] {
    let isOver = model.isInputOver && model.downloads.allSatisfy(\.isOver)
    return isOver ? [ExitProcess(status(of: model))] : []
  }

  private func status(of model: Downloads) -> Int32 {
    model.downloads.allSatisfy { $0.state == .finished } ? 0 : 1
  }

  func subscriptions(model: Downloads) -> [any Subscription] {
    let rows = model.downloads.indices.flatMap { index in
      lines(of: model.downloads[index], isSelected: index == model.selected)
    }
    let help = "up and down select, p pauses, r resumes or retries, c cancels, q quits"
    return [
      TerminalInput(Reply(DownloadsMessage.happened)),
      TerminalScreen(rows + [help], remains: true),
    ]
  }

  private func lines(of download: Download, isSelected: Bool) -> [String] {
    let total = download.counts.toReceive ?? 0
    let part = total > 0 ? Double(download.counts.received) / Double(total) : 0
    let count = download.state == .finished ? 20 : Int((part * 20).rounded(.down))
    let bar = String(repeating: "█", count: count) + String(repeating: "░", count: 20 - count)
    let row = "\(isSelected ? ">" : " ") \(bar) \(download.counts.received >> 10) KiB  "
    if case .failed(let text) = download.state { return [row + download.path, "    \(text)"] }
    return ["\(row)\(download.path)  \(download.state)"]
  }
}

/// The program that downloads from some addresses into a folder.
func downloadProgram(_ urls: [String], to folder: String) -> Program<Downloads> {
  let downloads = urls.enumerated().map { index, url in
    Download(id: index, url: url, path: "\(folder)/\(fileName(of: url, index))")
  }
  let feature = DownloadsFeature()
  return Program(
    model: Downloads(downloads: downloads),
    CombinedUpdater<Downloads>([
      .full(feature), .each(\.downloads, DownloadFeature()),
      .listen(\.downloads) { model, _, _ in feature.exitIfOver(model) },
    ]),
    commands: downloads.map { Send(DownloadMessage.start.to(Downloads.at.downloads[$0.id])) })
}

/// The last part of a path, if it is fit to be a name in a folder; no other part of an address is
/// trusted.
private func fileName(of url: String, _ index: Int) -> String {
  let path = url.prefix { $0 != "?" && $0 != "#" }
  let name = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).last ?? ""
  let isFit = !name.isEmpty && !name.hasPrefix(".") && name.allSatisfy { $0.isASCII && $0 != "%" }
  return isFit ? String(name) : "download-\(index + 1)"
}
