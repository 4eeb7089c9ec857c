/// One call of ``Runtime/finish(within:)`` that waits.
final class FinishAttempt: Caller, @unchecked Sendable {
  // Sendable, because what it adds to a caller is constant.
  /// Given with the result, at the limit, or when the task of the call is cancelled.
  let isOver = PendingResult<Void>()
  let result = PendingResult<FinishResult>()
}

/// The calls of ``Runtime/finish(within:)`` that wait. Used inside of steps only.
struct Finishing {
  var hasBegun = false
  var attempts: [FinishAttempt] = []
  /// Whether a job is queued that checks whether everything has ended.
  var isChecking = false
  /// The number of messages that were refused.
  var refusedCount: UInt64 = 0
}
