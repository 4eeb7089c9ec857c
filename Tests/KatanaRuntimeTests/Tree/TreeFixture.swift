import KatanaRuntime
import KatanaTesting

/// Models whose parts are easily mistaken for one another, and the suites that use them.
enum TreeTest {
  /// What the part at an address is told.
  enum PartMessage: Message, Equatable {
    case tapped
    case renumbered(Int)
  }

  /// A message whose commands are returned by who takes it.
  struct Returning: Message {
    var commands: [any Command]

    init(_ commands: [any Command]) { self.commands = commands }
  }

  /// A message without an address.
  struct Global: GlobalMessage {}

  /// An element of a collection.
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = PartMessage
    var id: Int
    var taps = 0
    var detail: Detail?
  }

  /// A part that may be absent.
  struct Detail: Model, Equatable {
    typealias Receives = PartMessage
    var taps = 0
    var inner: Inner?
  }

  /// A part that is absent or a slice.
  struct Inner: Model, Equatable {
    typealias Receives = PartMessage
    var taps = 0
    var rows = [Row(id: 1)]
  }

  /// A slice with parts that are stored, computed, and found by a closure.
  struct Board: Model, Equatable {
    typealias Receives = PartMessage
    // So that no part of the board begins where the board itself begins.
    var padding = 0
    var rows = [Row(id: 1)]
    var decks = [Deck()]
    var hidden = [Row(id: 1)]
    var computed: [Row] {
      get { hidden }
      set { hidden = newValue }
    }

    static let firstDeck = ClosurePart<Board, Deck>("firstDeck") { board, change in
      if !board.decks.isEmpty { change(&board.decks[0]) }
    }
  }

  /// A part that is found by a closure.
  struct Deck: Model, Equatable {
    typealias Receives = PartMessage
    var taps = 0
    var rows = [Row(id: 1)]
  }

  /// The model of the app.
  struct App: Model, Equatable {
    var heard: [String] = []
    var left = Board()
    var right = Board()
    var detail: Detail? = Detail(inner: Inner())
    var inner = Inner()
    var rows = [Row(id: 1, detail: Detail()), Row(id: 2), Row(id: 3)]
    var identifiedRows: IdentifiedArray<Row> = [Row(id: 1)]
  }

  /// Counts taps of a row and gives it another `id`.
  static let row = TypedFunctionUpdater { (model: inout Row, message: PartMessage) in
    switch message {
    case .tapped: model.taps += 1
    case .renumbered(let id): model.id = id
    }
    return []
  }

  /// Counts messages, returns commands, and has rows below it.
  static let inner = CombinedUpdater<Inner>([
    .full(
      TypedFunctionUpdater { (model: inout Inner, message: PartMessage) in
        model.taps += 1
        return []
      }),
    .full(TypedFunctionUpdater { (model: inout Inner, message: Returning) in message.commands }),
    .each(\.rows, row),
  ])

  /// Returns commands from the app itself.
  static let returning = TypedFunctionUpdater { (model: inout App, message: Returning) in
    message.commands
  }

  /// Takes taps of the app itself.
  static let tapped = TypedFunctionUpdater { (model: inout App, _: PartMessage) in
    model.heard.append("tapped")
    return []
  }

  /// A runtime that was started, and what a test controls and sees of what surrounds it.
  struct Started<Root: Model> {
    let runtime: Runtime<Root>
    let issues: IssueRecorder
    let log: Log
    let clock: ManualClock
    let held: Locked<[Dispatcher]>
    let board: SourceBoard
  }

  /// Starts the app as ``start(_:model:interpreters:interceptors:)`` does.
  static func start(
    _ feature: some Feature<App>, interpreters: [Interpreter] = [],
    interceptors: [Interceptor<App>] = []
  ) throws -> Started<App> {
    try start(feature, model: App(), interpreters: interpreters, interceptors: interceptors)
  }

  /// Starts a runtime in which a ``Do`` whose name begins with "hold" lasts until the test ends it,
  /// and one whose name begins with "answer" sends ``PartMessage/tapped``.
  static func start<Root: Model>(
    _ feature: some Feature<Root>, model: Root, interpreters: [Interpreter] = [],
    interceptors: [Interceptor<Root>] = []
  ) throws -> Started<Root> {
    let (issues, log, clock, board) = (IssueRecorder(), Log(), ManualClock(), SourceBoard())
    let held = Locked<[Dispatcher]>([])
    let doing = Interpreter.command(Do.self) { command, dispatch in
      log(command.name)
      if command.name.hasPrefix("hold") { held.withLock { $0.append(dispatch) } }
      if command.name.hasPrefix("answer") { dispatch(PartMessage.tapped) }
    }
    let runtime = try Runtime(
      Program(model: model, feature), interpreters: interpreters + [doing, board.interpreter],
      options: RuntimeOptions(interceptors: interceptors, clock: clock, issues: issues.handler))
    runtime.start()
    return Started(
      runtime: runtime, issues: issues, log: log, clock: clock, held: held, board: board)
  }

  struct Work: Command, Equatable { var name: String }

  /// Starts an app that returns the commands of a message, with an interpreter of ``Work``.
  static func runtime(
    performing work: @escaping @Sendable (Work, Dispatcher) async throws -> Void
  ) throws -> Runtime<App> {
    try start(
      CombinedUpdater<App>([.full(returning), .full(tapped)]),
      interpreters: [.command(Work.self, work)]
    ).runtime
  }
}
