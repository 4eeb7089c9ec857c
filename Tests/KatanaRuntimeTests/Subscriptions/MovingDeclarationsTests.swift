import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Three providers of one app, of which only some are asked after a message.
@Suite struct MovingDeclarationsTests {
  struct Part: Model { var wanted: [Source] = [] }
  struct Parts: Model {
    var a = Part()
    var b = Part()
    var c = Part()
    var got: [String] = []
  }

  /// Says which parts a message is for.
  protocol Mask { static var bits: Int { get } }
  enum A: Mask { static let bits = 1 }
  enum B: Mask { static let bits = 2 }
  enum AB: Mask { static let bits = 3 }
  enum C: Mask { static let bits = 4 }
  enum AC: Mask { static let bits = 5 }
  enum BC: Mask { static let bits = 6 }
  enum ABC: Mask { static let bits = 7 }

  struct Want<Parts: Mask>: Message { var lists: [[Source]] }

  struct WantUpdater<Parts: Mask>: TypedUpdater {
    let index: Int

    func update(model: inout Part, message: Want<Parts>) -> [any Command] {
      model.wanted = message.lists[index]
      return []
    }
  }

  struct HeardUpdater: TypedUpdater {
    func update(model: inout Parts, message: Note) -> [any Command] {
      if case .add(let text) = message { model.got.append(text) }
      return []
    }
  }

  private static func updaters<M: Mask>(_ mask: M.Type) -> [FeaturePart<Parts>] {
    let all: [FeaturePart<Parts>] = [
      .slice(\.a, WantUpdater<M>(index: 0)), .slice(\.b, WantUpdater<M>(index: 1)),
      .slice(\.c, WantUpdater<M>(index: 2)),
    ]
    return all.enumerated().filter { M.bits & 1 << $0.offset != 0 }.map(\.element)
  }

  private func start(_ board: SourceBoard) throws -> Runtime<Parts> {
    let provider = FunctionSubscriptionProvider<Part> { $0.wanted }
    var parts = Self.updaters(A.self) + Self.updaters(B.self) + Self.updaters(AB.self)
    parts += Self.updaters(C.self) + Self.updaters(AC.self) + Self.updaters(BC.self)
    parts += Self.updaters(ABC.self) + [.full(HeardUpdater())]
    let runtime = try Runtime(
      Program(
        model: Parts(),
        CombinedUpdater([
          .full(CombinedUpdater(parts)),
          .full(
            CombinedUpdater([
              .slice(\.a, provider), .slice(\.b, provider), .slice(\.c, provider),
            ])),
        ])), interpreters: [board.interpreter],
      options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    return runtime
  }

  private func want(_ lists: [[Source]], for bits: Int, _ runtime: Runtime<Parts>) {
    switch bits {
    case A.bits: runtime.dispatch(Want<A>(lists: lists))
    case B.bits: runtime.dispatch(Want<B>(lists: lists))
    case AB.bits: runtime.dispatch(Want<AB>(lists: lists))
    case C.bits: runtime.dispatch(Want<C>(lists: lists))
    case AC.bits: runtime.dispatch(Want<AC>(lists: lists))
    case BC.bits: runtime.dispatch(Want<BC>(lists: lists))
    default: runtime.dispatch(Want<ABC>(lists: lists))
    }
  }

  @Test func whatMovesBehindAnotherOneIsAnsweredAfterIt() throws {
    let board = SourceBoard()
    let moving = Source(name: "x", reply: Reply { Note.add("moving \($0)") })
    let staying = Source(name: "x", reply: Reply { Note.add("staying \($0)") })
    let runtime = try start(board)
    want([[moving], [staying], []], for: ABC.bits, runtime)
    board.send("1", from: "x")
    want([[], [staying], [moving]], for: AC.bits, runtime)
    board.send("2", from: "x")
    #expect(runtime.model.got == ["moving 1", "staying 1", "staying 2", "moving 2"])
  }

  @Test func whatIsDeclaredFirstAfterAMoveRuns() throws {
    let board = SourceBoard()
    let (first, second) = (Source(name: "x", payload: 1), Source(name: "x", payload: 2))
    let runtime = try start(board)
    want([[first], [second], []], for: ABC.bits, runtime)
    want([[], [second], [first]], for: AC.bits, runtime)
    #expect(board.log.all == ["start x 1", "stop x", "start x 2"])
  }

  /// Of two names, random lists with random payloads, in each provider.
  @Test(arguments: [false, true])
  func theFirstOneRunsAndAllThatAgreeAreAnsweredInOrder(takesUpdates: Bool) throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<200 {
      let board = SourceBoard(updates: takesUpdates)
      let runtime = try start(board)
      var lists: [[Source]] = [[], [], []]
      for step in 0..<12 {
        let bits = Int.random(in: 1...7, using: &generator)
        for list in lists.indices where bits & 1 << list != 0 {
          lists[list] = (0..<Int.random(in: 0...3, using: &generator)).map { place in
            Source(
              name: Bool.random(using: &generator) ? "x" : "y",
              payload: Int.random(in: 1...2, using: &generator),
              reply: Reply { Note.add("\(list).\(place) \($0)") })
          }
        }
        want(lists, for: bits, runtime)
        for name in ["x", "y"] { try check(name, lists, step, board, runtime) }
      }
    }
  }

  private func check(
    _ name: String, _ lists: [[Source]], _ step: Int, _ board: SourceBoard,
    _ runtime: Runtime<Parts>
  ) throws {
    let before = runtime.model.got.count
    board.send("\(step)", from: name)
    let declared = lists.enumerated().flatMap { list in
      list.element.enumerated().map { (reply: "\(list.offset).\($0.offset)", source: $0.element) }
    }.filter { $0.source.name == name }
    let payload = declared.first?.source.payload
    let agreeing = declared.filter { $0.source.payload == payload }
    try #require(
      Array(runtime.model.got.dropFirst(before)) == agreeing.map { "\($0.reply) \(step)" })
    let last = board.log.all.last { $0.contains(" \(name)") }
    if let payload {
      try #require(last?.hasSuffix("\(name) \(payload)") == true)
    } else {
      try #require(last == nil || last == "stop \(name)")
    }
  }
}
