import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// `finish` with commands that wait, and called where it has to wait for its own caller.
  @Suite struct FinishEdgeCaseTests {
    struct Quit: Command {}

    private static let app = CombinedUpdater<App>([.full(returning)])

    @Test(arguments: [
      Do("hold").delayed(by: .seconds(5)), Do("hold").debounced(id: "save", for: .seconds(5)),
    ])
    func aWaitingCommandIsStartedOnceByFinish(command: any Command) async throws {
      let test = try start(Self.app)
      test.runtime.dispatch(Returning([command]))
      async let finished = test.runtime.finish(within: .seconds(20))
      await test.log.reached("hold")
      test.clock.advance(by: .seconds(6))
      #expect(test.log.all == ["hold"])
      test.held.withLock { $0 = [] }
      _ = await finished
    }

    @Test func aThrottledCommandReturnedDuringFinishIsStartedAtOnce() async throws {
      let saving = TypedFunctionUpdater { (model: inout App, message: PartMessage) in
        [Do("save").throttled(id: "save", for: .seconds(5), .trailing)]
      }
      let test = try start(CombinedUpdater<App>([.full(returning), .full(saving)]))
      test.runtime.dispatch(Returning([Do("answer").delayed(by: .seconds(5))]))
      let finishing = Task { await test.runtime.finish(within: .seconds(20)) }
      await test.log.reached("save")
      #expect(test.log.all == ["answer", "save"])
      test.clock.advance(by: .seconds(21))
      #expect(await finishing.value.left == [])
    }

    @Test(arguments: [Quit(), Sequential([Do("first"), Quit()])] as [any Command])
    func anInterpreterMayWaitForFinish(command: any Command) async throws {
      let log = Log()
      let runtime = Locked<Runtime<App>?>(nil)
      let quitting = Interpreter.command(Quit.self) { (_: Quit, _: Dispatcher) async throws in
        await runtime.withLock { $0 }!.finish(within: .seconds(20))
        log("finished")
      }
      let test = try start(Self.app, interpreters: [quitting])
      runtime.withLock { $0 = test.runtime }
      test.runtime.dispatch(Returning([command]))
      await log.reached("finished")
      // The runtime and its interpreter hold each other.
      runtime.withLock { $0 = nil }
    }

    /// A time limit ends the last command, which has no run and sends no message.
    @Test func finishEndsWhenTheLastCommandHasEndedByItsTimeLimit() throws {
      let (log, clock, tasks) = (Log(), ManualClock(), ManualTasks())
      let holder = Locked<Runtime<App>?>(nil)
      let quitting = Interpreter.command(Quit.self) { (_: Quit, _: Dispatcher) async throws in
        let left = await holder.withLock { $0 }?.finish(within: .seconds(20)).left
        log("left: \(left ?? [])")
      }
      let runtime = try Runtime(
        Program(model: App(), Self.app),
        interpreters: [quitting, .command(Doing { command, _ in log(command.name) })],
        options: RuntimeOptions(
          clock: clock, taskExecutor: tasks, issues: IssueRecorder().handler))
      holder.withLock { $0 = runtime }
      runtime.start()
      runtime.dispatch(
        Returning([
          Quit().queued(id: "q", .atMost(1)),
          Do("x").queued(id: "q", .atMost(1)).timingOut(after: .seconds(2)),
        ]))
      tasks.runAll()
      #expect(log.all == [])
      clock.advance(by: .seconds(2))
      tasks.runAll()
      #expect(log.all == ["left: []"])
      holder.withLock { $0 = nil }
    }

    @Test func shutdownEndsFinish() async throws {
      let test = try start(Self.app)
      test.runtime.dispatch(Returning([Do("hold").delayed(by: .seconds(5))]))
      let finishing = Task { await test.runtime.finish(within: .seconds(20)) }
      await test.log.reached("hold")
      test.runtime.requestShutdown()
      _ = await finishing.value
      test.held.withLock { $0 = [] }
    }

    @Test func finishBeforeTheStartReturns() async throws {
      let runtime = try Runtime(
        Program(model: App(), Self.app), interpreters: [.command(Do.self) { _, _ in }],
        options: RuntimeOptions(clock: ManualClock()))
      #expect(await runtime.finish(within: .seconds(20)).left == [])
    }

    @Test func twoCallersOfFinishWaitForWhatIsQueued() async throws {
      let test = try start(Self.app)
      test.runtime.dispatch(
        Returning([
          Do("hold first").queued(id: "queue", .atMost(1)),
          Do("hold second").queued(id: "queue", .atMost(1)),
          Do("third").queued(id: "queue", .atMost(1)),
        ]))
      let one = Task { await test.runtime.finish(within: .seconds(20)) }
      let other = Task { await test.runtime.finish(within: .seconds(20)) }
      test.held.withLock { $0.removeFirst() }(PartMessage.tapped)
      await test.log.reached("hold second")
      test.held.withLock { $0 = [] }
      #expect(await one.value.left == [])
      #expect(await other.value.left == [])
      #expect(test.log.all == ["hold first", "hold second", "third"])
    }

    /// With `Execution.caller`, what `finish` starts runs on its thread.
    @Test func theLimitCountsWhatTheCallItselfTakes() async throws {
      let (clock, held) = (ManualClock(), Locked<[Dispatcher]>([]))
      let runtime = try Runtime(
        Program(model: App(), Self.app),
        interpreters: [
          .command(Work.self) { _, dispatch in
            clock.advance(by: .seconds(2))
            held.withLock { $0.append(dispatch) }
          }
        ], options: RuntimeOptions(clock: clock))
      runtime.start()
      runtime.dispatch(Returning([Work(name: "slow").delayed(by: .seconds(60))]))
      let result = await runtime.finish(within: .seconds(1))
      #expect(result.left == ["Work"] && !result.hasStuckStep)
      held.withLock { $0 = [] }
    }
  }
}
