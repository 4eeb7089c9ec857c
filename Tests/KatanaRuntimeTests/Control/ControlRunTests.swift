import KatanaRuntime
import KatanaTesting
import Testing

/// What an interpreter is told about its cancellation, and who waits for whom.
@Suite struct ControlRunTests {
  enum ID: Hashable { case a }

  @Test func onCancelIsCalledOnce() {
    let run = LoggedRun()
    run.ask(Do("1").cancellable(id: ID.a))
    run.ask(Cancel(id: ID.a), Cancel(id: ID.a))
    run.runtime.requestShutdown()
    #expect(run.log.all == ["start 1", "cancel 1"])
  }

  @Test func onCancelIsCalledAtOnceAfterTheCancellation() throws {
    let log = Log()
    let held = Locked<Dispatcher?>(nil)
    let runtime = try runtime { _, dispatch in held.withLock { $0 = dispatch } }
    runtime.dispatch(Ask(commands: [Do("1").cancellable(id: ID.a)]))
    runtime.dispatch(Ask(commands: [Cancel(id: ID.a)]))
    held.withLock { $0 }?.onCancel { log("late") }
    #expect(log.all == ["late"])
    runtime.requestShutdown()
    #expect(log.all == ["late"])
  }

  @Test func onCancelIsCalledOnShutdown() {
    let run = LoggedRun()
    run.ask(Do("1"), Do("2").delayed(by: .seconds(1)), Sequential([Do("3")]))
    run.runtime.requestShutdown()
    run.clock.advance(by: .seconds(1))
    #expect(run.log.all.sorted() == ["cancel 1", "cancel 3", "start 1", "start 3"])
  }

  @Test func onCancelIsNeverCalledAfterTheEnd() {
    let run = LoggedRun()
    run.ask(Do("1").cancellable(id: ID.a), Sequential([Do("2"), Do("3")]).cancellable(id: ID.a))
    run.finish("1")
    run.finish("2")
    run.ask(Cancel(id: ID.a))
    run.runtime.requestShutdown()
    #expect(run.log.all == ["start 1", "start 2", "start 3", "cancel 3"])
  }

  @Test func cancelledMessageThatIsOnItsWayIsNotHandled() throws {
    let runtime = try runtime { _, dispatch in dispatch(Heard.word("word")) }
    runtime.dispatch(
      Ask(commands: [Sequential([Do("1")]).cancellable(id: ID.a), Cancel(id: ID.a)]))
    #expect(runtime.model.heard == [])
    #expect(runtime.statistics.silenced == 1)
  }

  @Test func cancelledTasksOnOtherThreadsAreNotHeard() async throws {
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(
          DoingAsync { command, dispatch in
            for _ in 1...40 {
              dispatch(Heard.word(command.name))
              // Lets the threads of the other tasks come in between.
              await Task.yield()
            }
          })
      ])
    runtime.start()
    for name in (1...100).map(String.init) {
      runtime.dispatch(
        Ask(commands: [
          Do(name).onFailure(Heard.word("failed")).cancellable(id: ID.a, cancelInFlight: true)
        ]))
      for await model in runtime.models where model.heard.last == name { break }
    }
    let heard = runtime.model.heard
    #expect(zip(heard, heard.dropFirst()).allSatisfy { Int($0)! <= Int($1)! })
    await runtime.shutdown()
  }

  @Test func finishedMeansThatTheLastCopyOfTheDispatcherIsGone() {
    let run = LoggedRun()
    run.ask(Sequential([Do("1"), Do("2")]))
    run.say("word", as: "1")
    #expect(run.log.all == ["start 1"])
    run.finish("1")
    #expect(run.log.all == ["start 1", "start 2"])
  }

  struct Kept: Model { var dispatch: Dispatcher?; var isDone = false }
  enum Keep: Message { case run, keep(Dispatcher), drop, done }

  struct KeepUpdater: TypedUpdater {
    func update(model: inout Kept, message: Keep) -> [any Command] {
      switch message {
      case .run: return [Sequential([Do("x"), Send(Keep.done)])]
      case .keep(let dispatch): model.dispatch = dispatch
      case .drop: model.dispatch = nil
      case .done: model.isDone = true
      }
      return []
    }
  }

  @Test func aCommandFinishesWhenAnUpdateDropsItsLastDispatcher() throws {
    let runtime = try Runtime(
      Program(model: Kept(), KeepUpdater()),
      interpreters: [.command(Doing { _, dispatch in dispatch(Keep.keep(dispatch)) })])
    runtime.start()
    runtime.dispatch(Keep.run)
    #expect(!runtime.model.isDone)
    runtime.dispatch(Keep.drop)
    #expect(runtime.model.isDone)
  }

  @Test func commandWithoutInterpreterCountsAsCancelled() throws {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      options: RuntimeOptions(clock: ManualClock(), issues: issues.handler))
    runtime.start()
    runtime.dispatch(
      Ask(commands: [
        Concurrent([Do("1")], then: Heard.word("both")),
        Sequential([Do("2"), Send(Heard.word("next"))]),
      ]))
    #expect(runtime.model.heard == [])
    #expect(issues.kinds == [.noCommandInterpreter, .noCommandInterpreter])
  }

  @Test(arguments: [
    Do("1").delayed(by: .seconds(1)), Do("1").debounced(id: ID.a, for: .seconds(1)),
    Do("1").throttled(id: ID.a, for: .seconds(1), .trailing),
    Sequential([Sequential([]), Do("1").delayed(by: .seconds(1))]),
  ])
  func settleWaitsForWhatIsYetToStart(command: any Command) async throws {
    let clock = ManualClock()
    let runtime = try runtime(clock) { command, dispatch in dispatch(Heard.word(command.name)) }
    let settled = Task {
      try await runtime.settle(Ask(commands: [command]))
      return runtime.model.heard
    }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    #expect(try await settled.value == ["1"])
  }

  @Test func settleWaitsForRetries() async throws {
    let clock = ManualClock()
    let attempts = Locked(0)
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(
          DoingAsync { _, dispatch in
            let attempt = attempts.withLock { attempts in
              attempts += 1
              return attempts
            }
            if attempt < 3 { throw WorkFailure() }
            dispatch(Heard.word("attempt \(attempt)"))
          })
      ], options: RuntimeOptions(clock: clock))
    runtime.start()
    let command = Do("1").retried(Retry(2, after: .exponential(from: .seconds(1))))
    let settled = Task { try await runtime.settle(Ask(commands: [command])) }
    for seconds in [1, 2] {
      await clock.waitUntilScheduled()
      clock.advance(by: .seconds(seconds))
    }
    _ = try await settled.value
    #expect(runtime.model.heard == ["attempt 3"])
  }

  @Test func settleSaysWhatWaits() async throws {
    let clock = ManualClock()
    let runtime = try runtime(clock) { _, _ in }
    let settled = Task {
      try await runtime.settle(
        Ask(commands: [Do("1").delayed(by: .seconds(9))]), timeout: .seconds(1))
    }
    await clock.waitUntilScheduled(2)
    clock.advance(by: .seconds(1))
    await #expect(throws: SettleError.timedOut(pending: ["Do"])) { try await settled.value }
    runtime.requestShutdown()
  }

  private func runtime(
    _ clock: ManualClock = ManualClock(), _ body: @escaping @Sendable (Do, Dispatcher) -> Void
  ) throws -> Runtime<Journal> {
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater), interpreters: [.command(Doing(body))],
      options: RuntimeOptions(clock: clock))
    runtime.start()
    return runtime
  }
}
