import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Children that come and go while their commands run.
@Suite struct ScopeRuntimeTests {
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var results: [String] = []
    var listens = false
  }
  struct Sheet: Model, Equatable {
    typealias Receives = RowMessage
    var results: [String] = []
  }
  struct App: Model, Equatable {
    var left = [Row(id: 1), Row(id: 2)]
    var right = [Row(id: 1), Row(id: 2)]
    var sheet: Sheet?
    var detail: Row?
    var expired = 0
  }
  enum RowMessage: Message, Equatable { case load, loaded(String), expire }
  enum AppMessage: Message {
    case removeLeft(Int), showSheet, hideSheet, showDetail(Int), moveLeft, listen
  }
  struct SessionExpired: GlobalMessage {}

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      case .load: return [Do("load \(model.id)")]
      case .loaded(let text): model.results.append(text)
      case .expire: return [Do("expire")]
      }
      return []
    }
  }
  struct SheetUpdater: TypedUpdater {
    func update(model: inout Sheet, message: RowMessage) -> [any Command] {
      switch message {
      case .load: return [Do("load sheet")]
      case .loaded(let text): model.results.append(text)
      case .expire: break
      }
      return []
    }
  }
  struct AppUpdater: TypedUpdater {
    func update(model: inout App, message: AppMessage) -> [any Command] {
      switch message {
      case .removeLeft(let id): model.left.removeAll { $0.id == id }
      case .showSheet: model.sheet = Sheet()
      case .hideSheet: model.sheet = nil
      case .showDetail(let id): model.detail = Row(id: id)
      case .moveLeft: model.left.reverse()
      case .listen: for index in model.left.indices { model.left[index].listens = true }
      }
      return []
    }
  }
  struct SessionUpdater: TypedUpdater {
    func update(model: inout App, message: SessionExpired) -> [any Command] {
      model.expired += 1
      return []
    }
  }

  let pending = Locked<[(name: String, dispatch: Dispatcher)]>([])
  let board = SourceBoard()

  private func makeRuntime() throws -> Runtime<App> {
    let rows = FunctionSubscriptionProvider<Row> { row in
      row.listens ? [Source(name: "row", reply: Reply { RowMessage.loaded($0) })] : []
    }
    return try Runtime(
      Program(
        model: App(),
        CombinedUpdater([
          .full(
            CombinedUpdater<App>([
              .full(AppUpdater()), .full(SessionUpdater()), .each(\.left, RowUpdater()),
              .each(\.right, RowUpdater()), .optional(\.sheet, SheetUpdater()),
              .optional(\.detail, RowUpdater()),
            ])),
          .full(
            CombinedUpdater<App>([
              .each(\.left, rows), .each(\.right, rows),
            ])),
        ])),
      interpreters: [
        .command(
          Doing { [pending] command, dispatch in
            if command.name == "expire" { dispatch(SessionExpired()) }
            pending.withLock { $0.append((command.name, dispatch)) }
          }),
        .subscription { [board] in SourceInterpreter($0, $1, board) },
      ])
  }

  /// Answers the oldest pending command.
  private func answer(_ text: String) {
    let next = pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    next?.dispatch(RowMessage.loaded(text))
  }

  @Test func answersComeBackToTheRowThatAsked() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    runtime.dispatch(RowMessage.load.to(App.at.right[1]))
    answer("a")
    answer("b")
    #expect(runtime.model.left.map(\.results) == [[], ["a"]])
    #expect(runtime.model.right.map(\.results) == [["b"], []])
  }

  @Test func aRowMayMoveWhileItsCommandRuns() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    runtime.dispatch(AppMessage.moveLeft)
    answer("a")
    #expect(runtime.model.left == [Row(id: 2, results: ["a"]), Row(id: 1)])
  }

  @Test func aRowThatWasRemovedHearsNothingAndTheMessageIsCounted() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    runtime.dispatch(AppMessage.removeLeft(2))
    let before = runtime.model
    answer("late")
    #expect(runtime.model == before)
    #expect(runtime.statistics.gone == 1)
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    #expect(runtime.statistics.gone == 2)
  }

  @Test func aSheetThatWasReopenedDoesNotGetTheAnswerOfTheOldOne() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(AppMessage.showSheet)
    runtime.dispatch(RowMessage.load.to(App.at.sheet))
    runtime.dispatch(AppMessage.hideSheet)
    runtime.dispatch(AppMessage.showSheet)
    runtime.dispatch(RowMessage.load.to(App.at.sheet))
    answer("old")
    #expect(runtime.model.sheet == Sheet())
    #expect(runtime.statistics.gone == 1)
    answer("new")
    #expect(runtime.model.sheet == Sheet(results: ["new"]))
  }

  @Test func anIdentifiedValueThatWasReplacedInOneStepDoesNotGetTheOldAnswer() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(AppMessage.showDetail(1))
    runtime.dispatch(RowMessage.load.to(App.at.detail))
    runtime.dispatch(AppMessage.showDetail(2))
    answer("for 1")
    #expect(runtime.model.detail == Row(id: 2))
    #expect(runtime.statistics.gone == 1)
  }

  @Test func aGlobalMessageFromWithinARowReachesTheApp() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(RowMessage.expire.to(App.at.left[1]))
    #expect(runtime.model.expired == 1)
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    runtime.dispatch(AppMessage.removeLeft(2))
    let dispatch = pending.withLock { $0.last?.dispatch }
    dispatch?(SessionExpired())
    #expect(runtime.model.expired == 2, "even when the row is gone")
  }

  @Test func aMessageThatIsMappedToAGlobalOneLeavesItsScope() throws {
    struct Expired: GlobalMessage {}
    struct ExpiredUpdater: TypedUpdater {
      func update(model: inout Notes, message: Expired) -> [any Command] {
        model.entries.append("expired")
        return []
      }
    }
    let command = Do("x").map { (_: Note) in Expired() }.in(Notes.at[part: Elsewhere.part])
    let runtime = try Runtime(
      Program(model: Notes(), ExpiredUpdater(), commands: [command]),
      interpreters: [.command(Doing { _, dispatch in dispatch(Note.add("from the child")) })])
    runtime.start()
    #expect(runtime.model.entries == ["expired"])
  }

  @Test func theSubscriptionsOfRowsAreTheirOwn() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(AppMessage.listen)
    #expect(board.log.all == ["start row 0", "start row 0"])
    board.send("x", from: "row")
    #expect(runtime.model.left.map(\.results) == [[], ["x"]])
    runtime.dispatch(AppMessage.removeLeft(1))
    #expect(board.log.all.last == "stop row")
    runtime.requestShutdown()
  }

  /// A record is there as long as something of its child is alive.
  @Test func nothingIsLeftOfChildrenThatHaveNothingAlive() throws {
    let runtime = try makeRuntime()
    runtime.start()
    let children = runtime.loop.children
    runtime.dispatch(RowMessage.load.to(App.at.left[1]))
    runtime.dispatch(RowMessage.expire.to(App.at.right[2]))
    #expect(children.groups.map(\.children.count) == [1, 1])
    pending.withLock { $0 = [] }
    #expect(children.groups.isEmpty)
    runtime.dispatch(AppMessage.listen)
    runtime.dispatch(RowMessage.load.to(App.at.left[2]))
    runtime.dispatch(AppMessage.removeLeft(1))
    runtime.dispatch(AppMessage.removeLeft(2))
    #expect(children.groups.isEmpty)
    runtime.requestShutdown()
  }
}
