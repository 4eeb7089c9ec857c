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
  var state = State.waiting
  var counts = HTTPCounts()

  /// Whether it runs, or waits for its start.
  var isActive: Bool { state == .waiting || state == .running }
  var isOver: Bool { !isActive && state != .paused }
}

enum DownloadMessage: Message, Equatable {
  case start, pause, cancel
  case progressed(HTTPCounts)
  case ended(Result<HTTPResponse, HTTPError>)
}

struct DownloadFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case transfer }

  var effects: [EffectType] {
    [
      .command(DownloadFile.self), .command(DiscardDownloadPart.self),
      .subscription(HTTPProgress.self),
    ]
  }

  func update(model: inout Download, message: DownloadMessage) -> [any Command] {
    switch message {
    case .start where model.state != .running && model.state != .finished:
      model.state = .running
      let request = HTTPRequest.get(model.url).limited(time: nil, silence: .seconds(30))
        .reporting(as: model.id)
      let file = DownloadFile(request, to: model.path, resumes: true, Reply(DownloadMessage.ended))
      return [file.cancellable(id: ID.transfer)]
    case .pause where model.state == .running:
      model.state = .paused
      return [Cancel(id: ID.transfer)]
    case .cancel where !model.isOver:
      (model.state, model.counts) = (.cancelled, HTTPCounts())
      return [Cancel(id: ID.transfer), DiscardDownloadPart(of: model.path)]
    case .start, .pause, .cancel: break
    case .progressed(let counts): model.counts = counts
    case .ended(.success): model.state = .finished
    case .ended(.failure(let error)): model.state = .failed("\(error)")
    }
    return []
  }

  func subscriptions(model: Download) -> [any Subscription] {
    model.state == .running ? [HTTPProgress(of: model.id, Reply(DownloadMessage.progressed))] : []
  }
}
