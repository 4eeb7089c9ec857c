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
    weak let cycle = runtime?.cycle
    weak let handle = runtime
    let statistics = try #require(runtime?.statistics)
    runtime?.start()
    runtime?.dispatch(Note.want([Source(name: "x")]))
    runtime?.dispatch(Note.doing("go", [Do("x")]))
    let source = board.running.withLock { $0["x"] }
    let observation = runtime?.observe { (_: Notes) in }
    runtime = nil
    #expect(handle == nil)
    #expect(cycle == nil)
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
    #expect(runtime.cycle.runner.liveRuns(except: []).isEmpty)
    runtime.requestShutdown()
  }
}
