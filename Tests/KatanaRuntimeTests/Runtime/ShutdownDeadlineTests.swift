import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// How long a shutdown waits, for what, and for whom.
@Suite struct ShutdownDeadlineTests {
  /// The deadline passes while an interpreter blocks; then nothing of its step follows.
  @Test func theDeadlineComesWhileAStepDoesNotEnd() async throws {
    let (clock, issues, step) = (ManualClock(), IssueRecorder(), BlockedStep())
    let runtime = try makeRuntime(
      [step.interpreter], interceptors: [Interceptor(after: { _, _, _ in step.log("after") })],
      clock: clock, issues: issues)
    let texts = await end(
      runtime, during: step, .doing("go", [Do("block"), Do("next")]), reaching: "block", clock
    ) { issues.issues.map(\.text) }
    #expect(
      texts == [
        """
        A step had not ended at the deadline of the shutdown.
        An update, an observer or an interpreter has not returned. Its thread is blocked, and the \
        rest of that step will not happen.
        To fix this, let each of them return soon, and do long work in an \
        AsyncCommandInterpreter.
        """
      ])
    #expect(step.log.all == ["block"])
  }

  /// Ends a runtime while a step is blocked, then lets the step go on.
  ///
  /// - Returns: What `read` finds before the step goes on.
  @discardableResult
  private func end(
    _ runtime: Runtime<Notes>, during step: BlockedStep, _ message: Note, reaching line: String,
    _ clock: ManualClock, read: () -> [String] = { [] }
  ) async -> [String] {
    let found = await step.during(message, of: runtime, reaching: line) {
      await clock.passing(.seconds(3)) { await runtime.shutdown(deadline: .seconds(3)) }
      return read()
    }
    await runtime.shutdown()
    return found
  }

  @Test func aSubscriptionThatIsCreatedLateIsNotStarted() async throws {
    let (clock, step, board) = (ManualClock(), BlockedStep(), SourceBoard())
    let runtime = try makeRuntime(
      [
        .subscription { (source: Source, dispatch) -> SourceInterpreter in
          step.log("create")
          step.blocker.wait()
          return SourceInterpreter(source, dispatch, board)
        }
      ], clock: clock)
    await end(runtime, during: step, .want([Source(name: "x")]), reaching: "create", clock)
    #expect(board.log.all == [])
  }

  @Test func aSubscriptionIsNotCreatedAfterAListenerThatReturnsLate() async throws {
    let (clock, step, board) = (ManualClock(), BlockedStep(), SourceBoard())
    let eventHandler = EventHandler(to: .subscriptions) { event in
      guard case .subscription(let subscription) = event.fact else { return }
      step.log("\(subscription.step)")
      if case .started = subscription.step { step.blocker.wait() }
    }
    let runtime = try makeRuntime([board.interpreter], eventHandlers: [eventHandler], clock: clock)
    await end(runtime, during: step, .want([Source(name: "x")]), reaching: "started", clock)
    #expect(board.log.all == [])
    #expect(step.log.all == ["started", "stopped"])
  }

  @Test func anInterpreterIsNotCalledAfterAListenerThatReturnsLate() async throws {
    let (clock, step) = (ManualClock(), BlockedStep())
    let eventHandler = EventHandler(to: .commands) { event in
      guard case .command(let command) = event.fact, case .started = command.step else { return }
      step.log("eventHandler")
      step.blocker.wait()
    }
    let runtime = try makeRuntime(
      [step.interpreter], eventHandlers: [eventHandler], clock: clock)
    await end(
      runtime, during: step, .doing("go", [Do("late")]), reaching: "eventHandler", clock)
    #expect(!step.log.all.contains("late"))
  }

  @Test func afterTheDeadlineNothingFollowsAnUpdateThatEndsLate() async throws {
    let (clock, step, board) = (ManualClock(), BlockedStep(), SourceBoard())
    struct Blocking: Updater {
      let step: BlockedStep
      func update(model: inout Notes, message: any Message) -> [any Command] {
        guard message as? Note == .add("block") else { return [] }
        step.log("update")
        step.blocker.wait()
        model.entries.append("late")
        model.wanted = [Source(name: "late")]
        return [Do("late")]
      }
    }
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater<Notes>([
          .full(Blocking(step: step)), .full(notesSubscriptions),
        ])),
      interpreters: [step.interpreter, board.interpreter],
      options: RuntimeOptions(clock: clock, issues: IssueRecorder().handler))
    let token = runtime.observe { (_: Notes) in step.log("observed") }
    let before = await end(runtime, during: step, .add("block"), reaching: "update", clock) {
      step.log.all
    }
    #expect(step.log.all == before)
    #expect(board.log.all == [])
    #expect(runtime.model.entries == ["late"], "the update on the stack may still finish")
    token.cancel()
  }

  @Test func theDeadlineComesWhileTheExecutorIsBlocked() async throws {
    let (clock, issues, executor) = (ManualClock(), IssueRecorder(), QueueExecutor("shutdown"))
    let runtime = try makeRuntime(clock: clock, execution: .serial(executor), issues: issues)
    runtime.start()
    await runtime.deliver(Note.add("first"))
    executor.block()
    await clock.passing(.seconds(3)) { await runtime.shutdown(deadline: .seconds(3)) }
    #expect(
      issues.issues.map(\.text) == [
        """
        The executor of the runtime was blocked at the deadline of the shutdown.
        The main actor, or the executor that handles the messages, did not become free. So the \
        commands and subscriptions have not been ended.
        To fix this, do not block that thread until the shutdown has returned, as a semaphore \
        would: await the shutdown in a task.
        """
      ])
    executor.resume()
    await runtime.shutdown()
  }

  @Test func eachCallerHasADeadlineOfItsOwn() async throws {
    let (command, log) = try (HeldCommand(), Log())
    let (runtime, clock) = (command.runtime, command.clock)
    let short = Task.detached { await runtime.shutdown(deadline: .seconds(1)) }
    await clock.waitUntilScheduled(1)
    let long = Task.detached {
      await runtime.shutdown(deadline: .seconds(100))
      log("long")
    }
    await clock.waitUntilScheduled(2)
    clock.advance(by: .seconds(1))
    await short.value
    log("short")
    command.end()
    await long.value
    #expect(log.all == ["short", "long"])
    #expect(clock.scheduledCount == 0)
  }

  /// A task that an observer makes inherits the task-local values of the run whose task executes the
  /// step; that run has not called for the shutdown.
  // Several times, since a shutdown that does not wait may still come second.
  @Test(arguments: 0..<50)
  func aRunIsWaitedForThoughATaskOfAnObserverEndsTheRuntime(round: Int) async throws {
    let (clock, log) = (ManualClock(), Log())
    let (go, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let runtime = try makeRuntime(
      [
        .command(
          DoingAsync { _, dispatch in
            dispatch(Note.add("end"))
            // Ignores its cancellation.
            await Task.detached { for await _ in go.stream { break } }.value
            log("run")
          })
      ], clock: clock)
    let token = runtime.observe { (model: Notes) in
      guard model.entries.last == "end" else { return }
      Task {
        await runtime.shutdown(deadline: .seconds(100))
        log("shutdown")
        ended.continuation.yield()
      }
    }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    await clock.waitUntilScheduled()
    go.continuation.yield()
    for await _ in ended.stream { break }
    #expect(log.all == ["run", "shutdown"])
    token.cancel()
  }

  /// The deadline may come before the call has been noted.
  @Test func aRunThatCallsDoesNotReportItselfAtTheDeadline() async throws {
    let (issues, log) = (IssueRecorder(), Log())
    let holder = Locked<Runtime<Notes>?>(nil)
    let go = AsyncStream<Void>.makeStream()
    let runtime = try makeRuntime(
      [
        .command(
          DoingAsync { _, _ in
            for await _ in go.stream { break }
            await holder.withLock { $0 }?.shutdown(deadline: .zero)
            log("returned")
          })
      ], clock: PromptClock(), issues: issues)
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    // After the step, which would otherwise be reported as one that does not end.
    go.continuation.yield()
    await log.reached("returned")
    #expect(issues.issues.isEmpty)
    holder.withLock { $0 = nil }
  }

  /// A run that calls is not waited for by itself, but by a caller outside, whoever calls first.
  @Test(arguments: [false, true])
  func aCallerOutsideWaitsForARunThatCalls(outsideIsFirst: Bool) async throws {
    let (clock, log) = (ManualClock(), Log())
    let holder = Locked<Runtime<Notes>?>(nil)
    let (call, end) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let runtime = try makeRuntime(
      [
        .command(
          DoingAsync { _, _ in
            // Detached, to ignore the cancellation.
            await Task.detached { for await _ in call.stream { break } }.value
            await holder.withLock { $0 }?.shutdown(deadline: .seconds(100))
            log("inside")
            await Task.detached { for await _ in end.stream { break } }.value
            log("run")
          })
      ], clock: clock)
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    if !outsideIsFirst {
      call.continuation.yield()
      await log.reached("inside")
    }
    let outside = Task.detached {
      await runtime.shutdown(deadline: .seconds(100))
      log("outside")
    }
    await clock.waitUntilScheduled()
    if outsideIsFirst {
      call.continuation.yield()
      await log.reached("inside")
    }
    end.continuation.yield()
    await outside.value
    #expect(log.all == ["inside", "run", "outside"])
    holder.withLock { $0 = nil }
  }

  @Test func withoutADelayTheDeadlineComesAfterTheShutdown() async throws {
    let (issues, held) = (IssueRecorder(), Locked<[Dispatcher]>([]))
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in
            held.withLock { $0.append(dispatch) }
            dispatch.onCancel { held.withLock { $0 = [] } }
          })
      ], clock: PromptClock(), issues: issues)
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("held")]))
    await runtime.shutdown(deadline: .zero)
    #expect(issues.kinds == [])
  }

  /// Who waits for the shutdown is not waited for, whoever else waits.
  @Test func anotherCallerOfTheShutdownIsNoStraggler() async throws {
    struct Straggler: Command {}
    struct Long: Command {}
    let (clock, issues, log, tasks) = (ManualClock(), IssueRecorder(), Log(), ManualTasks())
    let (held, holder) = (Locked<[Dispatcher]>([]), Locked<Runtime<TreeTest.App>?>(nil))
    let runtime = try Runtime(
      Program(
        model: TreeTest.App(), CombinedUpdater<TreeTest.App>([.full(TreeTest.returning)])),
      interpreters: [
        .command(Straggler.self) { (_, dispatch: Dispatcher) in
          held.withLock { $0.append(dispatch) }
        },
        .command(Long.self) { (_: Long, _: Dispatcher) async throws in
          await holder.withLock { $0 }?.shutdown(deadline: .seconds(60))
          log("long")
        },
      ], options: RuntimeOptions(clock: clock, taskExecutor: tasks, issues: issues.handler))
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(TreeTest.Returning([Straggler(), Long()]))
    tasks.runAll()
    await clock.passing(.seconds(1), scheduled: 2) { await runtime.shutdown(deadline: .seconds(1)) }
    #expect(issues.issues.map(\.text) == [RuntimeIssue.stragglers(commands: ["Straggler"]).text])
    held.withLock { $0 = [] }
    tasks.runAll()
    #expect(log.all == ["long"])
    holder.withLock { $0 = nil }
  }
}

/// A clock that stands still, and calls an action without a delay at once.
private struct PromptClock: RuntimeClock {
  var now: Duration { .zero }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
  {
    if delay <= .zero { action() }
    return ScheduledAction {}
  }
}
