import KatanaRuntime
import KatanaTesting
import Testing

/// Nothing is silent: what reaches nobody is reported, once for each type and shape of address.
@Suite struct UnreachedTests {
  enum RowMessage: Message, Equatable { case tapped, loaded }
  enum Extra: MessageTo {
    typealias Receiver = Row
    case poked
  }
  struct Stranger: Message {}
  struct Anything: Message {}
  struct Load: Command, Equatable { var reply = Reply(RowMessage.loaded) }
  struct Watch: Subscription {}

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var taps = 0
  }
  struct Sheet: Model, Equatable { var rows = [Row(id: 1)] }
  struct App: Model, Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
    var others: [Row] = [Row(id: 1)]
    var sheet: Sheet? = Sheet()
  }

  static let row = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    model.taps += 1
    return message == .tapped ? [Load()] : []
  }
  static let sheet = CombinedUpdater<Sheet>([
    .each(\.rows, row), .full(FunctionSubscriptionProvider<Sheet> { _ in [Watch()] }),
  ])
  static let app = CombinedUpdater<App>([.each(\.rows, row), .optional(\.sheet, sheet)])

  private func start(
    _ feature: some Feature<App>, interpreters: [Interpreter] = []
  ) throws -> (Runtime<App>, IssueRecorder) {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: App(), feature),
      interpreters: interpreters + [
        .command(Load.self) { command, dispatch in dispatch(command.reply(())) },
        .subscription { (watch: Watch, dispatch) in IdleInterpreter<Watch>() },
      ], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    return (runtime, issues)
  }

  @Test func aMessageThatNoUpdaterTakesIsReportedOnce() throws {
    let (runtime, issues) = try start(Self.app)
    for _ in 0..<3 { runtime.dispatch(Stranger(), file: "A.swift", line: 1) }
    runtime.dispatch(RowMessage.tapped, file: "A.swift", line: 2)
    #expect(
      issues.issues.map(\.text) == [
        """
        No updater takes the message Stranger without an address.
          Sent at: A.swift:1
        It changes nothing: messages without an address reach `.full` and `.slice` parts only.
        To fix this, add an updater that takes it; one that takes messages of all types says so with `takes`.
        """,
        """
        No updater takes the message RowMessage.tapped without an address.
          Sent at: A.swift:2
        It changes nothing: messages without an address reach `.full` and `.slice` parts only.
        To fix this, send it where it is taken: dispatch(…, to: App.at.rows[…]) or dispatch(…, to: App.at.sheet.rows[…]).
        """,
      ])
    runtime.requestShutdown()
  }

  @Test func anAddressThatNoPartHasIsReportedOnceForAllElements() throws {
    let (runtime, issues) = try start(Self.app)
    for id in 1...3 {
      runtime.dispatch(.tapped, to: App.at.others[id], file: "A.swift", line: 1)
    }
    #expect(runtime.statistics.unknownAddress == 3 && runtime.statistics.gone == 0)
    #expect(
      issues.issues.map(\.text) == [
        """
        The message RowMessage.tapped has an address that no part of the app has.
          Address: App.at.others[…]
          Sent at: A.swift:1
        It changes nothing.
        To fix this, state the part in a `CombinedUpdater`, or send it where it is taken: dispatch(…, to: App.at.rows[…]) or dispatch(…, to: App.at.sheet.rows[…]).
        """
      ])
    runtime.requestShutdown()
  }

  @Test func theReportSaysWhatCausedTheMessage() throws {
    struct Go: Message {}
    let feature = CombinedUpdater<App>([
      .full(Self.app),
      .full(TypedFunctionUpdater { (_: inout App, _: Go) in [Send(Stranger())] }),
    ])
    let (runtime, issues) = try start(feature)
    runtime.dispatch(Go())
    #expect(issues.issues.first?.text.contains("\n  Cause: message 1;") == true)
    runtime.requestShutdown()
  }

  @Test(arguments: [false, true])
  func theAddressOfAnElementIsNamedBelowAModifierToo(isModified: Bool) throws {
    let modified = Self.app.modified { model, _, next in next(&model) }
    let (runtime, issues) = try isModified ? start(modified) : start(Self.app)
    runtime.dispatch(RowMessage.tapped)
    #expect(issues.issues.first?.text.contains("dispatch(…, to: App.at.rows[…])") == true)
    runtime.requestShutdown()
  }

  @Test func aFeatureInTwoPartsIsNamedByTheFirst() throws {
    struct Leaf: Model {}
    struct Pair: Model {
      var right: Leaf? = nil
      var left: Leaf? = nil
    }
    struct Grow: Message {}
    let leaf = CombinedUpdater<Leaf>([
      .full(TypedFunctionUpdater { (_: inout Leaf, _: Grow) in [] })
    ])
    // Each program hashes the names of its parts in an order of its own.
    for _ in 0..<20 {
      let issues = IssueRecorder()
      let runtime = try Runtime(
        Program(
          model: Pair(),
          CombinedUpdater<Pair>([.optional(\.right, leaf), .optional(\.left, leaf)])),
        options: RuntimeOptions(issues: issues.handler))
      runtime.start()
      runtime.dispatch(Grow())
      #expect(issues.issues.first?.text.contains("Pair.at.left") == true)
      #expect(issues.issues.first?.text.contains("Pair.at.right") == false)
    }
  }

  @Test func ofManyAddressesThoseOfChildrenAreNamedFirstInAlphabeticalOrder() throws {
    struct Leaf: Model, Equatable { var count = 0 }
    struct Branch: Model, Equatable {
      var zero: Leaf? = nil
      var deep: Leaf? = nil
    }
    struct Tree: Model, Equatable {
      var a: Branch? = Branch()
      var d: Leaf? = nil
      var c: Leaf? = nil
      var b: Leaf? = nil
    }
    struct Grow: Message {}
    let leaf = TypedFunctionUpdater { (_: inout Leaf, _: Grow) in [] }
    let branch = CombinedUpdater<Branch>([
      .full(TypedFunctionUpdater { (_: inout Branch, _: Grow) in [] }), .optional(\.zero, leaf),
      .optional(\.deep, leaf),
    ])
    // Each program hashes the names of its parts in an order of its own.
    for _ in 0..<20 {
      let issues = IssueRecorder()
      let runtime = try Runtime(
        Program(
          model: Tree(),
          CombinedUpdater<Tree>([
            .optional(\.a, branch), .optional(\.d, leaf), .optional(\.c, leaf),
            .optional(\.b, leaf),
          ])), options: RuntimeOptions(issues: issues.handler))
      runtime.start()
      runtime.dispatch(Grow())
      let fix = issues.issues.first?.text.split(separator: "taken: ").last
      #expect(
        fix
          == "dispatch(…, to: Tree.at.a) or dispatch(…, to: Tree.at.b) or dispatch(…, to: Tree.at.c)."
      )
      runtime.requestShutdown()
    }
  }

  @Test func aTypeThatThePartDoesNotTakeIsReported() throws {
    let (runtime, issues) = try start(Self.app)
    runtime.dispatch(Extra.poked, to: App.at.rows[1])
    #expect(issues.kinds == [.messageNotTaken])
    #expect(
      issues.issues[0].text.contains("No updater at the address takes the message Extra.poked"))
    runtime.requestShutdown()
  }

  @Test func itIsReportedBeforeAnythingFollowsFromTheMessage() throws {
    let log = Locked<[String]>([])
    let runtime = try Runtime(
      Program(model: App(), Self.app),
      options: RuntimeOptions(
        issues: IssueHandler { issue in log.withLock { $0.append("\(issue.kind)") } }))
    runtime.start()
    let observation = runtime.observe { _, _ in log.withLock { $0.append("observed") } }
    log.withLock { $0 = [] }
    runtime.dispatch(Stranger())
    #expect(log.withLock { $0 } == ["messageNotTaken", "observed"])
    observation.cancel()
    runtime.requestShutdown()
  }

  @Test func aCommandThatNobodyPerformsIsReportedOnceWhateverItsAddress() throws {
    struct Nobody: Command {}
    let returning = FunctionUpdater<App>(takes: .all) { model, _ in
      (model, [Nobody().in(App.at.others[1])])
    }
    let (runtime, issues) = try start(CombinedUpdater<App>([.full(returning)]))
    runtime.dispatch(Anything())
    #expect(issues.kinds == [.noCommandInterpreter])
    runtime.requestShutdown()
  }

  @Test func aMessageForAChildThatIsGoneIsCountedOnly() throws {
    let (runtime, issues) = try start(Self.app)
    runtime.dispatch(.tapped, to: App.at.rows[7])
    #expect(issues.kinds == [])
    #expect(runtime.statistics.gone == 1)
    runtime.requestShutdown()
  }

  @Test(arguments: [false, true])
  func anUntypedUpdaterDoesNotCountUnlessItSaysSo(says: Bool) throws {
    let all = FunctionUpdater<App>(takes: says ? .only([Anything.self]) : .unstated) {
      model, message in (model, [])
    }
    let (runtime, issues) = try start(CombinedUpdater<App>([.full(all), .full(Self.app)]))
    runtime.dispatch(Anything())
    #expect(issues.kinds == (says ? [] : [.messageNotTaken]))
    runtime.dispatch(Stranger())
    #expect(issues.kinds.count == (says ? 1 : 2))
    runtime.requestShutdown()
  }

  @Test func aListenerAndAModifierDoNotCount() throws {
    let listening = CombinedUpdater<App>([
      .listen(to: App.at.others, RowMessage.self) { _, _, _ in [] }, .full(Self.app),
    ])
    let (runtime, issues) = try start(listening.modified { model, _, next in next(&model) })
    runtime.dispatch(.tapped, to: App.at.others[1])
    runtime.dispatch(Stranger())
    #expect(issues.kinds == [.messageNotTaken, .messageNotTaken])
    runtime.requestShutdown()
  }

  /// A wrapper by hand hides the parts of what it calls: the lives of its children would be lost.
  struct Wrapper: Updater {
    var takes: MessageTypes { .all }

    func update(model: inout App, message: any Message) -> [any Command] {
      var commands: [any Command] = UnreachedTests.app.update(model: &model, message: message)
      if message is Anything { commands.append(Load().in(App.at.others[1])) }
      return commands
    }
  }

  @Test func aWrapperByHandIsReportedForWhatHasAnAddress() throws {
    let (runtime, issues) = try start(Wrapper())
    runtime.dispatch(.tapped, to: App.at.rows[1])
    #expect(issues.kinds == [.messageNotTaken])
    // Of a bare message too, by the commands that it returns.
    runtime.dispatch(Anything())
    #expect(issues.kinds == [.messageNotTaken, .unknownAddress])
    #expect(
      issues.issues[1].text == """
        The command Load has an address that no part of the app has.
          Address: App.at.others[…]
          Cause: message 2; give the runtime `history: History()` to see its name and causes
        Its messages are dropped. If an updater calls another one directly, the runtime cannot see the parts of that one.
        To fix this, state the part in a `CombinedUpdater`, and wrap features with `.modified { … }`.
        """)
    runtime.requestShutdown()
  }

  @Test func aSubscriptionWithAnAddressThatNoPartHasIsReported() throws {
    let provider = FunctionSubscriptionProvider<App> { _ in [Watch().in(App.at.others[1])] }
    let (runtime, issues) = try start(CombinedUpdater<App>([.full(Self.app), .full(provider)]))
    #expect(issues.kinds == [.unknownAddress])
    #expect(issues.issues[0].text.hasPrefix("The subscription Watch has an address"))
    runtime.requestShutdown()
  }

  @Test func aMessageThatOnlyWhoWaitsWantsIsTaken() async throws {
    struct Product: Message {}
    struct Other: Message {}
    struct Make: Message {}
    let feature = CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (_: inout App, _: Make) in
          [
            Send(Product()), Send(Other()),
            Send(ScopedMessage(RowMessage.tapped, in: App.at.sheet.anyAddress)),
          ]
        })
    ])
    let issues = IssueRecorder()
    let heard = Locked(0)
    let runtime = try Runtime(
      Program(model: App(), CombinedUpdater<App>([.full(feature), .full(Self.app)])),
      options: RuntimeOptions(
        interceptors: [
          .observe([
            .after(Other.self) { _ in
              heard.withLock { $0 += 1 }
              return []
            }
          ])
        ],
        issues: issues.handler))
    runtime.start()
    // That of the sheet's subscription, which has no interpreter here.
    #expect(issues.kinds == [.noSubscriptionInterpreter])
    _ = try await runtime.settle(Make(), returning: Product.self)
    #expect(heard.withLock { $0 } == 1)
    // Nobody waits for the third.
    #expect(issues.issues.map(\.text).count { $0.contains("RowMessage.tapped") } == 1)
    #expect(issues.kinds.count == 2)
    runtime.dispatch(Product())
    #expect(issues.issues.last?.text.contains("No updater takes the message Product") == true)
    #expect(issues.kinds.count == 3)
    runtime.requestShutdown()
  }

  enum Closing: Message, Equatable { case saved }

  /// The type is taken around the child: what a child sends does not get there by itself.
  @Test func theReportSaysWhereTheModelsAroundAChildTakeTheMessage() throws {
    let row = TypedFunctionUpdater { (_: inout Row, _: RowMessage) in
      [Send(Closing.saved, file: "B.swift", line: 1)]
    }
    func text(_ feature: some Feature<App>, _ message: any Message) throws -> String? {
      let (runtime, issues) = try start(feature)
      runtime.dispatch(message, file: "A.swift", line: 1)
      runtime.requestShutdown()
      return issues.issues.first?.text
    }
    let atRoot = CombinedUpdater<App>([
      .full(TypedFunctionUpdater { (_: inout App, _: Closing) in [] }), .each(\.rows, row),
    ])
    #expect(
      try text(atRoot, RowMessage.tapped.to(App.at.rows[1])) == """
        No updater at the address takes the message Closing.saved.
          Address: App.at.rows[…]
          Taken at: App
          Sent at: B.swift:1
          Cause: message 1; give the runtime `history: History()` to see its name and causes
        It changes nothing: what a child sends goes to that child, not to the models around it.
        To fix this, let App listen to the child, by the closure of its part or `.listen(to:)`, and change the model there, or make Closing a `GlobalMessage`, which leaves the child that sends it.
        """)
    #expect(
      try text(atRoot, ScopedMessage(Closing.saved, in: App.at.rows[1].anyAddress)) == """
        No updater at the address takes the message Closing.saved.
          Address: App.at.rows[…]
          Taken at: App
          Sent at: A.swift:1
        It changes nothing.
        To fix this, send it where it is taken.
        """)
    let inSheet = CombinedUpdater<App>([
      .optional(
        \.sheet,
        CombinedUpdater<Sheet>([
          .full(TypedFunctionUpdater { (_: inout Sheet, _: Closing) in [] }), .each(\.rows, row),
        ]))
    ])
    let inner = try text(inSheet, RowMessage.tapped.to(App.at.sheet.rows[1]))
    #expect(inner?.contains("\n  Taken at: App.at.sheet\n") == true)
    #expect(inner?.contains("let App.at.sheet listen to the child") == true)
  }

  @Test func answersEventsAndTimeFailATestToo() {
    struct Ask: Command, Equatable { var reply = Reply(Stranger()) }
    struct Ticks: Subscription { var reply = Reply(Stranger()) }
    struct Go: Message {}
    let feature = CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (model: inout App, message: Go) in
          [Ask(), Send(Anything()).delayed(by: .seconds(1))]
        }),
      .full(FunctionSubscriptionProvider<App> { _ in [Ticks()] }),
    ])
    func texts(_ body: (AppTest<App>) -> Void) -> [String] {
      failures {
        let test = AppTest(Program(model: App(), feature))
        test.start(subscriptions: [.started(Ticks())])
        test.send(Go(), commands: [Ask(), Send(Anything()).delayed(by: .seconds(1))])
        body(test)
      }.map(\.text)
    }
    let answer = texts { $0.answer(\Ask.reply, with: ()) }
    #expect(answer.count == 1)
    #expect(answer.first?.contains("No updater takes the message Stranger") == true)
    let event = texts { $0.emit(\Ticks.reply, with: ()) }
    #expect(event.first?.contains("No updater takes the message Stranger") == true)
    let time = texts { $0.advance(by: .seconds(1), sends: [Anything()]) }
    #expect(time.first?.contains("No updater takes the message Anything") == true)
  }
}
