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

  @Test func aRunWhoseMessageIsRefusedByTheShutdownIsCancelledToo() throws {
    let log = Log()
    let kept = Locked<[Dispatcher]>([])
    let doing = Doing { _, dispatch in
      kept.withLock { $0.append(dispatch) }
      dispatch.onCancel { log("cancelled") }
      // As if another thread were about to send while this returns.
      dispatch.sender.countMessage()
    }
    let runtime = try Runtime(
      Program(model: Notes(), NotesUpdater()), interpreters: [.command(doing)])
    runtime.start()
    runtime.dispatch(Note.doing("", [Do("listen")]))
    runtime.requestShutdown()
    let run = kept.withLock { $0[0].sender }
    runtime.core.post(QueuedMessage(Note.add("late"), from: run, file: #fileID, line: #line))
    #expect(log.all == ["cancelled"])
    #expect(runtime.statistics.lost == 1)
  }
}
