import Katana

/// When changes are to be written: after a pause, and at the latest after a longest wait. Pure.
package struct SaveSchedule: Equatable {
  package var pause: Duration
  package var longest: Duration
  /// When the first change was made that has not been written.
  package private(set) var firstChange: Duration?

  package init(pause: Duration, longest: Duration) { (self.pause, self.longest) = (pause, longest) }

  /// Notes a change.
  ///
  /// - Returns: The moment at which to write.
  package mutating func changed(at now: Duration) -> Duration {
    let first = firstChange ?? now
    firstChange = first
    return min(now.adding(pause), max(first.adding(longest), now))
  }

  /// Notes that writing has failed.
  ///
  /// - Returns: The moment at which to try again.
  package mutating func failed(at now: Duration) -> Duration {
    firstChange = now
    return now.adding(longest)
  }

  /// Notes that all changes are being written.
  package mutating func written() { firstChange = nil }
}
