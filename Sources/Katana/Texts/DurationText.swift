/// Returns a duration as Swift source, such as `.seconds(5)`, in the largest unit that needs no
/// fraction.
package func durationText(_ duration: Duration) -> String {
  if duration != duration.saturated { return ".seconds(\(duration / .seconds(1)))" }
  let (seconds, attoseconds) = duration.components
  if attoseconds == 0 { return ".seconds(\(seconds))" }
  for (name, unit) in [
    ("milliseconds", 1_000_000_000_000_000), ("microseconds", 1_000_000_000_000),
    ("nanoseconds", 1_000_000_000),
  ] as [(String, Int64)] where attoseconds % unit == 0 {
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(
      by: 1_000_000_000_000_000_000 / unit)
    let (count, overflows) = whole.addingReportingOverflow(attoseconds / unit)
    if !isTooLarge, !overflows { return ".\(name)(\(count))" }
  }
  return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
}

/// Returns a duration for people, such as `5 s`, in the largest unit that needs no fraction.
package func unitText(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.saturated.components
  if attoseconds == 0 { return "\(seconds) s" }
  for (name, unit) in [("ms", Duration.milliseconds(1)), ("µs", .microseconds(1))] {
    let count = duration / unit
    if count == count.rounded() && abs(count) < 1e12 { return "\(Int64(count)) \(name)" }
  }
  return "\(duration / .milliseconds(1)) ms"
}
