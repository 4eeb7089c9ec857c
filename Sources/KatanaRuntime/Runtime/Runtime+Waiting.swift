extension Runtime {
  /// The commands that wait now, in the order of their start: each with since when it waits, and for
  /// what.
  ///
  /// To find out why something does not happen: queues that wait for each other, or a place that a
  /// cancelled command holds because its interpreter does not end. The look comes in order with the
  /// messages, and changes nothing. It waits for the current step, and returns nothing before the
  /// start, after the end, and if the task is cancelled.
  ///
  /// ```swift
  /// for waiting in await runtime.waiting { print(waiting, runtime.dispatcher.clock.now - waiting.since) }
  /// ```
  public var waiting: [WaitingCommand] {
    get async {
      if !core.hasStarted { return [] }
      let result = PendingResult<[WaitingCommand]>()
      let isPosted = core.post { [loop] in result.give(loop.activities.waitingCommands) }
      return isPosted ? await result.get(whenCancelled: []) : []
    }
  }
}
