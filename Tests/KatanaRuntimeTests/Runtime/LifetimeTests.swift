import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct LifetimeTests {
  @Test func theRuntimeGoesWhenNobodyKeepsItAndLateMessagesAreCounted() async throws {
    let kept = Locked<[Dispatcher]>([])
    let board = SourceBoard()
    let issues = IssueRecorder()
    var runtime: Runtime<Notes>? = try makeRuntime(
      [
        board.interpreter,
        .command(Doing { _, dispatch in kept.withLock { $0.append(dispatch) } }),
      ], issues: issues)
    weak let loop = runtime?.loop
    weak let handle = runtime
    let statistics = try #require(runtime?.statistics)
    runtime?.start()
    runtime?.dispatch(Note.want([Source(name: "x")]))
    runtime?.dispatch(Note.doing("go", [Do("x")]))
    let source = board.running.withLock { $0["x"] }
    let observation = runtime?.observe { (_: Notes) in }
    runtime = nil
    #expect(handle == nil)
    #expect(loop == nil)
    #expect(board.log.all == ["start x 0", "stop x"])
    kept.withLock { $0 }.first?(Note.add("late"))
    source? { $0.reply("late") }
    #expect(statistics.lost == 2)
    observation?.cancel()
    kept.withLock { $0 = [] }
    #expect(
      issues.issues.map(\.text) == [
        """
        A runtime was dropped while it had work.
          Running commands: Do
          Active subscriptions: Source
        Only references to a runtime keep it alive: its commands and subscriptions are stopped now.
        To fix this, keep the runtime in a property or a variable for as long as the app runs, and \
        call `shutdown()` or `requestShutdown()` to end it.
        """
      ])
  }

  @Test func aRuntimeWithoutWorkMayBeDropped() throws {
    let issues = IssueRecorder()
    for starts in [true, false] {
      let runtime = try makeRuntime(issues: issues)
      if starts { runtime.start() }
      runtime.dispatch(Note.add("a"))
    }
    #expect(issues.issues.isEmpty)
  }

  @Test func aStepKeepsItsRuntimeAlive() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    let log = Log()
    let runtime = try makeRuntime([
      .command(
        Doing { command, dispatch in
          if command.name == "1" { holder.withLock { $0 = nil } }
          log(command.name)
          dispatch(Note.add("dropped"))
        })
    ])
    holder.withLock { $0 = runtime }
    runtime.start()
    let dispatch = runtime.dispatcher
    _ = consume runtime
    dispatch(Note.doing("go", [Do("1"), Do("2")]))
    #expect(log.all == ["1", "2"], "the step in which the runtime was dropped ends")
  }

  @Test func interpretersAndSubscriptionsGoWithTheRuntime() async throws {
    final class Tracked: SubscriptionInterpreter {
      typealias Sub = Source
      let life: Life
      init(_ subscription: Source, _ dispatch: SubscriptionDispatcher<Source>, _ life: Life) {
        self.life = life
        self.dispatch = dispatch
      }
      let dispatch: SubscriptionDispatcher<Source>
      func start() {}
      func stop() {}
    }
    final class Life: Sendable {}
    var life: Life? = Life()
    weak let watched = life
    var runtime: Runtime<Notes>? = try makeRuntime(
      model: Notes(wanted: [Source(name: "x")]),
      [.subscription { [life] in Tracked($0, $1, life!) }])
    life = nil
    runtime?.start()
    #expect(watched != nil)
    await runtime?.shutdown()
    runtime = nil
    #expect(watched == nil)
  }

  @Test func manyCommandsUnderALiveSubscriptionLeaveNothingBehind() async throws {
    let board = SourceBoard()
    let runtime = try makeRuntime(
      model: Notes(wanted: [Source(name: "x")]), [board.interpreter, .command(Doing { _, _ in })])
    runtime.start()
    for _ in 0..<20_000 { runtime.dispatch(Note.doing("", [Do("x")])) }
    for _ in 0..<20_000 { runtime.dispatch(Note.want([Source(name: "x")])) }
    #expect(runtime.loop.liveRuns().isEmpty)
    runtime.requestShutdown()
  }

  @Test func aCommandThatHasEndedIsNotReportedAsRunning() throws {
    let (holder, issues) = (Locked<Runtime<Notes>?>(nil), IssueRecorder())
    let updater = FunctionUpdater<Notes>(takes: .all) { model, _ in
      (model, [Do("drop").cancellable(id: 1)])
    }
    var runtime: Runtime<Notes>? = try Runtime(
      Program(model: Notes(), updater),
      interpreters: [.command(Doing { _, _ in holder.withLock { $0 = nil } })],
      options: RuntimeOptions(issues: issues.handler))
    holder.withLock { $0 = runtime }
    let dispatch = try #require(runtime?.dispatcher)
    runtime?.start()
    runtime = nil
    dispatch(Note.add("drop"))
    #expect(issues.issues.isEmpty)
  }

  @Test func aRuntimeThatIsDroppedInItsStepGoesAlthoughAnotherThreadCancelsAnObserver() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    let observation = Locked<ObservationToken?>(nil)
    let board = SourceBoard(onStop: { _, _ in
      runAndWait { observation.withLock { $0 }?.cancel() }
    })
    var runtime: Runtime<Notes>? = try makeRuntime([
      board.interpreter, .command(Doing { _, _ in holder.withLock { $0 = nil } }),
    ])
    holder.withLock { $0 = runtime }
    observation.withLock { $0 = runtime?.observe { (_: Notes) in } }
    weak let loop = runtime?.loop
    let dispatch = try #require(runtime?.dispatcher)
    runtime?.start()
    runtime?.dispatch(Note.want([Source(name: "x")]))
    runtime = nil
    dispatch(Note.doing("go", [Do("drop")]))
    #expect(board.log.all == ["start x 0", "stop x"])
    #expect(loop == nil)
  }

  @Test func aStepEndsAlthoughTheRuntimeIsDroppedDuringItsUpdate() throws {
    struct Drop: Message {
      let runtime = Locked<Runtime<Notes>?>(nil)
    }
    struct DropUpdater: TypedUpdater {
      // Elsewhere another thread would do this while the update runs.
      func update(model: inout Notes, message: Drop) -> [any Command] {
        _ = message.runtime.withLock { $0.take() }
        return [Do("save")]
      }
    }
    let log = Log()
    let drop = Drop()
    let doing = Doing { command, dispatch in
      log("perform \(command.name)")
      dispatch.onCancel { log("cancel \(command.name)") }
    }
    func start() throws -> Dispatcher {
      let runtime = try Runtime(
        Program(model: Notes(), DropUpdater()), interpreters: [.command(doing)])
      runtime.start()
      drop.runtime.withLock { $0 = runtime }
      return runtime.dispatcher
    }
    let dispatcher = try start()
    dispatcher(drop)
    #expect(log.all == ["perform save"])
    #expect(dispatcher.sender.core.loop == nil)
    dispatcher(Note.add("late"))
    #expect(dispatcher.statistics.lost == 1)
  }

  @Test func aMessageThatIsSentWhileItsRuntimeGoesIsCounted() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    var runtime: Runtime<Notes>? = try makeRuntime(
      execution: .caller.watched { posted in
        if posted != nil { holder.withLock { $0 = nil } }
        return true
      })
    holder.withLock { $0 = runtime }
    runtime?.start()
    let dispatch = try #require(runtime?.dispatcher)
    runtime = nil
    dispatch(Note.add("a"))
    #expect(dispatch.statistics.handled + dispatch.statistics.lost == 1)
  }

  /// The runtime is released when `requestShutdown()` has closed it, and has not posted its end yet.
  @Test func aRuntimeThatGoesWhileADispatcherEndsItStopsItsSubscriptions() throws {
    let holder = Locked<Runtime<Notes>?>(nil)
    let isEnding = Locked(false)
    let board = SourceBoard()
    var runtime: Runtime<Notes>? = try makeRuntime(
      model: Notes(wanted: [Source(name: "x")]), [board.interpreter],
      execution: .caller.watched { _ in
        if isEnding.withLock({ $0 }) { _ = holder.withLock { $0.take() } }
        return true
      })
    holder.withLock { $0 = runtime }
    runtime?.start()
    let dispatch = try #require(runtime?.dispatcher)
    runtime = nil
    isEnding.withLock { $0 = true }
    dispatch.requestShutdown()
    #expect(board.log.all == ["start x 0", "stop x"])
  }

  @Test func runtimesOfOneProgramShareItsRoutes() throws {
    let single = Program(model: Notes(), NotesUpdater())
    #expect(try Runtime(single).loop.router === Runtime(single).loop.router)
    let several = Program(model: Notes(), NotesUpdater(), notesSubscriptions)
    #expect(try Runtime(several).loop.router === Runtime(several).loop.router)
    #expect(try Runtime(single).loop.router !== Runtime(several).loop.router)
  }

  final class Marked: CommandInterpreter {
    let end: EndOfLife
    init(_ end: EndOfLife) { self.end = end }
    func interpret(_ command: Do, dispatch: Dispatcher) {}
  }

  @Test func aRuntimeThatCouldNotBeCreatedReleasesItsInterpreters() throws {
    let log = Log()
    do {
      let interpreter = Marked(EndOfLife { log("ended") })
      #expect(throws: WiringError.self) {
        _ = try Runtime(
          Program(model: Notes(), NotesUpdater(effects: [Quick.Go.self])),
          interpreters: [.command(interpreter)])
      }
    }
    #expect(log.all == ["ended"])
  }
}
