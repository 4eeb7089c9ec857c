import Katana

/// The texts of a recorded subscription's failures.
enum SubscriptionTexts {
  static func notStopped(_ name: String) -> String {
    failureText(
      "`ended()` was called before `stop()` for \(name).",
      why: "A subscription sends messages until it is stopped.",
      fix: "call `stop()` first.")
  }

  static func notRun(_ name: String) -> String {
    failureText(
      "The given interpreter does not run subscriptions of the type \(name).",
      why: "Nothing is started, so nothing can be sent.",
      fix: "give the interpreter, or the group, that the app registers for \(name).")
  }

  static func updatedAfterStop(_ name: String) -> String {
    failureText(
      "`update(to:)` was called after `stop()` for \(name).",
      why: "A runtime never calls `update(to:)` of an interpreter that it has stopped.",
      fix: "start a new subscription with the recorder.")
  }

  static func otherID(_ name: String, old: Any, new: Any) -> String {
    failureText(
      "`update(to:)` was given a value of another id for \(name).",
      [("Running", valueText(old)), ("Given", valueText(new))],
      why: "A runtime would stop this subscription and start another one.",
      fix:
        "give the subscription an `id` that does not contain the changed property, or stop this one"
        + " and start another.")
  }

  static func otherClass(_ name: String, old: Any.Type, new: Any.Type) -> String {
    failureText(
      "`update(to:)` was given an object of another class for \(name).",
      [("Running", "\(old)"), ("Given", "\(new)")],
      why: "A runtime would stop this subscription and start another one, of the other class.",
      fix: "stop this one and start another.")
  }

  static func sentLate(_ name: String, _ messages: [any Message]) -> String {
    failureText(
      "The interpreter of \(name) sent \(counted(messages.count, "message")) in or after stop():"
        + " \(shownList(messages)).",
      why: "A runtime drops and counts these messages, so the work behind them is wasted.",
      fix: "cancel the timers, remove the observers and end the tasks in `stop()`, and send nothing"
        + " there.")
  }

  static func goesOn(_ name: String, actions: Int, _ clock: ManualClock) -> String {
    failureText(
      "Actions were still scheduled \(counted(actions, "action")) after stop() of \(name).",
      [("Scheduled on the clock", ClockTexts.scheduled(clock))],
      why: "An action repeats for ever; the interpreter may have forgotten to cancel it.",
      fix: "cancel repeating actions in `stop()`, or those of other code in this test that uses the"
        + " clock.")
  }

  static func held(_ name: String, _ limit: Duration, _ clock: ManualClock?) -> String {
    failureText(
      "Something still held the dispatcher of \(name) \(limit) of real time after stop().",
      RunTexts.scheduled(clock),
      why: "Nothing was sent, but a dispatcher that is held can still send messages.",
      fix: "release the dispatcher in `stop()`: remove the observer, cancel the timer, end the task"
        + " that captured it; or allow more time with `within:`.")
  }
}
