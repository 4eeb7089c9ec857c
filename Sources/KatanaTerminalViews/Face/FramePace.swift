import KatanaRuntime
import KatanaScreen

/// When the next frame is shown: at most 60 in a second, and for a spinner alone as often as it turns.
struct FramePace {
  static let frameTime = Duration.nanoseconds(16_666_667)

  private let clock: any RuntimeClock
  private var lastFrame: Duration?
  /// The time for which the last alarm is set, until it comes.
  private var alarm: Duration?

  init(_ clock: any RuntimeClock) { self.clock = clock }

  /// The time from one frame to the next; `nil` if nothing is to be painted.
  static func pause(isStale: Bool, isTurning: Bool) -> Duration? {
    isStale ? frameTime : isTurning ? Spinner.step : nil
  }

  /// Begins a frame if so much time has passed since the last one; if not, the task is woken when it has.
  mutating func begins(after pause: Duration, _ wake: @escaping @Sendable (Duration) -> Void)
    -> Bool
  {
    let now = clock.now
    guard let lastFrame, now - lastFrame < pause else {
      self.lastFrame = now
      return true
    }
    setAlarm(lastFrame + pause, now, wake)
    return false
  }

  /// Wakes the task when so much time has passed since the frame that has begun.
  mutating func wake(after pause: Duration, _ wake: @escaping @Sendable (Duration) -> Void) {
    setAlarm((lastFrame ?? clock.now) + pause, clock.now, wake)
  }

  /// Takes note that the task was woken at the time of an alarm.
  mutating func hasWoken(at time: Duration) { if time == alarm { alarm = nil } }

  /// An alarm stands behind the keys that wait, so its time may come before it.
  private mutating func setAlarm(
    _ time: Duration, _ now: Duration, _ wake: @escaping @Sendable (Duration) -> Void
  ) {
    if let alarm, alarm <= time { return }
    alarm = time
    clock.schedule(after: time - now) { wake(time) }
  }
}
