import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct News: Model, Equatable {
  typealias Receives = NewsMessage
  var isFocused = true
  var headlines: [String] = []
}

enum NewsMessage: Message, Equatable {
  case pollDue
  case answered(Outcome<[String], HTTPError>)
  case focusChanged(Bool)
}

struct NewsFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case poll }

  func update(model: inout News, message: NewsMessage) -> [any Command] {
    switch message {
    case .pollDue:
      let poll = FetchJSON(.get("https://a.example/news"), reply { .answered($0) })
      return [poll.queued(id: ID.poll, .firstWins)]
    case .answered(let result): model.headlines = (try? result.get()) ?? model.headlines
    case .focusChanged(let isFocused): model.isFocused = isFocused
    }
    return []
  }

  func subscriptions(model: News) -> [any Subscription] {
    model.isFocused ? [Every(.seconds(30), reply(.pollDue))] : []
  }
}

enum BuildState: String, Codable { case running, passed, failed }

struct Build: Model, Equatable {
  typealias Receives = BuildMessage
  var state = BuildState.running
  var isFocused = true
  var isAsking = false
  var answers = 0
  var failures = 0
}

enum BuildMessage: Message {
  case pollDue
  case answered(Outcome<BuildState, HTTPError>)
  case focusChanged(Bool)
}

struct BuildFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Build, message: BuildMessage) -> [any Command] {
    switch message {
    case .pollDue:
      model.isAsking = true
      return [FetchJSON(.get("https://ci.example.com/builds/7"), reply { .answered($0) })]
    case .answered(let result):
      model.isAsking = false
      model.answers += 1
      switch result {
      case .success(let state): (model.state, model.failures) = (state, 0)
      case .failure: model.failures += 1
      }
    case .focusChanged(let isFocused): model.isFocused = isFocused
    }
    return []
  }

  func subscriptions(model: Build) -> [any Subscription] {
    guard model.isFocused, !model.isAsking, model.state == .running else { return [] }
    let pause = Duration.seconds(5 << min(model.failures, 4))
    return [After(pause, id: model.answers, reply(.pollDue))]
  }
}

@Suite struct SimplePollingTests {
  @Test func itAsksEachThirtySecondsWhileTheWindowHasTheFocus() {
    let server = VirtualServer { _ in .json(["tea"]) }
    let app = AppTest(
      Program(model: News(), NewsFeature()), interpreters: [.http(server), .time()],
      exhaustive: false)
    app.advance(by: .seconds(60))
    #expect(server.requests.count == 2)
    #expect(app.model.headlines == ["tea"])
    app.send(.focusChanged(false))
    app.advance(by: .seconds(600))
    #expect(server.requests.count == 2)
    app.send(.focusChanged(true))
    app.advance(by: .seconds(30))
    #expect(server.requests.count == 3)
  }
}

@Suite struct SlowServerTests {
  let app = AppTest(
    Program(model: News(), NewsFeature()), interpreters: [.time()], exhaustive: .model)

  @Test func aRequestThatTakesLongerThanThePauseIsTheOnlyOne() {
    app.advance(by: .seconds(90))
    #expect(app.pending.count == 1)
    app.respond(to: .get, "/news", .json(["tea"])) { $0.headlines = ["tea"] }
    app.advance(by: .seconds(30))
    #expect(app.pending.count == 1)
    app.finish(ignoringPending: [FetchJSON<[String]>.self])
  }
}

@Suite struct PollingTests {
  let app = AppTest(
    Program(model: Build(), BuildFeature()), interpreters: [.time()],
    exhaustive: [.model, .messages])

  /// States that the next request is sent after the pause, and not earlier.
  func poll(after pause: Duration) {
    app.advance(by: pause - .milliseconds(1))
    app.advance(by: .milliseconds(1), sends: [BuildMessage.pollDue]) { $0.isAsking = true }
  }

  @Test func itAsksAgainAfterEachAnswerAndEndsWithTheBuild() {
    poll(after: .seconds(5))
    app.advance(by: .seconds(60))
    app.respond(to: .get, "/builds/7", .json(#""running""#)) {
      ($0.isAsking, $0.answers) = (false, 1)
    }
    poll(after: .seconds(5))
    app.respond(to: .get, "/builds/7", .json(#""passed""#)) {
      ($0.isAsking, $0.answers, $0.state) = (false, 2, .passed)
    }
    app.advance(by: .seconds(600))
  }

  @Test func anErrorMakesThePausesLonger() {
    for failures in 1...5 {
      poll(after: .seconds(5 << min(failures - 1, 4)))
      app.respond(to: .get, "/builds/7", .status(503)) {
        ($0.isAsking, $0.answers, $0.failures) = (false, failures, failures)
      }
    }
    poll(after: .seconds(80))
    app.respond(to: .get, "/builds/7", .json(#""running""#)) {
      ($0.isAsking, $0.answers, $0.failures) = (false, 6, 0)
    }
    poll(after: .seconds(5))
    app.finish(ignoringPending: [FetchJSON<BuildState>.self])
  }

  @Test func itPausesWhileTheWindowHasNoFocus() {
    app.send(.focusChanged(false)) { $0.isFocused = false }
    app.advance(by: .seconds(600))
    app.send(.focusChanged(true)) { $0.isFocused = true }
    poll(after: .seconds(5))
    app.send(.focusChanged(false)) { $0.isFocused = false }
    app.send(.focusChanged(true)) { $0.isFocused = true }
    app.advance(by: .seconds(60))  // The answer is missing.
    app.finish(ignoringPending: [FetchJSON<BuildState>.self])
  }
}
