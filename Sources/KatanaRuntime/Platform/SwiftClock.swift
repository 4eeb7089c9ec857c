import Katana

/// The clock of a runtime as a clock of Swift.
package struct SwiftClock: Clock {
  /// A moment of one clock. Moments of different clocks cannot be compared.
  package struct Instant: InstantProtocol {
    fileprivate let time: Duration

    /// Returns the moment that is later by a duration.
    package func advanced(by duration: Duration) -> Instant { Instant(time: time.adding(duration)) }

    /// Returns the time from this moment to another one; negative if the other one is earlier.
    package func duration(to other: Instant) -> Duration { other.time.subtracting(time) }

    /// Returns whether the left moment is the earlier one.
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  private let clock: any RuntimeClock

  fileprivate init(_ clock: any RuntimeClock) { self.clock = clock }

  /// The current moment.
  package var now: Instant { Instant(time: clock.now) }

  /// One nanosecond.
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until a moment. Returns immediately if the moment has passed.
  ///
  /// - Parameters:
  ///   - deadline: The moment at which the task wakes.
  ///   - tolerance: Ignored; the runtime's clock determines when the task wakes.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let remaining = now.duration(to: deadline)
    if remaining > .zero { try await clock.sleep(for: remaining) }
  }
}

extension RuntimeClock {
  /// This clock as a clock of Swift, for code that takes `any Clock<Duration>`.
  ///
  /// ```swift
  /// let client = Client(clock: dispatch.clock.swiftClock)
  /// ```
  ///
  /// If the runtime has a manual clock, a task that sleeps by this clock wakes when a test advances
  /// the time.
  public var swiftClock: some Clock<Duration> { SwiftClock(self) }
}
