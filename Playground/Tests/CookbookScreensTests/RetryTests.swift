import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct Weather: Model, Equatable {
  typealias Receives = WeatherMessage
  var isLoading = false
  var degrees: Int?
  var problem: String?
}

enum WeatherMessage: Message {
  case reloadTapped, cancelTapped
  case loaded(Outcome<Int, HTTPError>)
}

struct WeatherUpdater: TypedUpdater {
  enum ID { case load }

  func update(model: inout Weather, message: WeatherMessage) -> [any Command] {
    switch message {
    case .reloadTapped:
      model.isLoading = true
      let request = HTTPRequest.get("https://weather.example.com/now").limited(time: .seconds(10))
      return [
        FetchJSON(request, reply { .loaded($0) })
          .retried(Retry(3, after: .exponential(from: .seconds(1))))
          .cancellable(id: ID.load, cancelInFlight: true)
      ]
    case .cancelTapped:
      model.isLoading = false
      return [Cancel(id: ID.load)]
    case .loaded(.success(let degrees)): model = Weather(degrees: degrees)
    case .loaded(.failure(let error)):
      (model.isLoading, model.problem) = (false, error.text)
    }
    return []
  }
}

@Suite struct RetryTests {
  let app = AppTest(Program(model: Weather(), WeatherUpdater()), exhaustive: [.model, .messages])

  init() { app.send(.reloadTapped) { $0.isLoading = true } }

  /// States that nothing is asked before the end of a pause.
  func pause(_ pause: Duration) {
    app.advance(by: pause - .milliseconds(1))
    #expect(app.pending.isEmpty)
    app.advance(by: .milliseconds(1))
    #expect(app.pending.count == 1)
  }

  @Test func thePausesGrowAndTheLastErrorIsShown() {
    for seconds in [1, 2, 4] {
      app.respond(to: .get, "/now", .status(503))
      pause(.seconds(seconds))
    }
    app.respond(to: .get, "/now", .status(503)) {
      ($0.isLoading, $0.problem) = (false, "The server answered with the status 503.")
    }
    app.finish()
  }

  @Test func anErrorThatCannotPassIsNotTriedAgain() {
    app.respond(to: .get, "/now", .status(404), exhaustive: .messages)
    #expect(app.model.problem != nil)
    app.finish()
  }

  @Test func aServerThatAsksForAPauseGetsIt() {
    let tooMany = HTTPResponse(status: 429, headers: ["Retry-After": "30"])
    app.respond(to: .get, "/now", .response(tooMany))
    pause(.seconds(30))
    app.respond(to: .get, "/now", .json("21")) { $0 = Weather(degrees: 21) }
    app.finish()
  }

  @Test func aCancellationDuringThePauseEndsTheRetries() {
    app.respond(to: .get, "/now", .offline)
    app.send(.cancelTapped) { $0.isLoading = false }
    app.advance(by: .seconds(60))
    #expect(app.pending.isEmpty)
    app.finish()
  }
}

struct Backup: Model, Equatable {
  typealias Receives = BackupMessage
  var text = ""
}

enum BackupMessage: Message {
  case sendTapped
  case paused(RetryPause)
  case sent(Outcome<HTTPResponse, HTTPError>)
}

struct BackupUpdater: TypedUpdater {
  func update(model: inout Backup, message: BackupMessage) -> [any Command] {
    switch message {
    case .sendTapped:
      let request = HTTPRequest.put("https://example.com/backup", body: .file("notes.json"))
      let retry = Retry(3, after: .exponential(from: .seconds(1)))
      return [Fetch(request, reply { .sent($0) }).retried(retry, telling: reply { .paused($0) })]
    case .paused(let pause):
      let seconds = pause.duration.components.seconds
      model.text = "attempt \(pause.attempt) of \(pause.attempts), in \(seconds) s"
    case .sent(.success): model.text = "sent"
    case .sent(.failure(let error)): model.text = error.text
    }
    return []
  }
}

@Test func thePersonReadsWhichRetryComesAndWhen() {
  let app = AppTest(Program(model: Backup(), BackupUpdater()), exhaustive: .model)
  app.send(.sendTapped)
  app.respond(to: .put, "/backup", .status(503)) { $0.text = "attempt 2 of 4, in 1 s" }
  app.advance(by: .seconds(1))
  app.respond(to: .put, "/backup", .offline) { $0.text = "attempt 3 of 4, in 2 s" }
  app.advance(by: .seconds(2))
  app.respond(to: .put, "/backup", .status(201)) { $0.text = "sent" }
}

/// A time-out around a request is no answer, so a model that waits for one waits for ever.
@Suite struct RetryTrapTests {
  func app(_ last: @escaping @Sendable (any Command) -> any Command) -> AppTest<Weather> {
    let updater = TypedFunctionUpdater { (model: inout Weather, message: WeatherMessage) in
      guard case .reloadTapped = message else {
        model.isLoading = false
        return []
      }
      model.isLoading = true
      let request = FetchJSON(
        .get("https://weather.example.com/now"), Reply(WeatherMessage.loaded))
      return [last(request.timingOut(after: .seconds(10)).retried(Retry(1)))]
    }
    return AppTest(
      Program(model: Weather(), updater), exhaustive: [.model, .messages],
      allowing: [.interpreterThrew])
  }

  @Test func aTimeOutIsNoAnswer() {
    let app = app { $0 }
    app.send(.reloadTapped) { $0.isLoading = true }
    app.advance(by: .seconds(20))
    #expect(app.pending.isEmpty && app.model.isLoading)
    app.finish()
  }

  @Test func onFailureTellsTheModel() {
    let app = app { $0.onFailure(WeatherMessage.cancelTapped) }
    app.send(.reloadTapped) { $0.isLoading = true }
    app.advance(by: .seconds(20), sends: [WeatherMessage.cancelTapped]) { $0.isLoading = false }
    app.finish()
  }
}
