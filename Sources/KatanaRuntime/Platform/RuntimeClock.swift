import Katana

/// The clock of a runtime, from which it and its interpreters take the time.
///
/// This is a protocol of its own, beside Swift's `Clock`, for the sake of tests. When a manual
/// clock is advanced, it can call its actions immediately, whereas a sleeping task would only
/// become ready to run. So tests of timers need neither sleep nor yield.
public protocol RuntimeClock: Sendable {
  /// The time since an arbitrary but fixed moment. It never decreases.
  var now: Duration { get }

  /// Calls an action once, when a delay has passed.
  ///
  /// - Parameters:
  ///   - delay: The delay. If it is not positive, the action may be called before this function
  ///     returns; otherwise it is called later.
  ///   - action: Called on any thread.
  /// - Returns: A handle that cancels the action.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
}

/// A handle for an action that a clock will call.
public struct ScheduledAction: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a handle, for a clock to return.
  ///
  /// - Parameter onCancel: Removes the action from the clock. It may be called from any thread, any
  ///   number of times.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Cancels the action, unless its call has begun.
  public func cancel() { onCancel() }
}

extension RuntimeClock {
  /// Suspends the task for a time of this clock.
  ///
  /// - Parameter duration: The time to sleep.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let isOver = PendingResult<Bool>()
    isOver.limit(duration, by: self) { isOver.give(true) }
    if !(await isOver.get(whenCancelled: false)) { throw CancellationError() }
  }
}

/// The clock of the system, which goes on while the system sleeps.
public struct SystemClock: RuntimeClock {
  private static let origin = ContinuousClock.now

  /// Creates the clock.
  public init() {}

  /// The time since the first use in this process.
  public var now: Duration { Self.origin.duration(to: .now) }

  /// Calls an action once, when a delay has passed, from a background task.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    SystemTimers.shared.schedule(at: now.adding(max(delay, .zero)), action)
  }
}

extension RuntimeClock where Self == SystemClock {
  /// The clock of the system, which goes on while the system sleeps.
  public static var system: SystemClock { SystemClock() }
}

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
