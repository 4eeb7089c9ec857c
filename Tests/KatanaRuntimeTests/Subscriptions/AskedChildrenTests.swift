import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A message to a child asks the providers that it may have changed, wherever the child is in the
/// tree.
@Suite struct AskedChildrenTests {
  struct Title: Model { var text = "" }
  struct Row: Model, Identifiable {
    let id: Int
    var wanted: [String] = []

    /// What its second provider declares.
    var more: [String] { wanted.count > 1 ? wanted.map { "more \($0)" } : [] }
  }
  struct Board: Model, Identifiable {
    var id = 0
    var title = Title()
    var rows: IdentifiedArray<Row> = []
    var inner: IdentifiedArray<Board> = []

    /// The names of what it and what is inside of it declares.
    var names: [String] {
      rows.flatMap { $0.wanted + $0.more } + (title.text.isEmpty ? [] : [title.text])
        + inner.flatMap(\.names)
    }
  }
  struct App: Model {
    var screen: Board?
    var boards: IdentifiedArray<Board> = []
  }
  struct Want: MessageTo {
    typealias Receiver = Row
    var names: [String]
  }
  struct Rename: MessageTo {
    typealias Receiver = Board
    var name: String
  }
  /// Changes the rows of a board, or the boards inside of it.
  struct Change: MessageTo {
    typealias Receiver = Board
    var changed: @Sendable (inout Board) -> Void
  }
  struct ChangeApp: Message { var changed: @Sendable (inout App) -> Void }

  private let log = Log()
  private let board = SourceBoard()

  private func row() -> CombinedUpdater<Row> {
    CombinedUpdater([
      .full(
        TypedFunctionUpdater { (row: inout Row, message: Want) in
          row.wanted = message.names
          return []
        }),
      .full(
        FunctionSubscriptionProvider<Row> { [log] row in
          log("row \(row.id)")
          return row.wanted.map { Source(name: $0) }
        }),
      .full(FunctionSubscriptionProvider<Row> { $0.more.map { Source(name: $0) } }),
    ])
  }

  @Sendable private func screen() -> CombinedUpdater<Board> {
    CombinedUpdater([
      .slice(
        \.title,
        TypedFunctionUpdater { (title: inout Title, message: Rename) in
          title.text = message.name
          return []
        }),
      .full(
        TypedFunctionUpdater { (board: inout Board, message: Change) in
          message.changed(&board)
          return []
        }),
      .each(\.rows, row()), .each(\.inner, LazyFeature { screen() }),
      .full(
        FunctionSubscriptionProvider<Board> { [log] board in
          log("board \(board.id)")
          return board.title.text.isEmpty ? [] : [Source(name: board.title.text)]
        }),
    ])
  }

  private func makeRuntime(_ app: App) throws -> Runtime<App> {
    try start(
      app,
      CombinedUpdater<App>([
        .full(
          TypedFunctionUpdater { (app: inout App, message: ChangeApp) in
            message.changed(&app)
            return []
          }), .optional(\.screen, screen()), .each(\.boards, screen()),
      ]))
  }

  private func start<Root: Model>(
    _ model: Root, _ feature: some Feature<Root>
  ) throws -> Runtime<Root> {
    let runtime = try Runtime(
      Program(model: model, feature), interpreters: [board.interpreter],
      options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    return runtime
  }

  private func asked(_ body: () -> Void) -> [String] {
    let before = log.all.count
    body()
    return Array(log.all.dropFirst(before))
  }

  private func rows(_ count: Int, _ more: [Row] = []) -> IdentifiedArray<Row> {
    IdentifiedArray((0..<count).map { Row(id: $0, wanted: ["\($0)"]) } + more)
  }

  @Test func aMessageToARowOfASheetAsksThatRowAndTheSheet() throws {
    let runtime = try makeRuntime(App(screen: Board(rows: rows(100))))
    let place = App.at.screen.rows[50]
    runtime.dispatch(Want(names: ["x"]), to: place)
    #expect(asked { runtime.dispatch(Want(names: ["y"]), to: place) } == ["row 50", "board 0"])
    #expect(board.log.all.suffix(2) == ["stop x", "start y 0"])
    runtime.requestShutdown()
  }

  @Test func aRowThatDeclaresItsFirstSubscriptionIsAskedAlone() throws {
    let runtime = try makeRuntime(App(screen: Board(rows: rows(100, [Row(id: 100)]))))
    let place = App.at.screen.rows[100]
    for names in [["x"], [], ["y", "z"]] {
      #expect(asked { runtime.dispatch(Want(names: names), to: place) } == ["row 100", "board 0"])
    }
    #expect(
      board.log.all.suffix(6) == [
        "start x 0", "stop x", "start y 0", "start z 0", "start more y 0", "start more z 0",
      ])
    runtime.requestShutdown()
  }

