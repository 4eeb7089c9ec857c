import Katana
import KatanaEffects

/// The download of one file.
struct Download: Model, Equatable, Identifiable {
  typealias Receives = DownloadMessage

  enum State: Equatable {
    case waiting, running, paused, cancelled, finished, failed(String)

    var name: String { if case .failed = self { "failed" } else { "\(self)" } }
  }

  let id: Int
  let url: String
  let path: String
  /// Other addresses of the same file.
  var mirrors: [String] = []
  /// The one of several addresses that the file comes from; `nil` until it is chosen.
  var source: String?
  var state = State.waiting
  var counts = HTTPCounts()

  /// Whether it runs, or waits for its start.
  var isActive: Bool { state == .waiting || state == .running }
  var isOver: Bool { !isActive && state != .paused }
}

enum DownloadMessage: Message, Equatable {
  case start, pause, cancel
  /// An address has answered, or none has.
  case answered(url: String, Outcome<HTTPResponse, HTTPError>)
  case progressed(HTTPCounts)
  case ended(Outcome<HTTPResponse, HTTPError>)
}

struct DownloadFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case transfer }

  var effects: [any Effect.Type] {
    [
      DownloadFile.self, DiscardDownloadPart.self, Fetch.self, HTTPProgress.self,
    ]
  }

  func update(model: inout Download, message: DownloadMessage) -> [any Command] {
    switch message {
    case .start where model.state != .running && model.state != .finished:
      model.state = .running
      let source = model.mirrors.isEmpty ? model.url : model.source
      return [source.map { transfer(model, from: $0) } ?? chooseSource(model)]
    case .answered(let url, let result):
      // If none answers, the download from the first address says why.
      let source = if case .success = result { url } else { model.url }
      model.source = source
      return [transfer(model, from: source)]
    case .pause where model.state == .running:
      model.state = .paused
      return [Cancel(id: ID.transfer)]
    case .cancel where !model.isOver:
      (model.state, model.counts) = (.cancelled, HTTPCounts())
      return [Cancel(id: ID.transfer), DiscardDownloadPart(of: model.path)]
    case .start, .pause, .cancel: break
    case .progressed(let counts): model.counts = counts
    case .ended(.success): model.state = .finished
    case .ended(.failure(let error)): (model.state, model.source) = (.failed("\(error)"), nil)
    }
    return []
  }

  /// Returns the command that asks all addresses at the same time, and takes the one that answers
  /// first. One that fails, or does not have the file, does not win.
  private func chooseSource(_ model: Download) -> any Command {
    Race(
      ([model.url] + model.mirrors).map { url in
        Fetch(
          HTTPRequest(.head, url).limited(time: .seconds(10)),
          reply { .answered(url: url, $0) })
      }
    ).cancellable(id: ID.transfer)
  }

  private func transfer(_ model: Download, from source: String) -> any Command {
    let request = HTTPRequest.get(source).limited(time: nil, silence: .seconds(30))
      .reporting(as: model.id)
    return DownloadFile(request, to: model.path, resumes: true, reply { .ended($0) })
      .cancellable(id: ID.transfer)
  }

  func subscriptions(model: Download) -> [any Subscription] {
    model.state == .running ? [HTTPProgress(of: model.id, reply { .progressed($0) })] : []
  }
}
