import KatanaRuntime
import KatanaTesting
import Testing

/// Whatever goes through a deep model fits on the stack that the system gives to its pools.
@Suite struct DeepModelTests {
  enum LinkMessage: Message, Equatable { case touched, loaded }
  struct Bare: Message {}
  struct Load: Command, Equatable { var reply = Reply(LinkMessage.loaded) }
  struct Watch: Subscription { var id: Int }

  /// A link holds the next one, directly or in a slice.
  struct Link: Model {
    typealias Receives = LinkMessage
    var id = 0
    var touches = 0
    var loads = 0
    var heard = 0
    var chain: Chain?
    var frame = Frame()
  }
  struct Frame: Model { var chain: Chain? }
  indirect enum Chain: Model {
    case end
    case link(Link)

    static let linkCase = EnumCase("link", Chain.link) {
      if case .link(let link) = $0 { link } else { nil }
    }
  }
  struct App: Model {
    var first: Link?
    var bare = 0
  }

  static let depth = 1_000
  static let own: [FeaturePart<Link>] = [
    .full(
      TypedFunctionUpdater { (model: inout Link, message: LinkMessage) in
        if message == .loaded { model.loads += 1 } else { model.touches += 1 }
        return message == .touched && model.touches == 1 ? [Load()] : []
      }),
    .full(FunctionSubscriptionProvider { $0.touches == 2 ? [Watch(id: $0.id)] : [] }),
  ]

  /// A feature that contains itself.
  enum Recursive {
    static let link: CombinedUpdater<Link> = CombinedUpdater(
      DeepModelTests.own + [
        .optional(\.chain, chain),
        .slice(\.frame, CombinedUpdater<Frame>([.optional(\.chain, chain)])),
        .listen(any: Link.self) { model, _, _ in
          model.heard += 1
          return []
        },
      ])
    static let chain: CombinedUpdater<Chain> = CombinedUpdater([
      .case(Chain.linkCase, LazyFeature { link })
    ])
  }

  /// A feature for each level, of which the innermost does something.
  private static func stacked() -> CombinedUpdater<Link> {
    var link = CombinedUpdater<Link>(own)
    for level in (1..<depth).reversed() {
      let chain = CombinedUpdater<Chain>([.case(Chain.linkCase, link)])
      link = CombinedUpdater<Link>([
        level % 2 == 0
          ? .optional(\.chain, chain)
          : .slice(\.frame, CombinedUpdater<Frame>([.optional(\.chain, chain)])),
        .listen(any: Link.self) { model, _, _ in
          model.heard += 1
          return []
        },
      ])
    }
    return link
  }

  private static func app(_ link: CombinedUpdater<Link>) -> Program<App> {
    var inner = Link(id: depth)
    for level in (1..<depth).reversed() {
      var outer = Link(id: level)
      if level % 2 == 0 { outer.chain = .link(inner) } else { outer.frame.chain = .link(inner) }
      inner = outer
    }
    return Program(
      model: App(first: inner),
      CombinedUpdater<App>([
        .optional(\.first, link),
        .full(
          TypedFunctionUpdater { (model: inout App, _: Bare) in
            model.bare += 1
            return []
          }),
      ]))
  }

  private static var address: Address<App, Link> {
    (1..<depth).reduce(App.at.first) { address, level in
      level % 2 == 0
        ? address.chain[case: Chain.linkCase] : address.frame.chain[case: Chain.linkCase]
    }
  }

  @Test(arguments: [false, true]) func messagesAndSubscriptionsFit(isRecursive: Bool) {
    // Kept until the end, because the release of a deep tree takes stack, too.
    let program = Self.app(isRecursive ? Recursive.link : Self.stacked())
    let address = Self.address
    let issues = IssueRecorder()
    let watched = Locked<[Int]>([])
    let last = Locked<[Link?]>([])
    let bare = Locked(0)
    let kept = Locked<Runtime<App>?>(nil)
    let use = stackUse {
      let runtime = try! Runtime(
        program,
        interpreters: [
          .command(Load.self) { command, dispatch in dispatch(command.reply(())) },
          .subscription { (watch: Watch, _) in
            watched.withLock { $0.append(watch.id) }
            return IdleInterpreter<Watch>()
          },
        ], options: RuntimeOptions(issues: issues.handler))
      runtime.start()
      runtime.dispatch(.touched, to: address)
      runtime.dispatch(Bare())
      runtime.dispatch(.touched, to: address)
      last.withLock { $0.append(runtime[address]) }
      bare.withLock { $0 = runtime.model.bare }
      runtime.requestShutdown()
      kept.withLock { $0 = runtime }
    }
    let link = last.withLock { $0 }.first ?? nil
    #expect(link?.touches == 2 && link?.loads == 1)
    #expect(bare.withLock { $0 } == 1)
    #expect(watched.withLock { $0 }.sorted() == [Self.depth])
    #expect(kept.withLock { $0 }?.model.first?.heard == 3)
    #expect(issues.kinds == [])
    #expect(use <= 512 * 1_024, "\(use) bytes")
    kept.withLock { $0 = nil }
  }

  @Test func theSearchForEqualIDsFits() {
    let program = Self.app(Recursive.link)
    let found = Locked(-1)
    let use = stackUse {
      withPlace(of: program.model) { model in
        let all = program.router.duplicates(model)
        found.withLock { $0 = all.count }
      }
    }
    #expect(found.withLock { $0 } == 0)
    #expect(use <= 64 * 1_024, "\(use) bytes")
  }
}
