/// The texts of failures about the run of a command.
enum RunTexts {
  static func noCommand(_ type: String) -> String {
    failureText(
      "\(type) is not a command.", why: "No runtime would call an interpreter with it.",
      fix: "make \(type) conform to Command.")
  }

  static func threw(_ command: String, _ error: any Error) -> String {
    failureText(
      "The interpreter of \(command) threw an error.", [("Error", valueText(error))],
      why: "In an app the run ends there, perhaps without the message that the app waits for.",
      fix: "catch the error in the interpreter and dispatch a message that says what happened, or"
        + " expect the error with `ended(throwing:)`.")
  }

  static func didNotThrow(_ command: String, _ type: String, _ error: (any Error)?) -> String {
    failureText(
      "The interpreter of \(command) did not throw the expected error.",
      [("Expected", type), ("Thrown", error.map { valueText($0) } ?? "nothing")])
  }

  static func notReturned(
    _ command: String, isCancelled: Bool, _ limit: Duration, _ clock: ManualClock?
  ) -> String {
    failureText(
      "The interpreter of \(command) has not returned within \(limit) of real time.",
      [("Cancelled", isCancelled ? "yes" : "no")] + scheduled(clock),
      why: "It can still send messages.",
      fix: isCancelled
        ? "let it end when its task is cancelled."
        : "let it go on: advance the clock, answer its request, or cancel the run. Or allow more"
          + " real time with `within:`.")
  }

  static func held(_ command: String, _ limit: Duration, _ clock: ManualClock?) -> String {
    failureText(
      "Something still held the dispatcher of \(command) after \(limit) of real time; its interpreter"
        + " has returned.",
      scheduled(clock),
      why: "A dispatcher that is held can still send messages, so the run has not ended.",
      fix: "release each closure, observer and action that captured `dispatch` when the work is"
        + " done, or cause the event that it waits for, or allow more time with `within:`.")
  }

  /// The text for an interpreter of which is not known whether it has returned.
  static func notEnded(
    _ command: String, isCancelled: Bool, _ limit: Duration, _ clock: ManualClock?
  ) -> String {
    failureText(
      "The run of \(command) has not ended within \(limit) of real time.",
      [("Cancelled", isCancelled ? "yes" : "no")] + scheduled(clock),
      why: "Its interpreter has not returned, or something still holds its dispatcher. So it can"
        + " still send messages.",
      fix: (isCancelled
        ? "let it end when its task is cancelled."
        : "let it go on: advance the clock, answer its request, or cancel the run.")
        + " Release each closure that captured `dispatch` when the work is done. Or allow more real"
        + " time with `within:`.")
  }

  static func scheduled(_ clock: ManualClock?) -> [(String, String)] {
    clock.map { [("Scheduled on the clock", ClockTexts.scheduled($0))] } ?? []
  }
}
