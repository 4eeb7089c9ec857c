/// When changes are to be written: after a pause, and at the latest after a longest wait. Pure.
struct SaveSchedule: Equatable {
  var pause: Duration
  var longest: Duration
  /// When the first change was made that has not been written.
  private(set) var firstChange: Duration?

  init(pause: Duration, longest: Duration) { (self.pause, self.longest) = (pause, longest) }

  /// Notes a change.
  ///
  /// - Returns: The moment at which to write.
  mutating func changed(at now: Duration) -> Duration {
    let first = firstChange ?? now
    firstChange = first
    return min(now + pause, max(first + longest, now))
  }

  /// Notes that writing has failed.
  ///
  /// - Returns: The moment at which to try again.
  mutating func failed(at now: Duration) -> Duration {
    firstChange = now
    return now + longest
  }

  /// Notes that all changes are being written.
  mutating func written() { firstChange = nil }
}
