import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// A debounced search: Docs/control.md and Docs/cookbook/forms-and-lists.md.

enum FinderMessage: Message, Equatable {
  case typed(String)
  case submitted, escaped
  case found(Outcome<[String], HTTPError>)
}

struct Finder: Model, Equatable {
  typealias Receives = FinderMessage

  var query = ""
  var results: [String] = []
  var problem: String?
}

struct FinderUpdater: TypedUpdater {
  enum ID { case search }

  func update(model: inout Finder, message: FinderMessage) -> [any Command] {
    switch message {
    case .typed(""), .escaped:
      model = Finder()
      return [Cancel(id: ID.search)]
    case .typed(let query):
      model.query = query
      let search = HTTPRequest.get("https://example.com/search", query: ["q": query])
      return [
        FetchJSON(search, reply { .found($0) })
          .debounced(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
      ]
    case .submitted: return [Flush(id: ID.search)]
    case .found(.success(let results)): (model.results, model.problem) = (results, nil)
    case .found(.failure(let error)): (model.results, model.problem) = ([], error.text)
    }
    return []
  }
}

let finderProgram = Program(model: Finder(), FinderUpdater())

@Test func onlyTheLastQueryIsAnswered() {
  let app = AppTest(finderProgram, exhaustive: .model)
  app.send(.typed("k")) { $0.query = "k" }
  app.advance(by: .milliseconds(200))
  app.send(.typed("ka")) { $0.query = "ka" }
  app.advance(by: .milliseconds(300))
  #expect(app.pending.count == 1)
  app.send(.typed("kat")) { $0.query = "kat" }
  #expect(app.pending.isEmpty)
  app.advance(by: .milliseconds(300))
  app.respond(to: .get, "/search", .json(["katana"])) { $0.results = ["katana"] }
}

@Test func theReturnKeySearchesWithoutThePause() {
  let server = VirtualServer { request in .json([request.query["q"]?.revealed ?? ""]) }
  let app = AppTest(finderProgram, interpreters: [.http(server)], exhaustive: .model)
  app.send(.typed("k")) { $0.query = "k" }
  app.send(.typed("ka")) { $0.query = "ka" }
  app.send(.submitted) { $0.results = ["ka"] }
  app.advance(by: .seconds(1))
  #expect(server.requests.count == 1)
}

@Test func aFailureIsShownUntilTheNextSearchSucceeds() {
  let app = AppTest(finderProgram, exhaustive: .model)
  app.send(.typed("k")) { $0.query = "k" }
  app.send(.submitted)
  app.respond(to: .get, "/search", .status(503)) {
    $0.problem = "The server answered with the status 503."
  }
  app.send(.typed("ka")) { $0.query = "ka" }
  app.send(.submitted)
  app.respond(to: .get, "/search", .json(["kale"])) {
    ($0.results, $0.problem) = (["kale"], nil)
  }
}

@Test func aClearedFieldStaysEmpty() {
  let app = AppTest(finderProgram, exhaustive: .model)
  app.send(.typed("k")) { $0.query = "k" }
  app.advance(by: .milliseconds(300))
  #expect(app.pending.count == 1)
  app.send(.typed("")) { $0.query = "" }
  #expect(app.pending.isEmpty)
  app.send(.typed("k")) { $0.query = "k" }
  app.send(.escaped) { $0.query = "" }
  app.advance(by: .seconds(1))
  #expect(app.pending.isEmpty)
}

@Test func theResultsAreThoseOfTheQueryHoweverSlowTheServer() {
  let seen = explore(
    seeds: 300, sending: ["k", "ka", "kat"].map { FinderMessage.typed($0) }
  ) { simulation in
    let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) { request in
      .json([request.query["q"]?.revealed ?? ""])
    }
    return Simulated(finderProgram, interpreters: [.http(server)])
      .eventually("the results are those of the query") { $0.results == [$0.query] }
  }
  #expect(seen.orders > 3)
}
