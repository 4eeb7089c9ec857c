import Foundation

/// Says when the next tick comes and how many intervals have passed. Pure.
///
/// - Complexity: Each function takes constant time, however many intervals have passed.
struct TickSchedule {
  /// The time by both clocks.
  struct Moment {
    /// The time of the runtime's clock.
    var time: Duration
    /// The date of the wall clock.
    var date: Date
    /// The difference of the local time from Greenwich, in seconds, where ticks follow the wall clock.
    var offset: Int
  }

  private let interval: Duration
  /// When the subscription started; `nil` if ticks follow the wall clock.
  private let start: Duration?
  /// The number of intervals between the origin and the last look at the clocks.
  private var reached = 0

  /// Creates a schedule that begins at a moment.
  init(every interval: Duration, alignedToWallClock: Bool, from moment: Moment) {
    self.interval = interval
    self.start = alignedToWallClock ? nil : moment.time
    self.reached = position(at: moment).intervals(of: interval)
  }

  /// Returns how many intervals have passed since the last tick if one is due, else `nil`.
  mutating func due(at moment: Moment) -> Int? {
    let (before, now) = (reached, position(at: moment).intervals(of: interval))
    // Also if the wall clock was set back: its next multiple is a tick again.
    reached = now
    return now > before ? now - before : nil
  }

  /// Returns the time from a moment to the next look at the clocks.
  ///
  /// A schedule by the wall clock looks at least once a minute, because that clock may be set.
  func wait(from moment: Moment) -> Duration {
    let wait = interval * (reached + 1) - position(at: moment)
    return start == nil ? min(wait, .seconds(60)) : wait
  }

  /// The time since the origin: the start, or the beginning of 2001 in local time, when a minute, a
  /// day, a Monday and a year began.
  private func position(at moment: Moment) -> Duration {
    if let start { return moment.time - start }
    return .seconds(moment.date.timeIntervalSinceReferenceDate) + .seconds(moment.offset)
  }
}

extension Duration {
  /// The number of whole intervals in this time, rounded down; negative before zero.
  ///
  /// Exact: a quotient of durations is a floating-point number, which may be a little less than the
  /// whole number that is meant.
  fileprivate func intervals(of interval: Duration) -> Int {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: interval.attoseconds)
    return Int(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}
