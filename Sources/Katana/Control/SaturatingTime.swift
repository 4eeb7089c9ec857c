// The sum of two durations may be longer than any duration, and `components` ends the process for
// one of more seconds than an `Int64` holds. Durations come from apps, clocks and servers. So the
// framework adds and converts them with these functions only.
extension Duration {
  /// The longest time that the framework distinguishes from others: about 292 billion years.
  package static var longest: Duration { .seconds(Int64.max) }

  /// This duration, or the longest time with its sign if it is longer.
  package var saturated: Duration { min(max(self, .zero - .longest), .longest) }

  /// Returns the sum, or the longest time with its sign if the sum is longer.
  package func adding(_ other: Duration) -> Duration { (saturated + other.saturated).saturated }

  /// Returns the difference, or the longest time with its sign if the difference is longer.
  package func subtracting(_ other: Duration) -> Duration {
    (saturated - other.saturated).saturated
  }

  /// The number of nanoseconds, rounded towards zero, or the nearest number that an `Int64` holds.
  /// About 292 years fit.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = saturated.components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLarge || overflows ? (seconds < 0 ? .min : .max) : sum
  }
}
