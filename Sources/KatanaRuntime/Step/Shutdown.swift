/// The calls that wait for the end of a runtime.
struct Shutdown {
  var hasEnded = false
  var waiting: [ShutdownWaiter] = []
  var hasReportedStragglers = false
  /// The timer that reports commands for which calls without a deadline wait.
  var report: ScheduledAction?
}

/// One call that waits for the end of a runtime.
final class ShutdownWaiter: Sendable {
  let result = PendingResult<Void>()
  /// A call by a run does not wait for that run. Calls from outside do.
  let caller: Caller
  let hasDeadline: Bool

  init(_ task: Int?, hasDeadline: Bool) {
    caller = Caller(task)
    self.hasDeadline = hasDeadline
  }
}
