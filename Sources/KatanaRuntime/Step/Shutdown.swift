/// The calls that wait for the end of a runtime.
struct Shutdown {
  var waiting: [ShutdownWaiter] = []
  var hasReportedStragglers = false
  /// The timer that reports commands for which calls without a deadline wait; `nil` while none runs.
  var report: ScheduledAction?
}

/// One call that waits for the end of a runtime.
final class ShutdownWaiter: Caller, @unchecked Sendable {
  // Sendable, because what it adds to a caller is constant.
  let result = PendingResult<Void>()
  let hasDeadline: Bool

  init(_ task: Int?, hasDeadline: Bool) {
    self.hasDeadline = hasDeadline
    super.init(task)
  }
}
