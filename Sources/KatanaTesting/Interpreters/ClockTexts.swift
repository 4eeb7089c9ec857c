/// The texts of a manual clock's failures.
enum ClockTexts {
  static func backwards(to time: Duration, _ clock: ManualClock) -> String {
    failureText(
      "The clock cannot go back.",
      [("Time of the clock", "\(clock.now)"), ("Advanced to", "\(time)")],
      fix: "advance by zero or more, or to a later moment.")
  }

  static func standing(_ count: Int, _ clock: ManualClock) -> String {
    failureText(
      "The clock still shows \(clock.now) after \(counted(count, "action")).",
      [("Scheduled", scheduled(clock))],
      why: "Each action seems to schedule another one for the same moment, for ever.",
      fix: "schedule the next action for a later time than the one before.")
  }

  /// The number of scheduled actions, and the first three of their times.
  static func scheduled(_ clock: ManualClock) -> String {
    let times = clock.scheduledTimes
    if times.isEmpty { return "nothing; it is \(clock.now)" }
    let shown = times.prefix(3).map { "\($0)" }.joined(separator: ", ")
    let more = times.count > 3 ? ", …" : ""
    return "\(counted(times.count, "action")), at \(shown)\(more); it is \(clock.now)"
  }

  static func notScheduled(_ count: Int, _ limit: Duration, _ clock: ManualClock) -> String {
    failureText(
      "Fewer than \(counted(count, "action")) were scheduled on the clock within \(limit) of real time.",
      [("Scheduled", scheduled(clock))],
      why: "The code that the test waits for did not sleep or schedule an action on this clock.",
      fix: "check that this code uses this clock and reaches its sleep, or allow more real time"
        + " with `within:`.")
  }

  static func endless(_ limit: Int, _ clock: ManualClock) -> String {
    failureText(
      "Actions were still scheduled after `runToEnd()` had called \(counted(limit, "action")).",
      [("Scheduled", scheduled(clock))],
      why: "Each action seems to schedule another one, for ever.",
      fix: "stop the repeating action before `runToEnd()`, or use `advance(by:)`.")
  }
}
