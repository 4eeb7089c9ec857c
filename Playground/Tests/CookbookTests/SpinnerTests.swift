import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// A spinner: Docs/cookbook/network.md.

struct Report: Model, Equatable {
  typealias Receives = ReportMessage
  var isLoading = false
  var showsSpinner = false
  var text = ""
}

enum ReportMessage: Message, Equatable {
  case reloadTapped, tookLong
  case loaded(Outcome<String, HTTPError>)
}

struct ReportFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case spinner }

  func update(model: inout Report, message: ReportMessage) -> [any Command] {
    switch message {
    case .reloadTapped:
      if model.isLoading { return [] }
      model.isLoading = true
      return [FetchJSON(.get("https://example.com/report"), reply { .loaded($0) })]
    case .tookLong: model.showsSpinner = true
    case .loaded(.success(let text)): model = Report(text: text)
    case .loaded(.failure(let error)): model = Report(text: error.text)
    }
    return []
  }

  func subscriptions(model: Report) -> [any Subscription] {
    model.isLoading ? [After(.milliseconds(300), id: ID.spinner, reply(.tookLong))] : []
  }
}

@Suite struct SpinnerTests {
  let app = AppTest(
    Program(model: Report(), ReportFeature()), interpreters: [.time()], exhaustive: .model)

  init() { app.send(.reloadTapped) { $0.isLoading = true } }

  @Test func theSpinnerComesWithASlowAnswerOnly() {
    app.advance(by: .milliseconds(299))
    app.advance(by: .milliseconds(1)) { $0.showsSpinner = true }
    app.respond(to: .get, "/report", .json(#""all is well""#)) { $0 = Report(text: "all is well") }
  }

  @Test func aFastAnswerShowsNoSpinner() {
    app.respond(to: .get, "/report", .json(#""all is well""#)) { $0 = Report(text: "all is well") }
    app.advance(by: .seconds(1))
  }

  @Test func aFailureEndsTheSpinnerToo() {
    app.advance(by: .seconds(1)) { $0.showsSpinner = true }
    app.respond(to: .get, "/report", .status(503)) {
      $0 = Report(text: "The server answered with the status 503.")
    }
  }
}
