import KatanaRuntime
import KatanaTesting
import Testing

/// A lazy feature stands wherever a feature does, and nothing reaches less of it.
@Suite struct LazyFeatureTests {
  enum RowMessage: Message, Equatable { case tapped }
  struct Cleared: GlobalMessage {}
  struct Save: Command, Equatable { var name: String }
  struct Watch: Subscription, Equatable { var name: String }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var taps = 0
  }
  struct Box: Model, Equatable {
    typealias Receives = RowMessage
    var clears = 0
    var rows = [Row(id: 1)]
  }
  struct Outer: Model, Equatable {
    var before = 0
    var box: Box? = Box()
  }
  struct App: Model, Equatable {
    var before = 0
    var box = Box()
    var outer: Outer? = Outer()
    static let first = ClosurePart<App, Box>("first") { $1(&$0.box) }
  }
  struct Top: Model, Equatable {
    var app: App? = App()
  }

  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (model: inout Row, _: RowMessage) in
        model.taps += 1
        return [Save(name: "row \(model.id)")]
      }),
    .full(FunctionSubscriptionProvider<Row> { [Watch(name: "row \($0.id)")] }),
  ])
  static let box = CombinedUpdater<Box>([
    .full(
      TypedFunctionUpdater { (model: inout Box, _: Cleared) in
        model.clears += 1
        return []
      }),
    .each(\.rows, row),
  ])

  @Test func aSliceWithALazyFeatureIsRejected() async {
    await #expect(processExitsWith: .failure) {
      let modified = LazyFeature { LazyFeatureTests.box }.modified { model, _, next in
        next(&model)
      }
      _ = CombinedUpdater<App>([.slice(\.box, modified)])
    }
  }

  @Test func aChildWithALazyFeatureIsRejectedEvenIfThereIsAListener() async {
    await #expect(processExitsWith: .failure) {
      _ = CombinedUpdater<App>([
        .child(\.box, LazyFeature { LazyFeatureTests.box }) { _, _ in [] }
      ])
    }
  }

  private enum Endless {
    static let feature: CombinedUpdater<Box> = CombinedUpdater([
      .each(\.rows, row), .full(LazyFeature { feature }),
    ])
  }

  /// It would wait for itself without a word.
  @Test func aLazyFeatureOfTheWholeModelIsRejected() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Endless.feature
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("A .full part of Box holds a LazyFeature."))
  }

  @Test func aClosurePartMayBeLazy() {
    let app = CombinedUpdater<App>([.slice(App.first, LazyFeature { Self.box })])
    let test = StepTest(app, model: App())
    test.send(Cleared()) { $0.box.clears = 1 }
    test.send(
      .tapped, to: App.at[part: App.first].rows[1],
      commands: [Save(name: "row 1").in(App.at[part: App.first].rows[1])]
    ) { $0.box.rows[0].taps = 1 }
  }

  @Test func aGlobalMessageReachesLazyFeaturesAtAnyDepth() {
    let app = CombinedUpdater<App>([
      .optional(\.outer, CombinedUpdater<Outer>([.optional(\.box, LazyFeature { Self.box })]))
    ])
    // Fails if nobody says that it takes the message.
    StepTest(app, model: App()).send(Cleared()) { $0.outer?.box?.clears = 1 }
    let lazy = CombinedUpdater<App>([
      .optional(
        \.outer,
        LazyFeature { CombinedUpdater<Outer>([.optional(\.box, LazyFeature { Self.box })]) })
    ])
    StepTest(lazy, model: App()).send(Cleared()) { $0.outer?.box?.clears = 1 }
  }

  @Test func aGlobalMessageThatNobodyTakesIsReportedForARecursiveFeatureToo() {
    struct Unknown: GlobalMessage {}
    indirect enum Chain: Model, Equatable {
      case end
      case link(Chain)
      static let linkCase = EnumCase("link", Chain.link) {
        if case .link(let next) = $0 { next } else { nil }
      }
    }
    enum Chains {
      static let feature: CombinedUpdater<Chain> = CombinedUpdater([
        .case(Chain.linkCase, LazyFeature { feature })
      ])
    }
    StepTest(Chains.feature, model: .link(.link(.end))).send(Unknown(), expectingNoReceiver: true)
  }

  @Test func aLazyRootIsAskedForItsFeatureOnceForItsProgram() {
    let asked = Locked(0)
    let program = Program(
      model: Row(id: 1),
      LazyFeature<Row> {
        asked.withLock { $0 += 1 }
        return Self.row
      })
    let afterCreation = asked.withLock { $0 }
    StepTest(program).send(RowMessage.tapped, commands: [Save(name: "row 1")]) { $0.taps = 1 }
    #expect(asked.withLock { $0 } == afterCreation)
  }

  /// A global message reaches the updaters of its type in an optional. One of every message is none of
  /// them, whatever it takes, with and without a lazy feature around it.
  @Test func aGlobalMessageReachesNoUpdaterOfEveryMessageInAnOptional() {
    let box = FunctionUpdater<Box>(takes: .only([Cleared.self])) { (box: consuming Box, _) in
      box.clears += 1
      return (box, [])
    }
    let direct = CombinedUpdater<Outer>([.optional(\.box, box)])
    let lazy = CombinedUpdater<Outer>([.optional(\.box, LazyFeature { box })])
    for outer in [direct, lazy] {
      let test = StepTest(outer, model: Outer())
      test.send(Cleared(), expectingNoReceiver: true)
      #expect(test.model == Outer())
    }
  }

  /// The same in a modified feature that has a lazy one beside the updater, also in another one of them.
  @Test func aModifierPassesAGlobalMessageInAnOptionalToUpdatersOfItsTypeOnly() {
    let every = FunctionUpdater<Outer> { (outer: consuming Outer, _) in
      outer.before += 100
      return (outer, [])
    }
    let parts: [FeaturePart<Outer>] = [.full(every), .optional(\.box, LazyFeature { Self.box })]
    let once = CombinedUpdater<Outer>(parts).logged { _ in [Save(name: "once")] }
    let twice = CombinedUpdater<Outer>(parts + [.full(once)]).logged { _ in [Save(name: "twice")] }
    StepTest(CombinedUpdater<App>([.optional(\.outer, once)]), model: App())
      .send(Cleared(), commands: [Save(name: "once").in(App.at.outer)]) {
        $0.outer?.box?.clears = 1
      }
    StepTest(CombinedUpdater<App>([.optional(\.outer, twice)]), model: App())
      .send(Cleared(), commands: ["twice", "once"].map { Save(name: $0).in(App.at.outer) }) {
        $0.outer?.box?.clears = 2
      }
    let inner = CombinedUpdater<App>([.optional(\.outer, once)])
    StepTest(CombinedUpdater<Top>([.optional(\.app, inner)]), model: Top())
      .send(Cleared(), commands: [Save(name: "once").in(Top.at.app.outer)]) {
        $0.app?.outer?.box?.clears = 1
      }
    // Without a scope, it receives everything.
    StepTest(once, model: Outer()).send(Cleared(), commands: [Save(name: "once")]) {
      $0.before = 100
      $0.box?.clears = 1
    }
  }
}
