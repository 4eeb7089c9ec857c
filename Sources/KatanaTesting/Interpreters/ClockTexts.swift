/// What the failures of a manual clock say.
enum ClockTexts {
  static func backwards(to time: Duration, _ clock: ManualClock) -> String {
    failureText(
      "Time does not go back.", [("It is", "\(clock.now)"), ("Advanced to", "\(time)")],
      fix: "advance by zero or more, or to a later moment.")
  }

  static func standing(_ count: Int, _ clock: ManualClock) -> String {
    failureText(
      "It is still \(clock.now) after \(counted(count, "action")).",
      [("Scheduled", scheduled(clock))],
      why: "Each action seems to schedule another one for the same moment, for ever.",
      fix: "let the next one come later than the one before.")
  }

  /// How many actions wait, and for which times; the first three are enough to find them.
  static func scheduled(_ clock: ManualClock) -> String {
    let times = clock.scheduledTimes
    if times.isEmpty { return "nothing; it is \(clock.now)" }
    let shown = times.prefix(3).map { "\($0)" }.joined(separator: ", ")
    let more = times.count > 3 ? ", …" : ""
    return "\(counted(times.count, "action")), at \(shown)\(more); it is \(clock.now)"
  }

  static func notScheduled(_ count: Int, _ limit: Duration, _ clock: ManualClock) -> String {
    failureText(
      "Fewer than \(counted(count, "action")) were scheduled on the clock within \(limit).",
      [("Scheduled", scheduled(clock))],
      why: "What the test waits for did not begin to wait for a time.",
      fix: "check that it is given this clock and gets as far as to sleep, or allow more real time"
        + " with `within:`.")
  }

  static func endless(_ limit: Int, _ clock: ManualClock) -> String {
    failureText(
      "The clock was not at its end after \(counted(limit, "action")).",
      [("Scheduled", scheduled(clock))],
      why: "Each action seems to schedule another one, for ever.",
      fix: "stop what repeats before `runToEnd()`, or use `advance(by:)`.")
  }
}
