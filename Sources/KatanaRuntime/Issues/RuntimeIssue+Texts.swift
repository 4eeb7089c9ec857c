import Katana
package import KatanaComparison

/// The texts of issues: what is wrong, the values, why it matters and how to fix it.
extension RuntimeIssue {
  static func noCommandInterpreter(of type: any Command.Type, cause: String) -> RuntimeIssue {
    RuntimeIssue(
      .noCommandInterpreter, "No interpreter for the command \(type).", [("Cause", cause)],
      why: "What the command describes does not happen; the app goes on.",
      fix: howToInterpret([type]))
  }

  static func noSubscriptionInterpreter(of type: any Subscription.Type) -> RuntimeIssue {
    RuntimeIssue(
      .noSubscriptionInterpreter, "No interpreter for the subscription \(type).",
      why: "The model declares it, but nothing runs and no message comes.",
      fix: howToInterpret([type]))
  }

  static func overlappingInterpreters(command: String, names: [String]) -> RuntimeIssue {
    RuntimeIssue(
      .overlappingInterpreters,
      "\(names.count) interpreters accept the command \(command); exactly 1 is required.",
      [("Interpreters", names.joined(separator: ", "))],
      why: "The first one performs it; the others never receive it.",
      fix: "make the `where:` predicates exclude each other, or register one of the interpreters"
        + " for exactly \(command).")
  }

  static func interpreterMismatch(command: String, expected: String) -> RuntimeIssue {
    RuntimeIssue(
      .interpreterMismatch, "An interpreter of \(expected) was given the command \(command).",
      why: "What the command describes does not happen; the app goes on.",
      fix: "make the `where:` predicate accept only types that are \(expected).")
  }

  static func interpreterThrew(command: String, error: any Error, cause: String) -> RuntimeIssue {
    RuntimeIssue(
      .interpreterThrew, "The interpreter of \(command) threw an error.",
      [("Error", ValueName(error).fullName), ("Cause", cause)], details: ["Error": "\(error)"],
      error: error,
      why: "The run has ended, perhaps without the message that the app waits for.",
      fix: "catch the error in the interpreter and dispatch a message that says what happened.")
  }

  static func conflictingSubscriptions<S: Subscription>(_ subscription: S) -> RuntimeIssue {
    let id = subscription.id
    return RuntimeIssue(
      .conflictingSubscriptions,
      "The subscription \(type(of: subscription)) is declared with different payloads under one id.",
      [("Id", enumCaseName(of: id).map { ".\($0)" } ?? "\(S.ID.self)")], details: ["Id": "\(id)"],
      why: "One instance cannot run with two payloads; the first declared one runs, and the others"
        + " get no messages.",
      fix: "declare equal payloads, or make what differs part of the `id`.")
  }

  static func dispatchAfterShutdown(message: String, file: StaticString, line: UInt) -> RuntimeIssue
  {
    RuntimeIssue(
      .dispatchAfterShutdown, "The message \(message) was dispatched after the runtime's shutdown.",
      [("Dispatched at", "\(file):\(line)")],
      why: "The message is dropped and counted; nothing else happens.",
      fix: "dispatch before `shutdown()`, or make sure that the code that dispatches does not"
        + " outlive the runtime.")
  }

  /// Returns the first five names, and the number of the others.
  private static func list(_ names: [String], separator: String = ", ") -> String {
    if names.isEmpty { return "none" }
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    return names.prefix(5).joined(separator: separator) + rest
  }

  static func runtimeNotKept(commands: [String], subscriptions: [String]) -> RuntimeIssue {
    RuntimeIssue(
      .runtimeNotKept, "A runtime was dropped while it had work.",
      [
        ("Running commands", list(commands)), ("Active subscriptions", list(subscriptions)),
      ],
      why: "Only references to a runtime keep it alive: its commands and subscriptions are stopped"
        + " now.",
      fix: "keep the runtime in a property or a variable for as long as the app runs, and call"
        + " `shutdown()` or `requestShutdown()` to end it.")
  }

