import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// The messages of the tests.
enum WebMessage: Message, Equatable {
  case answered(Outcome<HTTPResponse, HTTPError>)
  case loaded(Outcome<Article, HTTPError>)
  case progressed(HTTPCounts)
  case streamed(ServerSentUpdate)
}

struct Article: Codable, Equatable, Sendable {
  var title: String
  var tags: [String] = []
}

extension Outcome {
  /// The error; `nil` for a success.
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The interpreters with real sockets and a manual clock.
struct Web {
  let clock = ManualClock()
  let recorder: RecordingDispatcher
  let client: HTTPClient

  init(
    _ transport: any HTTPTransport = testedTransport,
    preparing prepare: @escaping @Sendable (HTTPRequest) -> HTTPRequest = { $0 }
  ) {
    recorder = RecordingDispatcher(clock: clock, exhaustive: false)
    client = HTTPClient(transport: transport, preparing: prepare)
  }

  @discardableResult
  func run(_ command: any HTTPCommand) -> RecordedRun {
    recorder.run(HTTPInterpreter(client: client), command)
  }

  /// Watches the progress of the requests with an id.
  func watchProgress(
    of transfer: some Hashable & Sendable
  ) -> RecordedSubscription<HTTPProgressInterpreter> {
    recorder.start(HTTPProgress(of: transfer, Reply(WebMessage.progressed))) { [client] in
      HTTPProgressInterpreter($0, $1, client.progress)
    }
  }

  /// Sends a request, and waits for its outcome and the end of the command.
  func fetch(
    _ request: HTTPRequest, within limit: Duration = .seconds(60)
  ) async -> Outcome<HTTPResponse, HTTPError>? {
    let run = run(Fetch(request, Reply(WebMessage.answered)))
    let message = await recorder.next(as: WebMessage.self, within: limit)
    await run.ended()
    guard case .answered(let outcome)? = message else { return nil }
    return outcome
  }

  /// The error of a request, which must fail.
  func error(of request: HTTPRequest) async -> HTTPError? {
    switch await fetch(request) {
    case .failure(let error): return error
    case .success(let response):
      Issue.record("The request succeeded: \(response)")
      return nil
    case nil: return nil
    }
  }
}
