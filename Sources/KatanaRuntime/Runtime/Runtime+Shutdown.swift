import Katana

extension Runtime {
  /// Ends the runtime and waits until no command runs any more. After that, no message is handled.
  ///
  /// Cancelling the calling task does not end the wait. With ``Execution/caller``, this thread
  /// stops the subscriptions, so code that blocks there blocks this call, too; the deadline reports
  /// it.
  ///
  /// - Parameter deadline: The longest time to wait, by the runtime's clock, for commands that
  ///   ignore their cancellation, for a step that does not end, and for an executor that is blocked.
  ///   After it, an issue reports them; for the last two, a tenth of a second later. If such a step
  ///   ends later, its update may still change the model, but nothing follows from it. If an
  ///   interpreter calls this in the task of its own command, that command is not waited for.
  public func shutdown(deadline: Duration = .seconds(5)) async {
    let call = EndCall()
    // First, because with `Execution.caller` this thread executes what follows.
    call.isOver.limit(deadline, by: core.clock) { [core, weak loop] in
      core.requestShutdown()
      core.post { [weak loop] in
        loop?.giveUpWaiting(call)
      } otherwise: { isExecuting in
        if isExecuting { core.abandonStep() }
        core.report(isExecuting ? .stuckStep : .blockedExecutor)
        call.isOver.give(())
      }
    }
    core.requestShutdown()
    core.post { [loop] in loop.add(call) }
    await call.isOver.get()
  }

  /// Waits until the runtime has ended and no command runs any more, for the main function of a
  /// program. It does not end the runtime; an interpreter may, by ``Dispatcher/requestShutdown()``.
  ///
  /// Returns early if the calling task is cancelled. There is no deadline: it does not return while
  /// an interpreter ignores its cancellation. An issue reports that after five seconds of the
  /// runtime's clock. To limit the wait, call ``shutdown(deadline:)`` instead.
  public func waitUntilEnded() async {
    let call = EndCall(hasDeadline: false)
    core.post { [loop] in loop.add(call) }
    await call.isOver.get(whenCancelled: ())
  }
}
