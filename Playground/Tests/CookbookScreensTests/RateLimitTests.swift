import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

struct Import: Model, Equatable {
  typealias Receives = ImportMessage
  var names: [String] = []
}

enum ImportMessage: Message {
  case chosen([Int])
  case loaded(Outcome<String, HTTPError>)
}

enum RateLimit { case api }

extension Command {
  /// Returns the command with a limit: at most `count` start in any period, and the others wait.
  func limited(to count: Int, per period: Duration) -> any Command {
    let pause = Concurrent([]).delayed(by: period)
    return Concurrent([self, pause]).queued(id: RateLimit.api, .atMost(count))
  }
}

struct ImportUpdater: TypedUpdater {
  func update(model: inout Import, message: ImportMessage) -> [any Command] {
    switch message {
    case .chosen(let ids):
      return ids.map { id in
        FetchJSON(.get("https://api.example.com/photos/\(id)"), reply { .loaded($0) })
          .limited(to: 2, per: .seconds(1))
      }
    case .loaded(.success(let name)): model.names.append(name)
    case .loaded(.failure): break
    }
    return []
  }
}

@Suite struct RateLimitTests {
  let app = AppTest(Program(model: Import(), ImportUpdater()), exhaustive: [.model, .messages])

  /// Answers the request for a photo, whose name is its number.
  func respond(_ id: Int) {
    app.respond(to: .get, "/photos/\(id)", .json("\"\(id)\"")) { $0.names.append("\(id)") }
  }

  @Test func atMostTwoRequestsStartInASecond() {
    app.send(.chosen([1, 2, 3, 4, 5]))
    #expect(app.pending.count == 2)
    respond(1)
    respond(2)
    app.advance(by: .milliseconds(999))
    #expect(app.pending.isEmpty)
    app.advance(by: .milliseconds(1))
    #expect(app.pending.count == 2)
    respond(3)
    app.advance(by: .seconds(1))
    respond(4)
    respond(5)
    app.advance(by: .seconds(1))
    app.finish()
  }

  @Test func aFailureUsesItsPlaceAsLong() {
    app.send(.chosen([1, 2, 3]))
    app.respond(to: .get, "/photos/1", .offline)
    #expect(app.pending.count == 1)
    app.advance(by: .seconds(1))
    respond(2)
    respond(3)
    app.advance(by: .seconds(1))
    app.finish()
  }

  @Test func eachAttemptOfARetryCounts() {
    let updater = TypedFunctionUpdater { (_: inout Import, message: ImportMessage) in
      guard case .chosen = message else { return [] }
      return [
        FetchJSON(.get("https://api.example.com/photos/1"), Reply(ImportMessage.loaded))
          .limited(to: 1, per: .seconds(1)).retried(Retry(1))
      ]
    }
    let app = AppTest(Program(model: Import(), updater), exhaustive: false)
    app.send(.chosen([1]))
    app.respond(to: .get, "/photos/1", .offline)
    app.advance(by: .milliseconds(999))
    #expect(app.pending.isEmpty)
    app.advance(by: .milliseconds(1))
    app.respond(to: .get, "/photos/1", .json(#""one""#))
    app.advance(by: .seconds(1))
    app.finish()
  }
}
