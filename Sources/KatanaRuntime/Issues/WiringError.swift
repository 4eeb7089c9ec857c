/// The reason why a runtime could not be created. Its initialiser throws it, before anything runs.
public struct WiringError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, the values, why it matters, and how to fix it.
  public let description: String

  private init(_ what: String, _ values: [(String, String)], why: String, fix: String) {
    let lines = values.map { name, value in "  \(name): \(value)" }
    self.description = ([what] + lines + [why, "To fix this, " + fix]).joined(separator: "\n")
  }

  static func twoCommandInterpreters(command: String, first: String, second: String) -> WiringError
  {
    WiringError(
      "2 interpreters could be found for the command \(command); exactly 1 is required.",
      [("First", first), ("Second", second)],
      why: "Which of them performs the command would depend on their order.",
      fix: "remove one of them from the runtime's `interpreters`.")
  }

  static func twoSubscriptionInterpreters(
    subscription: String, first: String, second: String
  ) -> WiringError {
    WiringError(
      "2 interpreters could be found for the subscription \(subscription); exactly 1 is required.",
      [("First", first), ("Second", second)],
      why: "Which of them runs the subscription would depend on their order.",
      fix: "remove one of them from the runtime's `interpreters`.")
  }

  static func noCommandInterpreter(command: String) -> WiringError {
    WiringError(
      "0 interpreters could be found for the command \(command); exactly 1 is required.", [],
      why: "What the command describes would not happen.",
      fix: "add .command(…) with an interpreter whose Cmd is \(command) to the runtime's"
        + " `interpreters`.")
  }

  static func noSubscriptionInterpreter(subscription: String) -> WiringError {
    WiringError(
      "0 interpreters could be found for the subscription \(subscription); exactly 1 is required.",
      [],
      why: "The model could declare it, but nothing would run.",
      fix: "add .subscription(…) with an interpreter whose Sub is \(subscription) to the runtime's"
        + " `interpreters`.")
  }

  package static func notTaken(
    message: String, child: String, part: String
  ) -> WiringError {
    WiringError(
      "\(child) receives \(message), but nothing in the part \(part) takes it.", [],
      why: "The compiler lets you send such messages to the child, but they would change nothing.",
      fix: "add an updater of \(message) to the part, or correct `Receives` of \(child).")
  }

  static func notACommandType(type: String, interpreter: String) -> WiringError {
    WiringError(
      "The interpreter \(interpreter) is registered for \(type), which is not a command type.",
      [("Interpreter", interpreter), ("Cmd", type)],
      why: "A protocol has many conforming types, and Swift cannot test at run time whether a type"
        + " conforms to a protocol that is known only by name.",
      fix: "if \(type) is a protocol whose conformers are commands, register it with"
        + " `.command(…, where: { $0 is any \(type).Type })`; else make \(type) conform to Command."
    )
  }
}
