import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/control.md, in its order.

// MARK: A search field

struct QueryModel: Model, Equatable {
  typealias Receives = QueryMessage

  var query = ""
  var results: [String] = []
}

enum QueryMessage: Message, Equatable {
  case queryChanged(String)
  case found([String])
}

struct Search: Command, Equatable {
  var query: String
  var reply = Reply(QueryMessage.found)
}

struct QueryUpdater: TypedUpdater {
  enum ID { case search }

  func update(model: inout QueryModel, message: QueryMessage) -> [any Command] {
    switch message {
    case .queryChanged(""):
      model = QueryModel()
      return [Cancel(id: ID.search)]
    case .queryChanged(let query):
      model.query = query
      return [
        Search(query: query)
          .debounced(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
      ]
    case .found(let results):
      model.results = results
      return []
    }
  }
}

@Suite struct SearchFieldTests {
  let app = AppTest(Program(model: QueryModel(), QueryUpdater()))

  private func type(_ query: String) {
    app.send(
      .queryChanged(query),
      commands: [
        Search(query: query)
          .debounced(id: QueryUpdater.ID.search, for: .milliseconds(300))
          .cancellable(id: QueryUpdater.ID.search, cancelInFlight: true)
      ]
    ) { $0.query = query }
  }

  @Test func onlyTheLastQueryIsAnswered() {
    type("k")
    app.advance(by: .milliseconds(200))
    type("ka")
    app.advance(by: .milliseconds(300))
    #expect(difference(app.pending, [Search(query: "ka")]) == nil)
    type("kat")
    #expect(app.pending.isEmpty)
    app.advance(by: .milliseconds(300))
    #expect(difference(app.pending, [Search(query: "kat")]) == nil)
    app.answer(\Search.reply, with: ["katana"]) { $0.results = ["katana"] }
  }

  @Test func anEmptyFieldEndsTheSearch() {
    type("k")
    app.advance(by: .milliseconds(300))
    app.send(.queryChanged(""), commands: [Cancel(id: QueryUpdater.ID.search)]) {
      $0 = QueryModel()
    }
    #expect(app.pending.isEmpty)
  }
}

// MARK: A form that must not be submitted twice

struct FormModel: Model, Equatable {
  typealias Receives = FormMessage

  var isBusy = false
  var isSent = false
}

enum FormMessage: Message, Equatable {
  case submitTapped
  case answered(isAccepted: Bool)
}

struct Submit: Command, Equatable {
  var reply = Reply(FormMessage.answered)
}

struct FormUpdater: TypedUpdater {
  func update(model: inout FormModel, message: FormMessage) -> [any Command] {
    switch message {
    case .submitTapped:
      guard !model.isBusy else { return [] }
      model.isBusy = true
      return [Submit().onFailure(FormMessage.answered(isAccepted: false))]
    case .answered(let isAccepted):
      model.isBusy = false
      model.isSent = isAccepted
      return []
    }
  }
}

@Suite struct FormTests {
  let app = AppTest(Program(model: FormModel(), FormUpdater()))
  let submit = Submit().onFailure(FormMessage.answered(isAccepted: false))

  @Test func aSecondTapSubmitsNothing() {
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.send(.submitTapped)
    app.answer(\Submit.reply, with: true) { $0 = FormModel(isSent: true) }
  }

  @Test func aFailureEndsTheWaiting() {
    struct Offline: Error {}
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(
      Submit.self, throwing: Offline(), sends: [FormMessage.answered(isAccepted: false)]
    ) { $0.isBusy = false }
  }
}

// MARK: What waits

struct NewsModel: Model {}

func printWhatWaits(_ runtime: Runtime<NewsModel>) async {
  for waiting in await runtime.waiting { print(waiting) }
  // Upload waits for its turn in .network behind Download (cancelled)
}
