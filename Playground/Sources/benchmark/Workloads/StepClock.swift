import KatanaRuntime

/// A clock that goes on by a second when it is told to, as cheap as can be.
final class StepClock: RuntimeClock, @unchecked Sendable {
  // Sendable, because one thread uses it.
  @exclusivity(unchecked) private(set) var now = Duration.zero
  @exclusivity(unchecked) private var timers: [Timer] = []

  private final class Timer: @unchecked Sendable {
    // Sendable for the same reason.
    var action: (@Sendable () -> Void)?
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let timer = Timer(action)
    timers.append(timer)
    // A timer that was cancelled would stay for ever where nobody lets time pass.
    if timers.count > 64 { timers.removeAll { $0.action == nil } }
    return ScheduledAction { timer.action = nil }
  }

  /// Everything that was scheduled is due.
  func step() {
    now += .seconds(1)
    let due = timers
    timers.removeAll()
    for timer in due { timer.action?() }
  }
}
