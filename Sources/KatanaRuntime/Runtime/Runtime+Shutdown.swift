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
    let waiter = ShutdownWaiter(currentTask, hasDeadline: true)
    // First, because with `Execution.caller` this thread executes what follows.
    waiter.result.limit(deadline, by: core.clock) { [core, weak cycle] in
      core.requestShutdown()
      core.post { [weak cycle] in
        cycle?.giveUpWaiting(waiter)
      } otherwise: { isExecuting in
        if isExecuting { core.abandonStep() }
        core.report(isExecuting ? .stuckStep : .blockedExecutor)
        waiter.result.give(())
      }
    }
    core.requestShutdown()
    core.post { [cycle] in cycle.add(waiter) }
    await waiter.result.get()
  }

  /// Waits until the runtime has ended and no command runs any more, for the main function of a
  /// program. It does not end the runtime; an interpreter may, by ``Dispatcher/requestShutdown()``.
  ///
  /// Returns early if the calling task is cancelled. There is no deadline: it does not return while
  /// an interpreter ignores its cancellation. An issue reports that after five seconds of the
  /// runtime's clock. To limit the wait, call ``shutdown(deadline:)`` instead.
  public func waitUntilEnded() async {
    let waiter = ShutdownWaiter(currentTask, hasDeadline: false)
    core.post { [cycle] in cycle.add(waiter) }
    await waiter.result.get(whenCancelled: ())
  }
}
