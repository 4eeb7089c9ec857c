import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// Cases that a search for faults found: parts of one name, lazy features, modifiers, `finish`.
@Suite struct TreeEdgeCaseTests {
  enum Msg: Message, Equatable {
    case tap, setID(Int), go(String, [Do])
    static func == (a: Msg, b: Msg) -> Bool { "\(a)" == "\(b)" }
  }
  struct Cmds: Message { var commands: [any Command]; init(_ c: [any Command]) { commands = c } }
  struct G: GlobalMessage {}
  final class Base: Message {}
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = Msg
    var id: Int
    var taps = 0
    var detail: Detail?
  }
  struct Detail: Model, Equatable { typealias Receives = Msg; var taps = 0; var inner: Inner? }
  struct Inner: Model, Equatable { typealias Receives = Msg; var taps = 0; var rows = [Row(id: 1)] }
  struct Board: Model, Equatable {
    typealias Receives = Msg
    var pad = 0
    var rows = [Row(id: 1)]
    var decks = [Deck()]
    var hidden = [Row(id: 1)]
    var computed: [Row] {
      get { hidden }
      set { hidden = newValue }
    }
    static let first = ClosurePart<Board, Deck>("first") { m, c in
      if !m.decks.isEmpty { c(&m.decks[0]) }
    }
  }
  struct Deck: Model, Equatable { typealias Receives = Msg; var taps = 0; var rows = [Row(id: 1)] }
  struct App: Model, Equatable {
    var heard: [String] = []
    var left = Board(), right = Board()
    var detail: Detail? = Detail(inner: Inner())
    var inner = Inner()
    var rows = [Row(id: 1, detail: Detail()), Row(id: 2), Row(id: 3)]
    var idRows: IdentifiedArray<Row> = [Row(id: 1)]
  }
  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (m: inout Row, x: Msg) in
        switch x {
        case .tap: m.taps += 1;
        case .setID(let i): m.id = i;
        case .go(_, let c): return c
        }
        return []
      }),
    .full(TypedFunctionUpdater { (m: inout Row, x: Cmds) in x.commands }),
  ])
  static let inner = CombinedUpdater<Inner>([
    .full(
      TypedFunctionUpdater { (m: inout Inner, x: Msg) in
        m.taps += 1; return []
      }),
    .full(
      TypedFunctionUpdater { (m: inout Inner, x: G) in
        m.taps += 1; return []
      }),
    .full(TypedFunctionUpdater { (m: inout Inner, x: Cmds) in x.commands }),
    .each(\.rows, Self.row),
  ])
  struct Env {
    let runtime: Runtime<App>, issues: IssueRecorder, log: Log, clock: ManualClock,
      held: Locked<[Dispatcher]>, board: SourceBoard
  }
  func start(_ f: some Feature<App>, model: App = App(), interceptors: [Interceptor<App>] = [])
    throws -> Env
  {
    let issues = IssueRecorder(), log = Log(), clock = ManualClock(),
      held = Locked<[Dispatcher]>([])
    let board = SourceBoard()
    let r = try Runtime(
      Program(model: model, f),
      interpreters: [
        .command(Do.self) { c, d in
          log(c.name)
          if c.name.hasPrefix("hold") { held.withLock { $0.append(d) } }
          if c.name.hasPrefix("answer") { d(Msg.tap) }
        },
        .subscription { (s: Source, d) in SourceInterpreter(s, d, board) },
      ], options: RuntimeOptions(interceptors: interceptors, clock: clock, issues: issues.handler))
    r.start()
    return Env(runtime: r, issues: issues, log: log, clock: clock, held: held, board: board)
  }
  static let cmds = TypedFunctionUpdater { (m: inout App, x: Cmds) in x.commands }

  @Test func finishStartsDelayedOnce() async throws {
    let e = try start(CombinedUpdater<App>([.full(Self.cmds)]))
    e.runtime.dispatch(Cmds([Do("hold").delayed(by: .seconds(5))]))
    async let f = e.runtime.finish(within: .seconds(20))
    await e.log.reached("hold")
    e.clock.advance(by: .seconds(6))
    #expect(e.log.all == ["hold"])
    e.held.withLock { $0 = [] }
    _ = await f
  }

  @Test func finishStartsDebouncedOnce() async throws {
    let e = try start(CombinedUpdater<App>([.full(Self.cmds)]))
    e.runtime.dispatch(Cmds([Do("hold").debounced(id: "x", for: .seconds(5))]))
    async let f = e.runtime.finish(within: .seconds(20))
    await e.log.reached("hold")
    e.clock.advance(by: .seconds(6))
    #expect(e.log.all == ["hold"])
    e.held.withLock { $0 = [] }
    _ = await f
  }

  @Test func finishThrottledTrailingStartedMeanwhile() async throws {
    let f = TypedFunctionUpdater { (m: inout App, x: Msg) in
      [Do("save").throttled(id: "x", for: .seconds(5), .trailing)]
    }
    let e = try start(CombinedUpdater<App>([.full(Self.cmds), .full(f)]))
    e.runtime.dispatch(Cmds([Do("answer").delayed(by: .seconds(5))]))
    let t = Task { await e.runtime.finish(within: .seconds(20)) }
    await e.log.reached("save")
    #expect(e.log.all == ["answer", "save"])
    e.clock.advance(by: .seconds(21))
    #expect(await t.value.left == [])
  }

  @Test func finishByCallerInControl() async throws {
    struct Quit: Command {}
    let log = Log(), ref = Locked<Runtime<App>?>(nil), clock = ManualClock()
    let r = try Runtime(
      Program(model: App(), CombinedUpdater<App>([.full(Self.cmds)])),
      interpreters: [
        .command(Quit.self) { (_: Quit, _: Dispatcher) async throws in
          _ = await ref.withLock { $0 }!.finish(within: .seconds(20)); log("finished")
        },
        .command(Do.self) { _, _ in },
      ], options: RuntimeOptions(clock: clock))
    ref.withLock { $0 = r }
    r.start()
    r.dispatch(Cmds([Sequential([Do("a"), Quit()])]))
    await log.reached("finished")
    ref.withLock { $0 = nil }
  }

  @Test func shutdownEndsFinish() async throws {
    let e = try start(CombinedUpdater<App>([.full(Self.cmds)]))
    e.runtime.dispatch(Cmds([Do("hold").delayed(by: .seconds(5))]))
    let finish = Task { await e.runtime.finish(within: .seconds(20)) }
    await e.log.reached("hold")
    e.runtime.requestShutdown()
    _ = await finish.value
    e.held.withLock { $0 = [] }
  }

  @Test func finishBeforeStartReturns() async throws {
    let program = Program(model: App(), CombinedUpdater<App>([.full(Self.cmds)]))
    let r = try Runtime(
      program, interpreters: [.command(Do.self) { _, _ in }],
      options: RuntimeOptions(clock: ManualClock()))
    #expect(await r.finish(within: .seconds(20)).left == [])
  }

  @Test func globalReachesModifiedLazyFeature() throws {
    let f = CombinedUpdater<Detail>([
      .full(
        TypedFunctionUpdater { (m: inout Detail, x: G) in
          m.taps += 1; return []
        })
    ])
    let e = try start(
      CombinedUpdater<App>([.optional(\.detail, LazyFeature { f }.modified { m, _, n in n(&m) })]))
    e.runtime.dispatch(G())
    #expect(e.runtime.model.detail?.taps == 1)
  }
  static let deck = CombinedUpdater<Deck>([
    .each(\.rows, Self.row),
    .full(
      TypedFunctionUpdater { (m: inout Deck, x: Msg) in
        m.taps += 1; return []
      }),
    .full(FunctionSubscriptionProvider<Deck> { _ in [] }),
  ])
  static let rowWatched = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (m: inout Row, x: Msg) in
        m.taps += 1; return []
      }),
    .full(
      FunctionSubscriptionProvider<Row> { r in
        [Source(name: "s", reply: Reply { (_: String) in Msg.tap })]
      }),
  ])

  @Test func addressOfComputedPartInSlice() throws {
    let b = CombinedUpdater<Board>([.each(\.computed, Self.row)])
    let e = try start(CombinedUpdater<App>([.slice(\.left, b), .slice(\.right, b)]))
    e.runtime.dispatch(Msg.tap, to: App.at.left.computed[1])
    #expect(e.runtime.model.left.hidden[0].taps == 1)
    #expect(e.runtime.model.right.hidden[0].taps == 0)
    #expect(e.issues.issues.map(\.text) == [])
  }

  @Test func commandOfClosurePartInTwoSlices() throws {
    let b = CombinedUpdater<Board>([
      .slice(Board.first, Self.deck),
      .full(
        TypedFunctionUpdater { (m: inout Board, x: Msg) in
          [Do("answer").in(Board.at[Board.first].rows[1])]
        }),
    ])
    let e = try start(CombinedUpdater<App>([.slice(\.left, b), .slice(\.right, b)]))
    e.runtime.dispatch(Msg.tap, to: App.at.left)
    #expect(e.runtime.model.left.decks[0].rows[0].taps == 1)
    #expect(e.runtime.model.right.decks[0].rows[0].taps == 0)
  }

  @Test func commandOfClosurePartInTwoSlicesNoAddress() throws {
    struct OnlyLeft: Message {}
    let cb = { @Sendable (m: inout Board, x: OnlyLeft) -> [any Command] in
      [Do("answer").in(Board.at[Board.first].rows[1])]
    }
    let b = CombinedUpdater<Board>([.slice(Board.first, Self.deck)])
    let l = CombinedUpdater<Board>([
      .slice(Board.first, Self.deck), .full(TypedFunctionUpdater(cb)),
    ])
    let e = try start(CombinedUpdater<App>([.slice(\.left, l), .slice(\.right, b)]))
    e.runtime.dispatch(OnlyLeft())
    #expect(e.runtime.model.left.decks[0].rows[0].taps == 1)
    #expect(e.runtime.model.right.decks[0].rows[0].taps == 0)
  }

  @Test func subscriptionsOfClosurePartInTwoSlices() throws {
    let d = CombinedUpdater<Deck>([.each(\.rows, Self.rowWatched)])
    let b = CombinedUpdater<Board>([.slice(Board.first, d)])
    let e = try start(CombinedUpdater<App>([.slice(\.left, b), .slice(\.right, b)]))
    #expect(e.board.log.all.count == 2)
    #expect(e.issues.issues.map(\.text) == [])
    if let s = e.board.running.withLock({ $0["s"] }) { s { $0.reply("x") } }
    #expect(
      e.runtime.model.left.decks[0].rows[0].taps + e.runtime.model.right.decks[0].rows[0].taps == 1)
  }

  @Test func subscriptionsOfComputedPartInTwoSlices() throws {
    let b = CombinedUpdater<Board>([.each(\.computed, Self.rowWatched)])
    let e = try start(CombinedUpdater<App>([.slice(\.left, b), .slice(\.right, b)]))
    #expect(e.board.log.all.count == 2)
    #expect(e.issues.issues.map(\.text) == [])
    if let s = e.board.running.withLock({ $0["s"] }) { s { $0.reply("x") } }
    #expect(e.runtime.model.left.hidden[0].taps + e.runtime.model.right.hidden[0].taps == 1)
  }

  @Test func relativeAddressInSliceOfSecondPartOfName() throws {
    let a = TypedFunctionUpdater { (m: inout Board, x: G) in [] as [any Command] }
    struct Holder: Model, Equatable { var board = Board() }
    struct A2: Model, Equatable { var h: Holder? = Holder() }
    _ = a
    let hb = CombinedUpdater<Holder>([
      .slice(
        \.board,
        CombinedUpdater<Board>([
          .each(\.rows, Self.row),
          .full(
            TypedFunctionUpdater { (m: inout Board, x: Msg) in [Send(Msg.tap.to(Board.at.rows[1]))]
            }),
        ]))
    ])
    let ha = CombinedUpdater<Holder>([.full(TypedFunctionUpdater { (m: inout Holder, x: G) in [] })]
    )
    let issues = IssueRecorder()
    let r = try Runtime(
      Program(model: A2(), CombinedUpdater<A2>([.optional(\.h, ha), .optional(\.h, hb)])),
      interpreters: [], options: RuntimeOptions(issues: issues.handler))
    r.start()
    r.dispatch(.tap, to: A2.at.h.board)
    #expect(r.model.h?.board.rows[0].taps == 1)
    #expect(issues.issues.map(\.text) == [])
  }

  @Test func mapToAbsoluteAddress() throws {
    let d = CombinedUpdater<Detail>([
      .full(
        TypedFunctionUpdater { (m: inout Detail, x: Msg) in
          [Do("answer").map { (_: Msg) in Msg.tap.to(App.at.rows[1]) }]
        })
    ])
    let e = try start(CombinedUpdater<App>([.optional(\.detail, d), .each(\.rows, Self.row)]))
    e.runtime.dispatch(.tap, to: App.at.detail)
    #expect(e.runtime.model.rows[0].taps == 1)
    #expect(e.issues.issues.map(\.text) == [])
  }

  @Test func listenerHearsPresentChildrenOnly() throws {
    let det = TypedFunctionUpdater { (m: inout Detail, x: Msg) in
      m.taps += 1; return []
    }
    let e = try start(
      CombinedUpdater<App>([
        .each(\.rows, CombinedUpdater<Row>([.optional(\.detail, det)])),
        .listen(to: App.at.rows.all.detail, Msg.self) { m, a, _ in
          m.heard.append("to \(a)"); return []
        },
        .listen(any: Detail.self) { m, a, _ in
          m.heard.append("any \(a)"); return []
        },
      ]))
    e.runtime.dispatch(.tap, to: App.at.rows.all.detail)
    #expect(e.runtime.model.heard == ["to App.at.rows[1].detail", "any App.at.rows[1].detail"])
  }

  @Test func dismissUnderModifierIsNotReported() throws {
    let e = try start(
      CombinedUpdater<App>([
        .full(CombinedUpdater<App>([.each(\.rows, Self.row)]).modified { m, _, n in [] }),
        .full(Self.cmds),
      ]))
    e.runtime.dispatch(Cmds([Dismiss().in(App.at.rows[1])]))
    #expect(e.runtime.model.rows.count == 3)
    #expect(e.issues.issues.map(\.text) == [])
  }

  @Test func elementThatChangesItsIDIsFoundByTheNewOne() throws {
    let e = try start(CombinedUpdater<App>([.each(\.idRows, Self.row)]))
    e.runtime.dispatch(.setID(5), to: App.at.idRows[1])
    #expect(e.runtime.model.idRows[id: 5]?.id == 5)
    #expect(e.runtime.model.idRows[id: 1] == nil)
    e.runtime.dispatch(.tap, to: App.at.idRows[5])
    #expect(e.runtime.model.idRows[0].taps == 1)
  }

  @Test func removeAllThatThrowsKeepsIndices() throws {
    struct E: Error {}
    var a: IdentifiedArray<Row> = IdentifiedArray((1...6).map { Row(id: $0) })
    var n = 0
    try? a.removeAll { r in
      n += 1; if n == 5 { throw E() }; return r.id % 2 == 1
    }
    for (i, r) in a.enumerated() { #expect(a.index(ofID: r.id) == i) }
  }

  @Test func onLeaveCancelsInsideConcurrentOfParent() async throws {
    struct Rm: Message {}
    let e = try start(
      CombinedUpdater<App>([
        .full(Self.cmds), .each(\.rows, Self.row, onLeave: .cancel),
        .full(
          TypedFunctionUpdater { (m: inout App, x: Rm) in
            m.rows.removeFirst(); return []
          }),
      ]))
    e.runtime.dispatch(
      Cmds([
        Do("plain").delayed(by: .seconds(1)).in(App.at.rows[1]),
        Concurrent([Do("nested").delayed(by: .seconds(1)).in(App.at.rows[1])]),
      ]))
    e.runtime.dispatch(Rm())
    e.clock.advance(by: .seconds(2))
    #expect(e.log.all == [])
  }

  @Test func onLeaveSequentialDoesNotStartNext() async throws {
    struct Rm: Message {}
    let e = try start(
      CombinedUpdater<App>([
        .full(Self.cmds), .each(\.rows, Self.row, onLeave: .cancel),
        .full(
          TypedFunctionUpdater { (m: inout App, x: Rm) in
            m.rows.removeFirst(); return []
          }),
      ]))
    e.runtime.dispatch(
      Cmds([
        Sequential([Do("hold"), Do("next")]).in(App.at.rows[1]),
        Concurrent([Sequential([Do("hold2").in(App.at.rows[1]), Do("parent's")])]),
      ]))
    e.runtime.dispatch(Rm())
    #expect(!e.log.all.contains("next"))
    e.held.withLock { $0 = [] }
    #expect(!e.log.all.contains("next"))
  }

  @Test func interceptorReplacesByRelativeAddress() throws {
    struct Go: Message {}
    let i = Interceptor<App>(before: { e, _ in
      e.message is Go ? .replace(Msg.tap.to(Board.at.rows[1])) : .handle
    })
    let p = FunctionSubscriptionProvider<Board> { b in b.rows[0].taps > 0 ? [Source(name: "s")] : []
    }
    let e = try start(
      CombinedUpdater<App>([
        .slice(\.left, CombinedUpdater<Board>([.each(\.rows, Self.row), .full(p)]))
      ]), interceptors: [i])
    e.runtime.dispatch(Go())
    #expect(e.runtime.model.left.rows[0].taps == 1)
    #expect(e.board.log.all == ["start s 0"])
  }

  @Test func providerAskedAfterListenerAndModifier() throws {
    let p = FunctionSubscriptionProvider<App> { b in b.heard.isEmpty ? [] : [Source(name: "s")] }
    let e = try start(
      CombinedUpdater<App>([
        .slice(\.left, CombinedUpdater<Board>([.each(\.rows, Self.row)])),
        .listen(any: Row.self) { m, _, _ in
          m.heard.append("x"); return []
        }, .full(p),
      ]))
    e.runtime.dispatch(.tap, to: App.at.left.rows[1])
    #expect(e.board.log.all == ["start s 0"])
  }
  struct Node: Model, Identifiable, Equatable {
    typealias Receives = Msg; var id = 1; var taps = 0; var kids: [Node] = []
  }
  enum Rec {
    static let feature: CombinedUpdater<Node> = CombinedUpdater([
      .full(
        TypedFunctionUpdater { (m: inout Node, x: Msg) in
          m.taps += 1; return []
        }),
      .each(\.kids, LazyFeature { feature }.modified { m, _, n in n(&m) }),
    ])
  }

  @Test func recursiveFeatureUnderModifier() throws {
    let r = try Runtime(Program(model: Node(kids: [Node()]), Rec.feature), interpreters: [])
    r.start()
    r.dispatch(.tap, to: Node.at.kids[1])
    #expect(r.model.kids[0].taps == 1)
  }
  enum Screen: Equatable, Sendable {
    case home, det(Detail)
    static let d = EnumCase("det", Screen.det) { if case .det(let x) = $0 { x } else { nil } }
  }
  struct CApp: Model, Equatable {
    var screen = Screen.det(Detail(inner: Inner())); var heard: [String] = []
  }

  @Test func caseWithModifierListenerThatReplaces() throws {
    let issues = IssueRecorder()
    let det = CombinedUpdater<Detail>([
      .optional(\.inner, Self.inner),
      .listen(any: Inner.self) { m, _, _ in
        m.inner = nil; return []
      },
    ])
    let f = CombinedUpdater<CApp>([
      .case(
        \.screen, Screen.d,
        det.modified { m, _, n in
          let c = n(&m); return c
        }),
      .listen(any: Inner.self) { m, _, _ in
        m.heard.append("\(m.screen)"); m.screen = .home; return []
      },
    ])
    let r = try Runtime(
      Program(model: CApp(), f), interpreters: [], options: RuntimeOptions(issues: issues.handler))
    r.start()
    r.dispatch(.tap, to: CApp.at.screen[case: Screen.d].inner)
    #expect(r.model.screen == .home)
    #expect(r.model.heard.count == 1)
    #expect(issues.issues.map(\.text) == [])
  }

  @Test func globalReachesCaseOnce() throws {
    let g = TypedFunctionUpdater { (m: inout Detail, x: G) in
      m.taps += 1; return []
    }
    let f = CombinedUpdater<CApp>([
      .full(
        CombinedUpdater<CApp>([.case(\.screen, Screen.d, g.modified { m, _, n in n(&m) })]).modified
        { m, _, n in n(&m) })
    ])
    let r = try Runtime(Program(model: CApp(), f), interpreters: [])
    r.start()
    r.dispatch(G())
    if case .det(let d) = r.model.screen { #expect(d.taps == 1) } else { Issue.record("x") }
  }

  @Test func untypedUpdaterUnderModifiersRunsOnce() throws {
    struct U: Updater {
      typealias TypedModel = App;
      func update(model: inout App, message: any Message) -> [any Command] {
        model.heard.append("u"); return []
      }
    }
    let typed = TypedFunctionUpdater { (m: inout App, x: Base) in
      m.heard.append("b"); return [] as [any Command]
    }
    let t2 = TypedFunctionUpdater { (m: inout App, x: Msg) in
      m.heard.append("m"); return [] as [any Command]
    }
    let inner = CombinedUpdater<App>([.full(U()), .full(typed), .full(t2)])
    let e = try start(
      CombinedUpdater<App>([
        .full(inner.modified { m, _, n in n(&m) }.modified { m, _, n in n(&m) })
      ]))
    e.runtime.dispatch(Base()); e.runtime.dispatch(Msg.tap); e.runtime.dispatch(G())
    #expect(e.runtime.model.heard == ["u", "b", "u", "m", "u"])
  }

  @Test func orderWithModifierListenerAndFull() throws {
    // relative command through modifier in slice in scope, wrapped
    struct H: Model, Equatable { var b = Board(); var x: Hh? = Hh() }
    struct Hh: Model, Equatable { typealias Receives = Msg; var pad = 0; var b = Board() }
    let log = Log()
    let board = CombinedUpdater<Board>([
      .each(\.rows, Self.row),
      .full(
        TypedFunctionUpdater { (m: inout Board, x: Msg) in
          [
            Sequential([
              Do("a").in(Board.at.rows[1]),
              Concurrent([Do("b").in(Board.at.rows[1]).cancellable(id: "q")], then: nil),
            ])
          ]
        }),
    ]).modified { m, _, n in n(&m) }
    let f = CombinedUpdater<H>([
      .optional(\.x, CombinedUpdater<Hh>([.slice(\.b, board)]).modified { m, _, n in n(&m) })
    ])
    let r = try Runtime(
      Program(model: H(), f),
      interpreters: [
        .command(Do.self) { c, d in
          log(c.name); d(Msg.tap)
        }
      ])
    r.start()
    r.dispatch(.tap, to: H.at.x.b)
    #expect(r.model.x?.b.rows[0].taps == 2)
  }

  @Test func finishTwoCallers() async throws {
    let e = try start(CombinedUpdater<App>([.full(Self.cmds)]))
    e.runtime.dispatch(
      Cmds([
        Do("hold").queued(id: "q", .atMost(1)), Do("hold2").queued(id: "q", .atMost(1)),
        Do("c").queued(id: "q", .atMost(1)),
      ]))
    let (a, b) = (
      Task { await e.runtime.finish(within: .seconds(20)) },
      Task { await e.runtime.finish(within: .seconds(20)) }
    )
    e.held.withLock { $0.removeFirst() }(Msg.tap)
    await e.log.reached("hold2")
    e.held.withLock { $0 = [] }
    #expect(await a.value.left == []); #expect(await b.value.left == [])
    #expect(e.log.all == ["hold", "hold2", "c"])
  }

  @Test func finishByCaller() async throws {
    struct Quit: Command {}
    let log = Log(), ref = Locked<Runtime<App>?>(nil), clock = ManualClock()
    let r = try Runtime(
      Program(model: App(), CombinedUpdater<App>([.full(Self.cmds)])),
      interpreters: [
        .command(Quit.self) { (_: Quit, _: Dispatcher) async throws in
          _ = await ref.withLock { $0 }!.finish(within: .seconds(20)); log("finished")
        }
      ], options: RuntimeOptions(clock: clock))
    ref.withLock { $0 = r }
    r.start()
    r.dispatch(Cmds([Quit()]))
    await log.reached("finished")
    ref.withLock { $0 = nil }
  }
}
