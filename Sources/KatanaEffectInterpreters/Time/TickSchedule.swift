import Foundation
import Katana

/// Computes when the next tick is due, and how many intervals have passed. Pure.
///
/// - Complexity: Each function is O(1), regardless of the number of intervals.
struct TickSchedule {
  /// A point in time by both clocks.
  struct Moment {
    /// The time of the runtime's clock.
    var time: Duration
    /// The date of the wall clock.
    var date: Date
    /// The offset of the local time from GMT in seconds; 0 unless ticks follow the wall clock.
    var offset: Int
  }

  private let interval: Duration
  /// The start of the subscription; `nil` if ticks follow the wall clock.
  private let start: Duration?
  /// The number of intervals from the origin to the newest reading of the clocks.
  private var reached = 0

  /// Creates a schedule that starts at a moment.
  init(every interval: Duration, alignedToWallClock: Bool, from moment: Moment) {
    self.interval = interval
    self.start = alignedToWallClock ? nil : moment.time
    self.reached = position(at: moment).intervals(of: interval)
  }

  /// Returns the number of intervals since the last tick if a tick is due, or else `nil`.
  mutating func due(at moment: Moment) -> Int? {
    let (before, now) = (reached, position(at: moment).intervals(of: interval))
    // Also if the wall clock was set back: the next multiple by the new time is a tick.
    reached = now
    let (count, overflows) = now.subtractingReportingOverflow(before)
    return now > before ? (overflows ? .max : count) : nil
  }

  /// Returns the time from a moment to the next reading of the clocks.
  ///
  /// A schedule by the wall clock reads it at least once a minute, because that clock may be set.
  func wait(from moment: Moment) -> Duration {
    let (next, overflows) = (Int128(reached) + 1).multipliedReportingOverflow(
      by: interval.attoseconds)
    let due = overflows ? .longest : Duration(attoseconds: next)
    let wait = due.subtracting(position(at: moment))
    return start == nil ? min(wait, .seconds(60)) : wait
  }

  /// Returns the time since the origin. The origin is the start, or else the beginning of 2001 in
  /// local time, at which a minute, a day, a week and a year began.
  private func position(at moment: Moment) -> Duration {
    if let start { return moment.time.subtracting(start) }
    // A wall clock may show any date.
    let seconds = moment.date.timeIntervalSinceReferenceDate
    let whole = Duration.seconds(seconds.isNaN ? 0 : min(max(seconds, -1e19), 1e19))
    return whole.adding(.seconds(moment.offset))
  }
}

extension Duration {
  /// Returns the number of whole intervals in this duration, rounded down; negative for a negative
  /// duration.
  ///
  /// The result is exact. A quotient of durations would be a floating-point number, which may be
  /// slightly less than the correct whole number.
  fileprivate func intervals(of interval: Duration) -> Int {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: interval.attoseconds)
    return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}
