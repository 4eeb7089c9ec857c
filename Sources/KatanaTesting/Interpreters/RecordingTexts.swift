import Katana

/// What the failures of a recorder say.
enum RecordingTexts {
  static func nothingArrived(
    _ awaited: String, _ limit: Duration, _ recorder: RecordingDispatcher
  ) -> String {
    let late = recorder.lateMessages
    return failureText(
      "No message arrived within \(limit).",
      [("Awaited", awaited), ("Arrived before", shownList(recorder.messages))]
        + (late.isEmpty ? [] : [("Sent too late, after cancel() or stop()", shownList(late))])
        + RunTexts.scheduled(recorder.clock as? ManualClock),
      why: "Nothing was sent, or it is still on its way.",
      fix: "make happen what the interpreter waits for, such as a time of the clock, or allow more"
        + " real time with `within:`.")
  }

  static func unexpected(
    _ message: any Message, _ expected: any Message, _ difference: Difference
  ) -> String {
    if type(of: message) != type(of: expected) {
      return failureText(
        "The next message is not the expected one.",
        [("Expected", typed(expected)), ("Arrived", typed(message))])
    }
    let values = [("Expected", shown(expected)), ("Arrived", shown(message))]
    guard case .unequal = difference.reason else {
      return failureText(
        "The next message cannot be compared with the expected one.",
        values + [("Reason", "\(difference)")],
        fix: "make \(type(of: expected)) Equatable, or look at `next(as:)`.")
    }
    return failureText(
      "The next message is not the expected one.",
      values + (difference.path.isEmpty ? [] : [("Difference", "\(difference)")]))
  }

  static func otherType(_ message: any Message, wanted: any Message.Type) -> String {
    failureText(
      "The next message is of another type.",
      [("Expected", "a message of type \(wanted)"), ("Arrived", typed(message))])
  }

  static func notTaken(_ messages: [any Message]) -> String {
    failureText(
      "\(counted(messages.count, "message")) arrived that the test did not expect.",
      [("Arrived", shownList(messages))],
      fix: "expect each with `expect(…)` or take it with `next()`, or send fewer.")
  }

  private static func typed(_ message: any Message) -> String {
    "\(shown(message)), of type \(type(of: message))"
  }
}
