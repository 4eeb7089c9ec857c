import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A provider is asked after the updates that may have changed what it reads, and not after others.
@Suite struct AskedProvidersTests {
  private typealias App = Asked.App
  private typealias Side = Asked.Side
  private typealias Leaf = Asked.Leaf
  private typealias Row = Asked.Row
  private typealias Screen = Asked.Screen
  private typealias Unknown = Asked.Unknown
  private typealias One = Asked.One
  private typealias Two = Asked.Two
  private typealias Want<Part, Key> = Asked.Want<Part, Key>
  private typealias Changing<Part: Model, M: Message> = Asked.Changing<Part, M>

  private let log = Log()
  private let board = SourceBoard()

  private func leaf(_ name: String) -> Asked.Provider<Leaf> {
    Asked.Provider(name: name, log: log) { $0.wanted }
  }

  private func updater<Key>(_ key: Key.Type) -> Changing<Leaf, Want<Leaf, Key>> {
    Changing { model, message in model.wanted = message.names.map { Source(name: $0) } }
  }

  private func silent<Part, Key>(
    _ part: Part.Type, _ key: Key.Type
  ) -> Changing<Part, Want<Part, Key>> {
    Changing()
  }

  private func run(
    _ updaters: [CombinedUpdater<App>.Part], _ providers: [CombinedUpdater<App>.Part],
    _ interpreters: [Interpreter] = [], options: RuntimeOptions<App> = RuntimeOptions()
  ) throws -> Runtime<App> {
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater([.full(CombinedUpdater(updaters)), .full(CombinedUpdater(providers))])),
      interpreters: [board.interpreter] + interpreters, options: options)
    runtime.start()
    return runtime
  }

  /// Who is asked after a message.
  private func asked(_ runtime: Runtime<App>, _ message: some Message) -> [String] {
    let before = log.all.count
    runtime.dispatch(message)
    return Array(log.all.dropFirst(before))
  }

  private var sides: [CombinedUpdater<App>.Part] {
    [
      .slice(\.left.first, leaf("left first")),
      .slice(\.left, CombinedUpdater<Side>([.slice(\.second, leaf("left second"))])),
      .slice(\.right.first, leaf("right first")),
    ]
  }

  @Test func allAreAskedAtTheStart() throws {
    let runtime = try run([], sides)
    #expect(log.all == ["left first", "left second", "right first"])
    runtime.requestShutdown()
  }

  @Test func anUpdateOfASliceAsksWhoReadsIt() throws {
    let left = CombinedUpdater<Side>([.slice(\.second, updater(Two.self))])
    let runtime = try run([.slice(\.left.first, updater(One.self)), .slice(\.left, left)], sides)
    #expect(asked(runtime, Want<Leaf, One>(names: ["a"])) == ["left first"])
    #expect(asked(runtime, Want<Leaf, Two>(names: ["b"])) == ["left second"])
    #expect(board.log.all == ["start a 0", "start b 0"])
    #expect(asked(runtime, Want<Leaf, One>()) == ["left first"])
    #expect(board.log.all.last == "stop a", "what others declare goes on")
    runtime.requestShutdown()
  }

  @Test func anUpdateOfTheWholeOrOfAPartAroundAsksToo() throws {
    let runtime = try run(
      [
        .full(silent(App.self, One.self)), .slice(\.left, silent(Side.self, One.self)),
        .slice(\.left.first, silent(Leaf.self, One.self)),
        .slice(\.right, silent(Side.self, Two.self)),
        .slice(\.left.first, silent(Leaf.self, Two.self)),
      ], sides + [.full(Asked.Provider(name: "full", log: log) { _ in [] })])
    #expect(
      asked(runtime, Want<App, One>()) == ["left first", "left second", "right first", "full"])
    #expect(asked(runtime, Want<Side, One>()) == ["left first", "left second", "full"])
    #expect(asked(runtime, Want<Leaf, One>()) == ["left first", "full"])
    #expect(asked(runtime, Want<Side, Two>()) == ["right first", "full"])
    runtime.requestShutdown()
  }

  @Test func severalUpdatersOfOneMessageAskForAllThatTheyWrite() throws {
    let runtime = try run(
      [.slice(\.left.first, updater(One.self)), .slice(\.right.first, updater(One.self))], sides)
    #expect(asked(runtime, Want<Leaf, One>(names: ["a"])) == ["left first", "right first"])
    runtime.requestShutdown()
  }

  @Test func messagesThatNobodyTakesAskNobody() throws {
    let runtime = try run([.slice(\.left.first, updater(One.self))], sides)
    #expect(asked(runtime, Unknown()) == [])
    #expect(asked(runtime, Want<Leaf, Two>()) == [])
    runtime.requestShutdown()
  }

  @Test func anUpdaterOfEveryMessageCountsWithAll() throws {
    struct Every: Updater {
      func update(model: inout Side, message: any Message) -> [any Command] { [] }
    }
    let runtime = try run(
      [.slice(\.right, Every()), .slice(\.left.first, updater(One.self))], sides)
    #expect(asked(runtime, Unknown()) == ["right first"])
    #expect(asked(runtime, Want<Leaf, One>()) == ["left first", "right first"])
    runtime.requestShutdown()
  }

  private static let second = ClosurePart<Side, Leaf>("second") { model, change in
    change(&model.second)
  }
  private static let read = ClosurePart<App, Leaf>("read") { model, change in
    change(&model.left.first)
  }

  @Test func partsWhosePlaceIsNotKnownCountAsWhatIsAroundThem() throws {
    let inner = CombinedUpdater<Side>([
      .slice(Self.second, updater(One.self))
    ])
    let runtime = try run(
      [.slice(\.left, inner), .slice(\.mirror.first, updater(Two.self))],
      sides + [
        .slice(Self.read, leaf("read")),
        .slice(\.mirror.second, leaf("mirror")),
      ])
    #expect(asked(runtime, Want<Leaf, One>()) == ["left first", "left second", "read", "mirror"])
    #expect(
      asked(runtime, Want<Leaf, Two>()) == [
        "left first", "left second", "right first", "read", "mirror",
      ])
    runtime.requestShutdown()
  }

  @Test func valuesThatComeAndGoAskForTheirPlace() throws {
    let opener = Changing<App, Want<App, One>> { model, _ in
      model.sheet = model.sheet == nil ? Leaf() : nil
    }
    let runtime = try run(
      [
        .optional(\.sheet, updater(One.self)), .case(\.screen, Screen.aLeaf, updater(Two.self)),
        .full(opener),
      ], [.optional(\.sheet, leaf("sheet")), .case(\.screen, Screen.aLeaf, leaf("screen"))])
    #expect(log.all == ["screen"])
    #expect(asked(runtime, Want<App, One>()) == ["sheet", "screen"])
    #expect(asked(runtime, Want<Leaf, One>(names: ["a"]).to(App.at.sheet)) == ["sheet"])
    let screen = App.at.screen[case: Screen.aLeaf]
    #expect(asked(runtime, Want<Leaf, Two>(names: ["b"]).to(screen)) == ["screen"])
    #expect(board.log.all == ["start a 0", "start b 0"])
    #expect(asked(runtime, Want<App, One>()) == ["screen"])
    #expect(board.log.all.last == "stop a")
    runtime.requestShutdown()
  }

  private var row: Asked.Provider<Row> { Asked.Provider(name: "row", log: log) { $0.wanted } }

  private var rowUpdater: Changing<Row, Want<Row, One>> {
    Changing { model, message in model.wanted = message.names.map { Source(name: $0) } }
  }

  @Test func messagesOfARowAskForItsPart() throws {
    let side = CombinedUpdater<Side>([.each(\.rows, rowUpdater)])
    let sideRows = CombinedUpdater<Side>([
      .each(\.rows, row), .slice(\.first, leaf("left first")),
    ])
    let runtime = try run(
      [.each(\.rows, rowUpdater), .slice(\.left, side)],
      [.each(\.rows, row), .slice(\.left, sideRows), .slice(\.right.first, leaf("right first"))])
    let message = Want<Row, One>(names: ["a"])
    #expect(asked(runtime, message.to(App.at.rows[2])) == ["row", "row"])
    #expect(
      asked(runtime, message.to(App.at.left.rows[1])) == ["row"])
    #expect(asked(runtime, Unknown().to(App.at.sheet)) == [])
    #expect(board.log.all == ["start a 0", "start a 0"])
    runtime.requestShutdown()
  }

  @Test func aParentThatListensToItsRowsCounts() throws {
    let side = CombinedUpdater<Side>([
      .each(\.rows, rowUpdater),
      .listen(to: Side.at.rows, Want<Row, One>.self) { _, _, _ in [] },
    ])
    let inSlice = try run([.slice(\.left, side)], sides)
    let message = Want<Row, One>()
    #expect(
      asked(inSlice, message.to(App.at.left.rows[1])) == ["left first", "left second"])
    let atTheRoot = try run(
      [
        .each(\.rows, rowUpdater),
        .listen(to: App.at.rows, Want<Row, One>.self) { _, _, _ in [] },
      ], sides)
    #expect(
      asked(atTheRoot, message.to(App.at.rows[1])) == [
        "left first", "left second", "right first",
      ])
    inSlice.requestShutdown()
    atTheRoot.requestShutdown()
  }

  @Test func whoReadsTheMessageIsAlwaysAsked() throws {
    let runtime = try run(
      [.slice(\.left.first, updater(One.self))], [.full(Asked.MessageProvider(log: log))] + sides)
    #expect(asked(runtime, Want<Leaf, One>(names: ["a"])) == ["message", "left first"])
    #expect(board.log.all == ["start of the message 0", "start a 0"])
    #expect(asked(runtime, Unknown()) == ["message"])
    #expect(board.log.all.last == "stop of the message")
    runtime.requestShutdown()
  }

  @Test func theMessageThatIsHandledCounts() throws {
    let replacing = Interceptor<App>(before: { envelope, _ in
      envelope.message is Unknown ? .replace(Want<Leaf, One>(names: ["a"])) : .handle
    })
    let runtime = try run(
      [.slice(\.left.first, updater(One.self))], sides,
      options: RuntimeOptions(interceptors: [replacing]))
    #expect(asked(runtime, Unknown()) == ["left first"])
    #expect(board.log.all == ["start a 0"])
    runtime.requestShutdown()
  }

  /// With the check of purity, all are asked, to find those that read more than their part: also
  /// after a message that no provider has to be asked after.
  @Test(arguments: [true, false])
  func aProviderThatReadsSomethingElseIsReported(isAnotherAffected: Bool) throws {
    let (global, issues) = (Locked("a"), IssueRecorder())
    let impure = FunctionSubscriptionProvider<Leaf> { _ in [Source(name: global.withLock { $0 })] }
    let runtime = try run(
      [.slice(\.left.first, updater(One.self)), .slice(\.right.first, updater(Two.self))],
      [.slice(\.left.first, impure)]
        + (isAnotherAffected ? [.slice(\.right.first, leaf("right first"))] : []),
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.dispatch(Want<Leaf, Two>(names: ["x"]))
    #expect(issues.issues.isEmpty)
    global.withLock { $0 = "b" }
    runtime.dispatch(Want<Leaf, Two>(names: ["x"]))
    #expect(issues.kinds == [.impureUpdate])
    #expect(board.log.all == ["start a 0"] + (isAnotherAffected ? ["start x 0"] : []))
    runtime.requestShutdown()
  }

  /// Of two declarations, the one whose provider was not asked keeps its place and its reply.
  @Test func whatTwoProvidersDeclareStaysInDeclaredOrder() throws {
    struct Heard: Message { var text: String }
    let replies: (String) -> Asked.Provider<Leaf> = { name in
      Asked.Provider(name: name, log: log) { leaf in
        leaf.wanted.map { Source(name: $0.name, reply: Reply { Heard(text: "\(name) \($0)") }) }
      }
    }
    let heard = Changing<App, Heard> { model, message in model.title += message.text + "; " }
    let runtime = try run(
      [
        .full(heard), .slice(\.left.first, updater(One.self)),
        .slice(\.right.first, updater(Two.self)),
      ], [.slice(\.left.first, replies("left")), .slice(\.right.first, replies("right"))])
    runtime.dispatch(Want<Leaf, Two>(names: ["x"]))
    runtime.dispatch(Want<Leaf, One>(names: ["y", "x"]))
    board.send("1", from: "x")
    runtime.dispatch(Want<Leaf, One>(names: ["x"]))
    board.send("2", from: "x")
    runtime.dispatch(Want<Leaf, One>())
    board.send("3", from: "x")
    #expect(runtime.model.title == "left 1; right 1; left 2; right 2; right 3; ")
    #expect(board.log.all == ["start x 0", "start y 0", "stop y"])
    runtime.requestShutdown()
  }

  /// What moves from one provider to another in one step was never gone: also what it sent before,
  /// and what waits, is handled.
  @Test func whatMovesBetweenProvidersContinues() throws {
    struct Start: TypedUpdater {
      func update(model: inout Asked.App, message: Unknown) -> [any Command] { [Do("move")] }
    }
    struct Move: Message {}
    let mover = Changing<App, Move> { model, _ in
      swap(&model.left.first.wanted, &model.right.first.wanted)
    }
    let heard = Changing<App, Note> { model, message in
      if case .add(let text) = message { model.title += text }
    }
    let runtime = try run(
      [.full(mover), .full(heard), .full(Start()), .slice(\.left.first, updater(One.self))], sides,
      [
        .command(
          Doing { [board] _, dispatch in
            dispatch(Move())
            board.send("sent before the move", from: "b")
          })
      ])
    runtime.dispatch(Want<Leaf, One>(names: ["a", "b"]))
    runtime.dispatch(Unknown())
    #expect(runtime.model.right.first.wanted.map(\.name) == ["a", "b"])
    #expect(runtime.model.title == "sent before the move")
    #expect(runtime.statistics.silenced == 0)
    #expect(board.log.all == ["start a 0", "start b 0"])
    runtime.dispatch(Move())
    runtime.dispatch(Want<Leaf, One>())
    #expect(board.log.all.suffix(2) == ["stop b", "stop a"])
    runtime.requestShutdown()
  }
}
