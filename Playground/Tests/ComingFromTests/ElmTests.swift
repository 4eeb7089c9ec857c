import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The code of `Docs/coming-from/elm.md`: a quote by HTTP, decoded from JSON.

enum QuotePage: Model, Equatable {
  typealias Receives = QuoteMessage

  case loading
  case failed(HTTPError)
  case loaded(Quote)
}

struct Quote: Equatable, Decodable {
  var text: String
  var author: String
}

enum QuoteMessage: Message, Equatable {
  case moreTapped
  case gotQuote(Outcome<Quote, HTTPError>)
}

struct QuoteUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [FetchJSON<Quote>.self] }

  func update(model: inout QuotePage, message: QuoteMessage) -> [any Command] {
    switch message {
    case .moreTapped:
      model = .loading
      return [Self.getQuote]
    case .gotQuote(.success(let quote)): model = .loaded(quote)
    case .gotQuote(.failure(let error)): model = .failed(error)
    }
    return []
  }

  static var getQuote: any Command {
    FetchJSON(.get("https://quotes.example.com/random"), Reply(QuoteMessage.gotQuote))
  }
}

let quoteProgram = Program(
  model: QuotePage.loading, QuoteUpdater(), commands: [QuoteUpdater.getQuote])

private let getQuote = FetchJSON(
  .get("https://quotes.example.com/random"), Reply(QuoteMessage.gotQuote))

@Suite struct QuoteTests {
  @Test func theFirstQuoteIsLoadedAndThenAnother() {
    let app = AppTest(quoteProgram)
    app.start(commands: [
      FetchJSON(.get("https://quotes.example.com/random"), Reply(QuoteMessage.gotQuote))
    ])
    app.respond(to: .get, "/random", .json(#"{"text": "Why not?", "author": "Ada"}"#)) {
      $0 = .loaded(Quote(text: "Why not?", author: "Ada"))
    }
    app.send(.moreTapped, commands: [getQuote]) { $0 = .loading }
    app.respond(to: .get, "/random", .offline) { $0 = .failed(.unknownHost("quotes.example.com")) }
  }

  @Test func thePageRunsWithAnInterpreter() async throws {
    let server = VirtualServer { _ in .json(#"{"text": "Why not?", "author": "Ada"}"#) }
    let page = try Runtime(
      quoteProgram, interpreters: [.http(server)], options: RuntimeOptions(clock: ManualClock()))
    page.start()
    try await page.settle(.moreTapped)
    #expect(page.model == .loaded(Quote(text: "Why not?", author: "Ada")))
    await page.shutdown()
  }
}

// What newcomers from Elm do first, and what they see.

@Suite struct ElmMistakesTests {
  @Test func theFirstCommandIsNotStated() throws {
    let found = failures {
      let app = AppTest(quoteProgram, ignoringPending: [FetchJSON<Quote>.self])
      app.send(.gotQuote(.failure(.unknownHost("quotes.example.com")))) {
        $0 = .failed(.unknownHost("quotes.example.com"))
      }
    }
    try expectShown(try #require(found.first).text, on: "elm")
  }

  @Test func nothingPerformsTheRequest() throws {
    let error = #expect(throws: WiringError.self) { _ = try Runtime(quoteProgram) }
    try expectShown("\(try #require(error))", on: "elm")
  }
}