  static func tooManyWaitingMessages(count: Int, message: String) -> RuntimeIssue {
    RuntimeIssue(
      .tooManyWaitingMessages, "More messages wait than the soft limit of \(count).",
      [("Latest message", message)],
      why: "Nothing is lost, but memory grows: messages come faster than they are handled.",
      fix: "send fewer, declare a `buffering` for the subscription that sends them, or raise"
        + " `softLimit`.")
  }

  package static func impureUpdate(
    message: String, difference path: DifferencePath
  ) -> RuntimeIssue {
    RuntimeIssue(
      .impureUpdate, "The update for the message \(message) gave two different results.",
      [("Difference", name(ofPart: path.withoutIDs))],
      details: ["Difference": name(ofPart: path.text)],
      why: "An update that is not pure cannot be tested by comparing values, nor replayed.",
      fix: "let time, randomness and identifiers enter through messages, and read no global state"
        + " in the updater.")
  }

  package static func impureSubscriptions(
    message: String, difference path: DifferencePath
  ) -> RuntimeIssue {
    RuntimeIssue(
      .impureUpdate,
      "The subscriptions after the message \(message) gave two different results for one model.",
      [("Difference", name(ofPart: path.withoutIDs))],
      details: ["Difference": name(ofPart: path.text)],
      why: "Subscriptions that are not a pure function of the model restart for no reason.",
      fix: "let them depend on nothing but the model.")
  }

  package static func sharedKey(_ key: String) -> RuntimeIssue {
    RuntimeIssue(
      .ambiguousView, "Two views beside each other have one key.", [("Key", "…")],
      details: ["Key": key],
      why: "The screen cannot tell what it remembers of one from what it remembers of the other.",
      fix: "give each a key of its own; those of `each` have the `id` of their element.")
  }

  package static func sharedShortcut(_ shortcut: String) -> RuntimeIssue {
    RuntimeIssue(
      .ambiguousView, "Two views have one key of the keyboard at the same time.",
      [("Key", shortcut)], why: "Only the last one of them gets it.",
      fix: "use another key for one of them, or let each act while the focus is in its view.")
  }

  static var stuckStep: RuntimeIssue {
    RuntimeIssue(
      .stuckStep, "A step had not ended at the deadline of the shutdown.",
      why: "An update, an observer or an interpreter has not returned. Its thread is blocked, and"
        + " the rest of that step will not happen.",
      fix: "let each of them return soon, and do long work in an AsyncCommandInterpreter.")
  }

  static var blockedExecutor: RuntimeIssue {
    RuntimeIssue(
      .blockedExecutor, "The executor of the runtime was blocked at the deadline of the shutdown.",
      why: "The main actor, or the executor that handles the messages, did not become free. So the"
        + " commands and subscriptions have not been ended.",
      fix: "do not block that thread until the shutdown has returned, as a semaphore would: await"
        + " the shutdown in a task.")
  }

  static func stragglers(commands: [String]) -> RuntimeIssue {
    RuntimeIssue(
      .stragglers, "Commands were still running long after the shutdown had cancelled them.",
      [("Commands", commands.joined(separator: ", "))],
      why: "Their messages are dropped, but they still use resources.",
      fix: "let their interpreters end when their task is cancelled, and give up the dispatcher.")
  }

  static func purityNotChecked(object: String) -> RuntimeIssue {
    RuntimeIssue(
      .purityNotChecked, "Updates are not checked for purity, although `checksPurity` is set.",
      [("Object", object)],
      why: "The model holds an object. An update that changes it would be applied several times.",
      fix: "use values only in the model, or turn `checksPurity` off.")
  }
}

/// Returns the name of a part of a value, which is its path.
private func name(ofPart path: String) -> String { path.isEmpty ? "the whole" : path }
