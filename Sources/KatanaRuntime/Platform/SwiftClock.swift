/// A runtime's clock as a clock of Swift, for code that is written with `any Clock<Duration>`.
///
/// ```swift
/// let client = Client(clock: dispatch.clock.swiftClock)
/// ```
///
/// Under a manual clock, a task that sleeps here wakes when a test advances the time.
public struct SwiftClock: Clock {
  /// A moment of the clock that made it; moments of different clocks say nothing about each other.
  public struct Instant: InstantProtocol {
    fileprivate let time: Duration

    /// The moment that lies this much later.
    public func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

    /// The time from this moment to another one; negative if the other one is earlier.
    public func duration(to other: Instant) -> Duration { other.time - time }

    /// Whether the left moment is the earlier one.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  private let clock: any RuntimeClock

  fileprivate init(_ clock: any RuntimeClock) { self.clock = clock }

  /// The current moment.
  public var now: Instant { Instant(time: clock.now) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until a moment; returns at once if it has passed.
  ///
  /// - Parameter tolerance: Not used; the task wakes when the runtime's clock says so.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let remaining = now.duration(to: deadline)
    if remaining > .zero { try await clock.sleep(for: remaining) }
  }
}

extension RuntimeClock {
  /// This clock as a clock of Swift.
  public var swiftClock: SwiftClock { SwiftClock(self) }
}
