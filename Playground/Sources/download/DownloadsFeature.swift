import ExamplePrograms
import Katana
import KatanaConsole
import KatanaEffects

/// Several downloads at the same time.
struct Downloads: Model, Equatable {
  typealias Receives = TerminalMessage

  var downloads: [Download]
  var selected = 0
  /// Whether the input has ended. The program then ends when no download is active.
  var isInputOver = false

  var exit: ExitProcess { ExitProcess(downloads.allSatisfy { $0.state == .finished } ? 0 : 1) }
}

enum TerminalMessage: Message, Equatable {
  case happened(TerminalEvent)
  /// The user pressed Ctrl-C.
  case interrupted
}

struct DownloadsFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] {
    [
      ExitProcess.self, SignalReceived.self, TerminalInput.self, TerminalScreen.self,
    ]
  }

  func update(model: inout Downloads, message: TerminalMessage) -> [any Command] {
    let row = Downloads.at.downloads[model.selected]
    guard case .happened(let event) = message else {
      stop(&model)
      return [ExitProcess(130)]
    }
    switch event {
    case .key(KeyStroke(.up)): model.selected = max(0, model.selected - 1)
    case .key(KeyStroke(.down)): model.selected = min(model.downloads.count - 1, model.selected + 1)
    case .key(KeyStroke(.character("p"))): return [Send(.pause, to: row)]
    case .key(KeyStroke(.character("c"))): return [Send(.cancel, to: row)]
    case .key(KeyStroke(.character("r"))): return [Send(.start, to: row)]
    case .key(KeyStroke(.character("q"))):
      stop(&model)
      return [model.exit]
    case .end:
      model.isInputOver = true
      return exitIfOver(model)
    default: break
    }
    return []
  }

  /// Notes that the downloads which are not over stop with the program, for the lines that remain on
  /// the terminal. Their parts stay, and the next start continues them.
  private func stop(_ model: inout Downloads) {
    for index in model.downloads.indices where model.downloads[index].isActive {
      model.downloads[index].state = .paused
    }
  }

  /// Returns the command that ends the program if the input has ended and no download is active. A
  /// paused one does not count, because nobody can continue it.
  func exitIfOver(_ model: Downloads) -> [any Command] {
    model.isInputOver && !model.downloads.contains(where: \.isActive) ? [model.exit] : []
  }

  func subscriptions(model: Downloads) -> [any Subscription] {
    let help = ["up and down select, p pauses,", "r resumes or retries, c cancels, q quits"]
    let rows = model.downloads.flatMap { lines(of: $0, isSelected: $0.id == model.selected) }
    return [
      TerminalInput(reply { .happened($0) }),
      SignalReceived(.interrupt, reply(.interrupted)),
      TerminalScreen(rows + help, remains: true),
    ]
  }

  private func lines(of download: Download, isSelected: Bool) -> [String] {
    let line = (isSelected ? "> " : "  ") + line(of: download)
    guard case .failed(let error) = download.state else { return [line] }
    // An error is longer than a row, and would be cut.
    return [line] + Paragraph(text: error, width: 50).lines.map { "    " + $0 }
  }

  private func line(of download: Download) -> String {
    let (received, total) = (download.counts.received, download.counts.toReceive ?? 0)
    // The server may send more bytes than it has announced.
    let part =
      total > 0
      ? Int(20 * min(1, Double(received) / Double(total))) : download.state == .finished ? 20 : 0
    let bar = String(repeating: "█", count: part) + String(repeating: "░", count: 20 - part)
    return "\(bar) \(received >> 10) KiB  \(download.state.name)  \(download.path)"
  }
}

/// Returns the program that downloads files from some addresses into a folder.
///
/// - Parameter mirrors: For an address, other addresses of the same file.
func downloadProgram(
  _ urls: [String], mirrors: [String: [String]] = [:], to folder: String
) -> Program<Downloads> {
  let downloads = zip(urls, fileNames(of: urls)).enumerated().map { index, download in
    Download(
      id: index, url: download.0, path: "\(folder)/\(download.1)",
      mirrors: mirrors[download.0] ?? [])
  }
  let feature = DownloadsFeature()
  return Program(
    model: Downloads(downloads: downloads),
    feature.with(
      .each(\.downloads, DownloadFeature()) { model, _, _ in feature.exitIfOver(model) }),
    commands: downloads.map { Send(.start, to: Downloads.at.downloads[$0.id]) })
}

/// Returns a different file name for each address. If a name is taken already, a number is put before
/// it.
private func fileNames(of urls: [String]) -> [String] {
  var taken: Set<String> = []
  return urls.enumerated().map { index, url in
    var name = fileName(of: url, index)
    // Some file systems do not distinguish upper and lower case.
    while !taken.insert(name.lowercased()).inserted { name = "\(index + 1)-\(name)" }
    return name
  }
}

/// Returns a safe file name for a download: the last part of the path of its address if that is a
/// plain name, otherwise a numbered name. Addresses are not trusted.
private func fileName(of url: String, _ index: Int) -> String {
  let path = url.prefix { $0 != "?" && $0 != "#" }
  let name = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).last ?? ""
  let isFit = !name.isEmpty && !name.hasPrefix(".") && name.allSatisfy { $0.isASCII && $0 != "%" }
  return isFit ? String(name) : "download-\(index + 1)"
}
