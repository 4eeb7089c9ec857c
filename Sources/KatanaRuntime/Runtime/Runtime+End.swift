import Katana

extension Runtime {
  /// Lets the commands of the app end, then ends the runtime.
  ///
  /// For a command-line tool or a server that is asked to stop. Commands that were delayed or
  /// debounced, such as a save, are performed first. The order is:
  ///
  /// 1. Messages from outside are refused.
  /// 2. All subscriptions stop, except ``Katana/ConstantSubscription``s.
  /// 3. Commands that are delayed, debounced or throttled start immediately, also those that updates
  ///    return from now on. So cancel a command that starts itself again after a delay before this
  ///    call. From now on, no command is retried.
  /// 4. Commands, and everything that their messages cause, come to their end.
  /// 5. The remaining subscriptions stop, and the runtime shuts down.
  ///
  /// May be called from any thread, also by an interpreter, whose own command is then not waited
  /// for.
  ///
  /// If the runtime has not been started, it ends immediately: its first commands do not run, and
  /// messages that wait for the start are dropped and counted. With ``Execution/caller``, this
  /// thread executes the end, so code that blocks there blocks this call, too.
  ///
  /// - Parameter limit: The longest time to wait, by the runtime's clock. After that, or when the
  ///   calling task is cancelled, the runtime shuts down immediately. Subscriptions that do not stop
  ///   are waited for as long again.
  /// - Returns: The commands that had not ended.
  @discardableResult
  public func finish(within limit: Duration = .seconds(10)) async -> FinishResult {
    // An app that has not been started has no commands to wait for.
    if !core.hasStarted {
      core.requestShutdown()
      return FinishResult(left: [], hasStuckStep: false)
    }
    let call = EndCall()
    // First, because with `Execution.caller` this thread executes what follows.
    call.isOver.limit(limit, by: core.clock) { call.isOver.give(()) }
    core.post { [loop] in loop.beginFinish(call) }
    await call.isOver.get(whenCancelled: ())
    // Before anything else, so that waiting messages are dropped and do not delay the end.
    core.requestShutdown()
    if !call.result.isGiven { giveUp(call) }
    let result = await call.result.get()
    if result.hasStuckStep { return result }
    return FinishResult(left: result.left, hasStuckStep: !(await hasShutDown(within: limit)))
  }

  /// Gives the result of a call that waits no longer.
  private func giveUp(_ call: EndCall) {
    core.post { [loop] in
      loop.giveUpFinishing(call)
    } otherwise: { [core] isExecuting in
      // The end of the runtime may have given the result, and be calling what it stops.
      if call.result.isGiven { return }
      if isExecuting { core.abandonStep() }
      call.result.give(FinishResult(left: [], hasStuckStep: true))
    }
  }

  /// Waits for the shutdown itself. Commands may go on after it, because their messages are dropped.
  ///
  /// - Parameter limit: The longest time to wait. After it, and when the task is cancelled, the
  ///   shutdown has a tenth of a second left.
  /// - Returns: Whether the shutdown has ended.
  private func hasShutDown(within limit: Duration) async -> Bool {
    let isInTime = PendingResult<Bool>()
    isInTime.limit(limit, by: core.clock) { isInTime.give(false) }
    core.post { isInTime.give(true) }
    if await isInTime.get(whenCancelled: false) { return true }
    let hasEnded = PendingResult<Bool>()
    core.post {
      hasEnded.give(true)
    } otherwise: { _ in
      hasEnded.give(false)
    }
    return await hasEnded.get()
  }
}

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
