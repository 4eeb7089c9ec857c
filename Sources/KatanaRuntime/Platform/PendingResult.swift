/// A value for which code waits outside of the steps. It is given once, from any thread, also while
/// a step does not end.
final class PendingResult<Value: Sendable>: @unchecked Sendable {
  // Sendable, because all state is used with the lock held.
  private let lock = Lock()
  private var value: Value?
  private var continuation: CheckedContinuation<Value, Never>?
  private var timer: ScheduledAction?

  /// Waits for the value and returns it. May be called only once.
  func get() async -> Value {
    await withCheckedContinuation { continuation in
      let given = lock.withLock {
        if value == nil { self.continuation = continuation }
        return value
      }
      if let given { continuation.resume(returning: given) }
    }
  }

  /// Waits for the value and returns it; returns `other` if the task is cancelled before.
  func get(whenCancelled other: Value) async -> Value {
    await withTaskCancellationHandler {
      await get()
    } onCancel: {
      give(other)
    }
  }

  var isGiven: Bool { lock.withLock { value != nil } }

  /// Gives the value, unless one was given before.
  ///
  /// - Returns: Whether this value is the first one.
  @discardableResult
  func give(_ new: Value) -> Bool {
    lock.lock()
    guard value == nil else {
      lock.unlock()
      return false
    }
    value = new
    let (continuation, timer) = (continuation, timer)
    (self.continuation, self.timer) = (nil, nil)
    lock.unlock()
    timer?.cancel()
    continuation?.resume(returning: new)
    return true
  }

  /// Calls an action after a time, unless the value was given before.
  func limit(_ time: Duration, by clock: any RuntimeClock, _ action: @escaping @Sendable () -> Void)
  {
    let timer = clock.schedule(after: time, action)
    let isLate = lock.withLock {
      if value == nil { self.timer = timer }
      return value != nil
    }
    if isLate { timer.cancel() }
  }
}
