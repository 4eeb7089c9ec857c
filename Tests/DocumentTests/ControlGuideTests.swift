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

  /// Why `.cancellable` stands outside of `.debounced`: inside, it begins after the pause only.
  @Test func aCancellationInsideOfTheDebounceLetsAnOldAnswerIn() {
    let search = { @Sendable (query: String) in
      Search(query: query)
        .cancellable(id: QueryUpdater.ID.search, cancelInFlight: true)
        .debounced(id: QueryUpdater.ID.search, for: .milliseconds(300))
    }
    let inside = TypedFunctionUpdater { (model: inout QueryModel, message: QueryMessage) in
      switch message {
      case .queryChanged(let query):
        model.query = query
        return [search(query)]
      case .found(let results):
        model.results = results
        return []
      }
    }
    let app = AppTest(Program(model: QueryModel(), inside))
    app.send(.queryChanged("ka"), commands: [search("ka")]) { $0.query = "ka" }
    app.advance(by: .milliseconds(300))
    app.send(.queryChanged("kat"), commands: [search("kat")]) { $0.query = "kat" }
    app.answer(\Search.reply, of: Search(query: "ka"), with: ["kanji"]) { $0.results = ["kanji"] }
    app.advance(by: .milliseconds(300))
    app.finish(ignoringPending: [Search.self])
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
  let submit = Submit().onFailure(FormMessage.answered(isAccepted: false))

  private func makeApp(_ updater: some Updater<FormModel> = FormUpdater()) -> AppTest<FormModel> {
    AppTest(Program(model: FormModel(), updater))
  }

  @Test func aSecondTapSubmitsNothing() {
    let app = makeApp()
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.send(.submitTapped)
    app.answer(\Submit.reply, with: true) { $0 = FormModel(isSent: true) }
  }

  @Test func aFailureEndsTheWaiting() {
    struct Offline: Error {}
    let app = makeApp()
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(
      Submit.self, throwing: Offline(), sends: [FormMessage.answered(isAccepted: false)]
    ) { $0.isBusy = false }
  }

  @Test func aRefusedFormIsSubmittedAgainWhileItsInterpreterStillRuns() {
    let app = makeApp()
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(\Submit.reply, with: false, ends: false) { $0.isBusy = false }
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(\Submit.reply, at: 1, with: true) { $0 = FormModel(isSent: true) }
    app.finish(ignoringPending: [Submit.self])
  }

  /// Why the recipe has no queue: the second `Submit` gives way to the first, which has answered.
  @Test func aQueueBesideABusyFlagGetsStuck() {
    enum ID { case submit }
    let queued = FunctionUpdater<FormModel>(takes: .only([FormMessage.self])) { model, message in
      let (model, commands) = FormUpdater().update(model: model, message: message)
      return (model, commands.map { $0.queued(id: ID.submit, .firstWins) })
    }
    let app = makeApp(queued)
    let submit = submit.queued(id: ID.submit, .firstWins)
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(\Submit.reply, with: false, ends: false) { $0.isBusy = false }
    app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
    app.answer(Submit.self)
    #expect(app.pending.isEmpty)
    #expect(app.model.isBusy)
  }
}

// MARK: An upload with retry and cancel

enum UploadModel: Model, Equatable {
  typealias Receives = UploadMessage

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

  func update(model: inout UploadModel, message: UploadMessage) -> [any Command] {
    switch message {
    case .uploadTapped:
      model = .uploading
      return [
        UploadPhoto()
          .timingOut(after: .seconds(30))
          .retried(Retry(2, after: .exponential(from: .seconds(1))))
          .onFailure(UploadMessage.failed)
          .cancellable(id: ID.upload, cancelInFlight: true)
      ]
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
  let app = AppTest(Program(model: .idle, UploadUpdater()))
  let upload = UploadPhoto()
    .timingOut(after: .seconds(30))
    .retried(Retry(2, after: .exponential(from: .seconds(1))))
    .onFailure(UploadMessage.failed)
    .cancellable(id: UploadUpdater.ID.upload, cancelInFlight: true)

  @Test func itIsTriedThreeTimes() {
    app.send(.uploadTapped, commands: [upload]) { $0 = .uploading }
    app.answer(UploadPhoto.self, throwing: Offline())
    app.advance(by: .seconds(1))
    app.advance(by: .seconds(30))
    app.advance(by: .seconds(2))
    app.answer(UploadPhoto.self, throwing: Offline(), sends: [UploadMessage.failed]) {
      $0 = .failed
    }
  }

  @Test func aCancelledUploadIsNotTriedAgain() {
    app.send(.uploadTapped, commands: [upload]) { $0 = .uploading }
    app.answer(UploadPhoto.self, throwing: Offline())
    app.send(.cancelTapped, commands: [Cancel(id: UploadUpdater.ID.upload)]) { $0 = .idle }
    app.advance(by: .seconds(60))
  }
}

// MARK: What waits

func printWhatWaits(_ runtime: Runtime<NewsModel>) async {
  for waiting in await runtime.waiting { print(waiting) }
  // Upload waits for its turn in .network behind Download (cancelled)
}

// MARK: A poller

struct NewsModel: Model, Equatable {
  typealias Receives = NewsMessage

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
    let app = AppTest(Program(model: NewsModel(), NewsUpdater()))
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

// MARK: A throttled message and a newer one

struct Progress: Model, Equatable {
  typealias Receives = ProgressMessage
  var shown = ""
}

enum ProgressMessage: Message, Equatable {
  case moved(Int), finished
  case show(String)
}

@Suite struct ThrottledMessageTests {
  enum ID { case progress }

  private func moved(cancelling: Bool) -> AppTest<Progress> {
    let updater = TypedFunctionUpdater { (model: inout Progress, message: ProgressMessage) in
      switch message {
      case .moved(let part):
        return [
          Send(ProgressMessage.show("\(part) %"))
            .throttled(id: ID.progress, for: .seconds(1), .leadingAndTrailing)
        ]
      case .finished:
        model.shown = "finished"
        return cancelling ? [Cancel(waiting: ID.progress)] : []
      case .show(let text):
        model.shown = text
        return []
      }
    }
    let app = AppTest(Program(model: Progress(), updater), exhaustive: .model)
    app.send(.moved(10)) { $0.shown = "10 %" }
    app.send(.moved(90))
    app.send(.finished) { $0.shown = "finished" }
    return app
  }

  @Test func aThrottledMessageComesAfterANewerOne() {
    let app = moved(cancelling: false)
    app.advance(by: .seconds(1)) { $0.shown = "90 %" }
  }

  @Test func theNewerOneCancelsWhatWaits() {
    let app = moved(cancelling: true)
    app.advance(by: .seconds(1))
    #expect(app.model.shown == "finished")
  }
}
