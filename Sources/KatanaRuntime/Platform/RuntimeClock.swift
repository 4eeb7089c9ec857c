/// Where all time in a runtime comes from.
///
/// A protocol of its own beside Swift's `Clock`, because a callback can be made to run at once when
/// a manual clock is advanced, while a sleeping task only becomes ready to run: so tests of timers
/// need neither sleep nor yield.
public protocol RuntimeClock: Sendable {
  /// The time since an arbitrary but fixed moment; never decreases.
  var now: Duration { get }

  /// Calls `action` once, when `delay` has passed, on any thread; never before this returns, unless
  /// the delay is not positive.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
}

/// An action that a clock was asked to call.
public struct ScheduledAction: Sendable {
  private let onCancel: @Sendable () -> Void

  /// A handle for a clock to return.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Makes sure that the action is not called, if it has not been.
  public func cancel() { onCancel() }
}

extension RuntimeClock {
  /// Suspends the task for a time.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.begin(continuation) { self.schedule(after: duration) { sleeper.end(.success(())) } }
      }
    } onCancel: {
      sleeper.end(.failure(CancellationError()))
    }
  }
}

/// Resumes a sleeping task exactly once: when the time has come or when the task is cancelled.
private final class Sleeper: @unchecked Sendable {
  // Sendable, because all of its state is read and written with the lock held.
  private let lock = Lock()
  private var continuation: CheckedContinuation<Void, any Error>?
  private var scheduled: ScheduledAction?
  private var outcome: Result<Void, any Error>?

  func begin(
    _ continuation: CheckedContinuation<Void, any Error>, _ schedule: () -> ScheduledAction
  ) {
    lock.withLock { self.continuation = continuation }
    if lock.withLock({ outcome }) == nil {
      let scheduled = schedule()
      lock.withLock { self.scheduled = scheduled }
    }
    if let outcome = lock.withLock({ outcome }) { end(outcome) }
  }

  func end(_ result: Result<Void, any Error>) {
    let (continuation, scheduled) = lock.withLock {
      outcome = outcome ?? result
      defer { self.continuation = nil }
      return (self.continuation, self.scheduled)
    }
    if case .failure = result { scheduled?.cancel() }
    continuation?.resume(with: result)
  }
}

/// The time of the system, going on while it sleeps.
public struct SystemClock: RuntimeClock {
  private static let origin = ContinuousClock.now

  /// The clock.
  public init() {}

  /// The time since the first use in this process.
  public var now: Duration { Self.origin.duration(to: .now) }

  /// Calls the action from a task of its own.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    SystemTimers.shared.schedule(at: now + max(delay, .zero), action)
  }
}

extension RuntimeClock where Self == SystemClock {
  /// The time of the system, going on while it sleeps.
  public static var system: SystemClock { SystemClock() }
}
