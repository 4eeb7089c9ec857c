import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// What the shutdown does with commands that run and with commands that wait.
@Suite struct ControlShutdownTests {
  private func makeRuntime(
    execution: Execution = .caller, _ body: @escaping @Sendable (String, Dispatcher) -> Void
  ) throws -> Runtime<Journal> {
    try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [.command(Doing { body($0.name, $1) })],
      options: RuntimeOptions(clock: ManualClock(), execution: execution))
  }

  @Test func shutdownDoesNotStartWhatWaits() {
    let run = LoggedRun()
    for name in ["1", "2"] { run.ask(Do(name).queued(id: 1, .atMost(1))) }
    run.runtime.requestShutdown()
    #expect(run.log.all == ["start 1", "cancel 1"])
  }

  /// Contract 16: the shutdown cancels; it starts nothing.
  @Test func whatWaitsInAQueueIsNotStartedByTheShutdown() throws {
    let started = Log()
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime { name, dispatch in
      started(name)
      kept.withLock { $0.append(dispatch) }
    }
    runtime.start()
    let commands = ["first", "second"].map { Do($0).queued(id: 1, .atMost(1)) }
    runtime.dispatch(Ask(commands: commands))
    runtime.requestShutdown()
    #expect(started.all == ["first"])
    kept.withLock { $0 = [] }
  }

  /// Contract 16: what still waits when the shutdown is requested is dropped, the next command too.
  @Test func theNextInOrderIsNotStartedOnceTheShutdownWasRequested() throws {
    let started = Log()
    let runtime = try makeRuntime { name, dispatch in
      started(name)
      if name == "end" { dispatch.requestShutdown() }
    }
    runtime.start()
    let inOrder = Sequential([Do("first"), Do("second")])
    runtime.dispatch(Ask(commands: [inOrder, Do("end"), Do("of the same step")]))
    #expect(started.all == ["first", "end", "of the same step"])
  }

  /// Contract 16: a run is cancelled, also if the shutdown overtakes its first message.
  @Test func aRunWhoseMessageIsOvertakenByTheShutdownIsCancelled() throws {
    let ending = Locked<Dispatcher?>(nil)
    let kept = Locked<Dispatcher?>(nil)
    let isCancelled = Locked(false)
    let execution = Execution.caller.watched { envelope in
      // Between the moment at which the message was accepted and its place in the queue.
      if envelope?.message is Heard {
        let dispatch = ending.withLock { $0 }
        ending.withLock { $0 = nil }
        dispatch?.requestShutdown()
      }
      return true
    }
    let runtime = try makeRuntime(execution: execution) { _, dispatch in
      dispatch.onCancel { isCancelled.withLock { $0 = true } }
      kept.withLock { $0 = dispatch }
      dispatch(Heard.word("overtaken"))
    }
    ending.withLock { $0 = runtime.dispatcher }
    runtime.start()
    runtime.dispatch(Ask(commands: [Do("go")]))
    #expect(runtime.model.heard == [])
    #expect(isCancelled.withLock { $0 })
    kept.withLock { $0 = nil }
  }

  /// Contract 25: a run is cancelled and waited for, also if another thread is about to send its next
  /// message.
  @Test func aRunThatIsSendingWhenTheRuntimeEndsIsCancelledAndReported() async throws {
    let (observed, observerMayReturn) = (Blocker(), Blocker())
    let (maySend, isSending, mayQueue, hasSent) = (Blocker(), Blocker(), Blocker(), Blocker())
    let (isEnding, jobPosted, isHandled, runMayEnd) = (
      Locked(false), Blocker(), Blocker(), Blocker()
    )
    let (log, issues, clock) = (Log(), IssueRecorder(), ManualClock())
    // Called between the check whether the runtime has ended and the place in the queue.
    let execution = Execution.caller.watched { envelope in
      if envelope?.message as? Note == .add("late") {
        isSending.release()
        mayQueue.wait()
      } else if envelope == nil, isEnding.withLock({ $0 }) {
        jobPosted.release()
      }
      return true
    }
    let sending = Doing { _, dispatch in
      dispatch.onCancel { log("cancelled") }
      dispatch(Note.add("first"))
      Thread.detachNewThread {
        maySend.wait()
        dispatch(Note.add("late"))
        hasSent.release()
        runMayEnd.wait()
        withExtendedLifetime(dispatch) { log("ended") }
      }
    }
    let runtime = try KatanaRuntimeTests.makeRuntime(
      [.command(sending)], clock: clock, execution: execution, issues: issues)
    runtime.start()
    let observation = runtime.observe { (notes: Notes) in
      guard notes.entries.last == "first" else { return }
      observed.release()
      observerMayReturn.wait()
    }
    Thread.detachNewThread {
      runtime.dispatch(Note.doing("go", [Do("send")]))
      isHandled.release()
    }
    await onThreadOfItsOwn {
      observed.wait()
      maySend.release()
      isSending.wait()
      isEnding.withLock { $0 = true }
    }
    async let end: Void = runtime.shutdown(deadline: .seconds(5))
    await onThreadOfItsOwn {
      // The shutdown itself, and the call that waits for it.
      for _ in 0..<2 { jobPosted.wait() }
      isEnding.withLock { $0 = false }
      mayQueue.release()
      hasSent.wait()
      observerMayReturn.release()
      isHandled.wait()
    }
    #expect(log.all == ["cancelled"])
    clock.advance(by: .seconds(5))
    await end
    #expect(issues.kinds == [.stragglers])
    runMayEnd.release()
    await log.reached("ended")
    #expect(runtime.statistics.lost == 1)
    observation.cancel()
  }
}
