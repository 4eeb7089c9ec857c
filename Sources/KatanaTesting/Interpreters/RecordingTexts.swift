import Katana

/// The texts of a recording dispatcher's failures.
enum RecordingTexts {
  static func nothingArrived(
    _ awaited: String, _ limit: Duration, _ recorder: RecordingDispatcher
  ) -> String {
    let (late, ended) = (recorder.lateMessages, recorder.ended)
    return failureText(
      "No message arrived within \(limit) of real time.",
      [("Awaited", awaited), ("Arrived before", shownList(recorder.messages))]
        + (late.isEmpty ? [] : [("Sent too late, after cancel() or stop()", shownList(late))])
        + recorder.errors.map { ("Thrown by the interpreter of \($0.name)", valueText($0.error)) }
        + (ended.isEmpty ? [] : [("Ended", ended.joined(separator: ", "))])
        + RunTexts.scheduled(recorder.clock as? ManualClock),
      why: "Nothing was sent, or it is still on its way.",
      fix: "cause the event that the interpreter waits for, such as by advancing the clock, or"
        + " allow more real time with `within:`.")
  }

  static func cancelled(_ awaited: String) -> String {
    failureText(
      "The task of the test was cancelled while it waited for a message.", [("Awaited", awaited)])
  }

  /// The text for a message that is not the expected one; `nil` if it is.
  static func unexpected(_ message: any Message, _ expected: any Message) -> String? {
    messagesText(expected: [expected], actual: [message]).map {
      "The next message is not the expected one (− expected, + actual).\n" + $0
    }
  }

  static func otherType(_ message: any Message, wanted: any Message.Type) -> String {
    failureText(
      "The next message is of another type.",
      [("Expected", "a message of type \(wanted)"), ("Arrived", valueText(message))])
  }

  static func notTaken(_ messages: [any Message]) -> String {
    failureText(
      "\(counted(messages.count, "message")) arrived that the test did not expect.",
      [("Arrived", shownList(messages))],
      fix: "expect each with `expect(…)` or take it with `next()`, or send fewer.")
  }
}
