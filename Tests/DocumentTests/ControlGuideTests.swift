import Katana
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/control.md, in its order.

// MARK: A search field

struct QueryModel: Model, Equatable {
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
          .queued(id: ID.search, .latestWins)
          .debounced(id: ID.search, for: .milliseconds(300))
      ]
    case .found(let results):
      model.results = results
      return []
    }
  }
}

@Suite struct SearchFieldTests {
  let app = AppTest(model: QueryModel(), updater: QueryUpdater())

  private func type(_ query: String) {
    app.send(
      .queryChanged(query),
      commands: [
        Search(query: query)
          .queued(id: QueryUpdater.ID.search, .latestWins)
          .debounced(id: QueryUpdater.ID.search, for: .milliseconds(300))
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
  var isSent = false
}

enum FormMessage: Message, Equatable {
  case submitTapped
  case submitted
}

struct Submit: Command, Equatable {
  var reply = Reply(FormMessage.submitted)
}

struct FormUpdater: TypedUpdater {
  enum ID { case submit }

  func update(model: inout FormModel, message: FormMessage) -> [any Command] {
    switch message {
    case .submitTapped:
      return [Submit().queued(id: ID.submit, .firstWins)]
    case .submitted:
      model.isSent = true
      return []
    }
  }
}

@Suite struct FormTests {
  @Test func aSecondTapSubmitsNothing() {
    let app = AppTest(model: FormModel(), updater: FormUpdater())
    let submit = Submit().queued(id: FormUpdater.ID.submit, .firstWins)
    app.send(.submitTapped, commands: [submit])
    app.send(.submitTapped, commands: [submit])
    #expect(app.pending.count == 1)
    app.answer(\Submit.reply, with: ()) { $0.isSent = true }
  }
}

// MARK: An upload with retry and cancel

enum UploadModel: Model, Equatable {
  case idle
  case uploading
  case done
  case failed
}

enum UploadMessage: Message, Equatable {
  case uploadTapped
  case cancelTapped
  case finished
  case failed
}

struct UploadPhoto: Command, Equatable {
  var reply = Reply(UploadMessage.finished)
}

struct UploadUpdater: TypedUpdater {
  enum ID { case upload }

  static let upload = UploadPhoto()
    .timeout(after: .seconds(30))
    .retried(Retry(2, after: .exponential(from: .seconds(1))))
    .onFailure(UploadMessage.failed)
    .cancellable(id: ID.upload, cancelInFlight: true)

  func update(model: inout UploadModel, message: UploadMessage) -> [any Command] {
    switch message {
    case .uploadTapped:
      model = .uploading
      return [Self.upload]
    case .cancelTapped:
      model = .idle
      return [Cancel(id: ID.upload)]
    case .finished: model = .done
    case .failed: model = .failed
    }
    return []
  }
}

@Suite struct UploadTests {
  struct Offline: Error {}
  let app = AppTest(model: .idle, updater: UploadUpdater())

  @Test func itIsTriedThreeTimes() {
    app.send(.uploadTapped, commands: [UploadUpdater.upload]) { $0 = .uploading }
    app.answer(UploadPhoto.self, throwing: Offline())
    app.advance(by: .seconds(1))
    app.advance(by: .seconds(30))
    app.advance(by: .seconds(2))
    app.answer(UploadPhoto.self, throwing: Offline()) { $0 = .failed }
  }

  @Test func aCancelledUploadIsNotTriedAgain() {
    app.send(.uploadTapped, commands: [UploadUpdater.upload]) { $0 = .uploading }
    app.answer(UploadPhoto.self, throwing: Offline())
    app.send(.cancelTapped, commands: [Cancel(id: UploadUpdater.ID.upload)]) { $0 = .idle }
    app.advance(by: .seconds(60))
  }
}

// MARK: A poller

struct NewsModel: Model, Equatable {
  var headlines: [String] = []
}

enum NewsMessage: Message, Equatable {
  case opened
  case loaded([String])
  case closed
}

struct LoadNews: Command, Equatable {
  var reply = Reply(NewsMessage.loaded)
}

struct NewsUpdater: TypedUpdater {
  enum ID { case poll }

  func update(model: inout NewsModel, message: NewsMessage) -> [any Command] {
    switch message {
    case .opened:
      return [LoadNews().cancellable(id: ID.poll, cancelInFlight: true)]
    case .loaded(let headlines):
      model.headlines = headlines
      return [LoadNews().delayed(by: .seconds(60)).cancellable(id: ID.poll)]
    case .closed:
      return [Cancel(id: ID.poll)]
    }
  }
}

@Suite struct PollerTests {
  @Test func itAsksAMinuteAfterEachAnswerUntilItIsClosed() {
    let app = AppTest(model: NewsModel(), updater: NewsUpdater())
    let later = LoadNews().delayed(by: .seconds(60)).cancellable(id: NewsUpdater.ID.poll)
    app.send(
      .opened, commands: [LoadNews().cancellable(id: NewsUpdater.ID.poll, cancelInFlight: true)])
    app.answer(\LoadNews.reply, with: ["a"], commands: [later]) { $0.headlines = ["a"] }
    app.advance(by: .seconds(60))
    app.answer(\LoadNews.reply, with: ["b"], commands: [later]) { $0.headlines = ["b"] }
    app.send(.closed, commands: [Cancel(id: NewsUpdater.ID.poll)])
    app.advance(by: .seconds(600))
    #expect(app.pending.isEmpty)
  }
}