  @Test func nothingIsLeftOfWhatLedToARowThatIsGone() throws {
    let runtime = try makeRuntime(App(screen: Board(rows: rows(1))))
    #expect(!runtime.loop.children.groups.isEmpty)
    runtime.dispatch(Change { $0.rows.remove(id: 0) }, to: App.at.screen)
    #expect(runtime.loop.children.groups.isEmpty)
    runtime.requestShutdown()
  }

  struct Pair: Model { var rows: [Row] = [] }

  /// Two elements with one `id` are a mistake that is reported. Both run.
  @Test func elementsWithOneIDKeepWhatTheyDeclare() throws {
    let rows = [Row(id: 1, wanted: ["a"]), Row(id: 1, wanted: ["b"]), Row(id: 2, wanted: ["c"])]
    let runtime = try start(Pair(rows: rows), CombinedUpdater<Pair>([.each(\.rows, row())]))
    runtime.dispatch(Want(names: []), to: Pair.at.rows[1])
    runtime.dispatch(Want(names: ["d"]), to: Pair.at.rows[1])
    runtime.dispatch(Want(names: ["d"]), to: Pair.at.rows[1])
    #expect(
      board.log.all == ["start a 0", "start b 0", "start c 0", "stop a", "start d 0"])
    runtime.requestShutdown()
  }

  @Test func aMessageToASliceOfASheetAsksNoRow() throws {
    let runtime = try makeRuntime(App(screen: Board(title: Title(text: "a"), rows: rows(100))))
    runtime.dispatch(Rename(name: "b"), to: App.at.screen)
    #expect(asked { runtime.dispatch(Rename(name: "c"), to: App.at.screen) } == ["board 0"])
    #expect(board.log.all.suffix(2) == ["stop b", "start c 0"])
    runtime.requestShutdown()
  }

  @Test func aMessageToARowOfAnElementAsksThatRowAndTheElement() throws {
    let boards = IdentifiedArray((0..<10).map { Board(id: $0, rows: rows(10)) })
    let runtime = try makeRuntime(App(boards: boards))
    let place = App.at.boards[3].rows[7]
    runtime.dispatch(Want(names: ["x"]), to: place)
    #expect(asked { runtime.dispatch(Want(names: ["y"]), to: place) } == ["row 7", "board 3"])
    #expect(board.log.all.suffix(2) == ["stop x", "start y 0"])
    // A message to the element keeps the positions of its rows.
    let element = asked {
      runtime.dispatch(Change { $0.rows[id: 0]?.wanted = ["z"] }, to: App.at.boards[3])
    }
    #expect(element == (0..<10).map { "row \($0)" } + ["board 3"])
    #expect(asked { runtime.dispatch(Want(names: ["x"]), to: place) } == ["row 7", "board 3"])
    runtime.requestShutdown()
  }

  @Test func aShorterRangeBeforeAnotherChangeIsReplaced() throws {
    let runtime = try makeRuntime(App(screen: Board(title: Title(text: "a"), rows: rows(2))))
    runtime.dispatch(Rename(name: "b"), to: App.at.screen)
    runtime.dispatch(
      Change { board in
        board.rows[id: 0]?.wanted = []
        board.rows[id: 1]?.wanted = []
        board.title.text = "c"
      }, to: App.at.screen)
    #expect(board.log.all.suffix(4) == ["stop b", "stop 1", "stop 0", "start c 0"])
    runtime.requestShutdown()
  }

  @Test func aSheetThatChangesItsIDStopsWhatItDeclared() throws {
    let runtime = try makeRuntime(App(screen: Board(title: Title(text: "a"), rows: rows(1))))
    runtime.dispatch(Rename(name: "b"), to: App.at.screen)
    runtime.dispatch(
      Change { board in
        (board.id, board.title.text, board.rows) = (1, "", [])
      }, to: App.at.screen)
    #expect(runtime.loop.subscriptions.running.isEmpty)
    runtime.requestShutdown()
  }

  struct Shelf: Model, Identifiable {
    let id: Int
    var name = ""
    /// Its boards, each with a row as its sheet, in a slice that a closure reaches.
    var inner = Shelves()
    static let inside = ClosurePart<Shelf, Shelves>("inside") { $1(&$0.inner) }
  }
  struct Shelves: Model { var boxes: IdentifiedArray<Box> = [] }
  struct Box: Model, Identifiable {
    let id: Int
    var row: Row?
  }
  struct Shop: Model { var shelves: IdentifiedArray<Shelf> = [] }
  struct Label: MessageTo {
    typealias Receiver = Shelf
    var name: String
  }

  /// An element of a slice inside of an element is not taken for one of the outer collection.
  @Test func anInnerElementWithTheSameIDKeepsItsSubscriptions() throws {
    let shelf = CombinedUpdater<Shelf>([
      .full(
        TypedFunctionUpdater { (shelf: inout Shelf, message: Label) in
          shelf.name = message.name
          return []
        }),
      .full(
        FunctionSubscriptionProvider<Shelf> { $0.name.isEmpty ? [] : [Source(name: $0.name)] }),
      .slice(
        Shelf.inside,
        CombinedUpdater<Shelves>([
          .each(\.boxes, CombinedUpdater<Box>([.optional(\.row, row())]))
        ])),
    ])
    let box = Box(id: 7, row: Row(id: 0, wanted: ["of the box"]))
    let runtime = try start(
      Shop(shelves: [Shelf(id: 1, inner: Shelves(boxes: [box])), Shelf(id: 7)]),
      CombinedUpdater<Shop>([.each(\.shelves, shelf)]))
    runtime.dispatch(Label(name: ""), to: Shop.at.shelves[7])
    runtime.dispatch(Label(name: "of the shelf"), to: Shop.at.shelves[7])
    let running = runtime.loop.subscriptions.running.compactMap { ($0 as? Source)?.name }
    #expect(running.sorted() == ["of the box", "of the shelf"])
    runtime.requestShutdown()
  }

  /// Random changes of boards, their rows, and boards inside of boards.
  @Test(arguments: 0..<20)
  func whatIsAskedInPartsIsWhatTheWholeDeclares(seed: Int) throws {
    var random = SeededNumbers(UInt64(seed))
    let boards = IdentifiedArray((0..<3).map { Board(id: $0, rows: rows(3)) })
    let runtime = try makeRuntime(App(screen: Board(rows: rows(2)), boards: boards))
    for step in 0..<150 {
      change(&random, runtime)
      let loop = runtime.loop
      var walk = ProviderWalk(
        loop.router, loop.model.inside, loop.children, after: NoMessage.none, asking: nil,
        loop.lastIndices, loop.subscriptions.table, onlyConstants: false)
      walk.walk()
      #expect(walk.changes.isEmpty, "step \(step)")
      let model = runtime.model
      let running = loop.subscriptions.running.compactMap { ($0 as? Source)?.name }
      let wanted = (model.screen?.names ?? []) + model.boards.flatMap(\.names)
      #expect(running.sorted() == wanted.sorted(), "step \(step)")
    }
    runtime.requestShutdown()
  }

  private func change(_ random: inout SeededNumbers, _ runtime: Runtime<App>) {
    let number = random.below(4)
    if random.below(20) == 0 {
      let rows = rows(number)
      runtime.dispatch(
        ChangeApp { app in
          app.screen = number == 0 ? nil : Board(id: number, rows: rows)
          if app.boards[id: number] == nil { app.boards.append(Board(id: number, rows: rows)) }
        })
      return
    }
    guard var (place, board) = top(&random, runtime.model) else { return }
    while random.below(2) == 0, let inner = board.inner.one(&random) {
      (place, board) = (place.inner[inner.id], inner)
    }
    switch random.below(8) {
    case 0: runtime.dispatch(Rename(name: ["", "a", "b", "c"][number]), to: place)
    case 1: runtime.dispatch(Change { $0.rows.remove(id: number) }, to: place)
    case 2:
      let row = Row(id: number, wanted: number % 2 == 0 ? [] : ["new"])
      runtime.dispatch(
        Change { if $0.rows[id: number] == nil { $0.rows.insert(row, at: 0) } }, to: place)
    case 3:
      let rows = rows(number)
      runtime.dispatch(
        Change {
          if $0.inner[id: number] == nil { $0.inner.append(Board(id: number, rows: rows)) }
        },
        to: place)
    case 4: runtime.dispatch(Change { $0.inner.remove(id: number) }, to: place)
    default:
      guard let row = board.rows.one(&random) else { return }
      runtime.dispatch(Want(names: (0..<number).map { "\($0)" }), to: place.rows[row.id])
    }
  }

  private func top(
    _ random: inout SeededNumbers, _ app: App
  ) -> (Address<App, Board>, Board)? {
    if random.below(3) == 0 { return app.screen.map { (App.at.screen, $0) } }
    return app.boards.one(&random).map { (App.at.boards[$0.id], $0) }
  }
}

extension Collection {
  fileprivate func one(_ random: inout SeededNumbers) -> Element? {
    isEmpty ? nil : self[index(startIndex, offsetBy: random.below(count))]
  }
}
