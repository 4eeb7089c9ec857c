import KatanaRuntime

/// Calls a function at multiples of an interval.
final class Ticker: @unchecked Sendable {
  // Sendable, because `next` and `isStopped` are used with the lock held.
  private let clock: any RuntimeClock
  private let tick: @Sendable () -> Void
  private let lock = Lock()
  private var next: ScheduledAction?
  private var isStopped = false

  init(clock: any RuntimeClock, tick: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.tick = tick
  }

  func start(every interval: Duration) { schedule(at: clock.now + interval, every: interval) }

  private func moment(after last: Duration, every interval: Duration) -> Duration {
    let next = last + interval
    let late = clock.now - next
    guard late >= .zero, interval > .zero else { return next }
    return next + interval * ((late / interval).rounded(.down) + 1)
  }

  func stop() {
    let pending = lock.withLock {
      isStopped = true
      return next
    }
    pending?.cancel()
  }

  /// The next moment is counted from the last one, not from now, so that delays do not add up. Those that
  /// have passed meanwhile, as when the computer slept, are left out. It is scheduled before the tick,
  /// which may lead to a stop.
  private func schedule(at moment: Duration, every interval: Duration) {
    let action = clock.schedule(after: moment - clock.now) { [weak self] in
      guard let self, !lock.withLock({ isStopped }) else { return }
      schedule(at: self.moment(after: moment, every: interval), every: interval)
      tick()
    }
    let isTooLate = lock.withLock {
      next = action
      return isStopped
    }
    if isTooLate { action.cancel() }
  }
}
