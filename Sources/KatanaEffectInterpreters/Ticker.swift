import KatanaRuntime
import Synchronization

/// Calls a function at multiples of an interval.
final class Ticker: Sendable {
  private let clock: any RuntimeClock
  private let tick: @Sendable () -> Void
  private let isStopped = Atomic(false)

  init(clock: any RuntimeClock, tick: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.tick = tick
  }

  func start(every interval: Duration) { schedule(at: clock.now + interval, every: interval) }

  func stop() { isStopped.store(true, ordering: .releasing) }

  /// The next moment is counted from the last one, not from now, so that delays do not add up.
  private func schedule(at moment: Duration, every interval: Duration) {
    clock.schedule(after: moment - clock.now) { [weak self] in
      guard let self, !isStopped.load(ordering: .acquiring) else { return }
      tick()
      schedule(at: moment + interval, every: interval)
    }
  }
}
