/// The reason why a runtime could not be created. Its initialiser throws it, before anything runs.
public struct WiringError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, the values, why it matters, and how to fix it.
  public let description: String

  private init(description: String) { self.description = description }

  private init(_ what: String, _ values: [(String, String)], why: String, fix: String) {
    let lines = values.map { name, value in "  \(name): \(value)" }
    self.description = ([what] + lines + [why, "To fix this, " + fix]).joined(separator: "\n")
  }

  static func two(
    for effect: any Any.Type, isCommand: Bool, first: any Any.Type, second: any Any.Type
  ) -> WiringError {
    let (kind, performs) = isCommand ? ("command", "performs") : ("subscription", "runs")
    return WiringError(
      "2 interpreters could be found for the \(kind) \(effect); exactly 1 is required.",
      [("First", "\(first)"), ("Second", "\(second)")],
      why: "Which of them \(performs) the \(kind) would depend on their order.",
      fix: "remove one of them from the runtime's `interpreters`.")
  }

  /// Returns all errors as one, each once; `nil` if there are none.
  package static func all(_ errors: [WiringError]) -> WiringError? {
    let errors = errors.indices.filter { !errors[..<$0].contains(errors[$0]) }.map { errors[$0] }
    if errors.count < 2 { return errors.first }
    let texts = ["\(errors.count) things are wrong with the wiring."] + errors.map(\.description)
    return WiringError(description: texts.joined(separator: "\n\n"))
  }

  /// - Parameter effects: The types that have no interpreter; not empty.
  static func none(for effects: [any Effect.Type]) -> WiringError {
    let names = effects.map { effect in
      "the \(effect is any Subscription.Type ? "subscription" : "command") \(effect)"
    }
    let why =
      effects.count > 1
      ? "What they describe would not happen."
      : effects[0] is any Subscription.Type
        ? "The model could declare it, but nothing would run."
        : "What the command describes would not happen."
    return WiringError(
      "0 interpreters could be found for \(names.joined(separator: ", ")); exactly 1 is required"
        + (effects.count == 1 ? "." : " for each of them."), [], why: why,
      fix: howToInterpret(effects))
  }

  package static func indistinct(model: String, child: String) -> WiringError {
    WiringError(
      "\(model) has several parts of the type \(child), and nothing tells them apart.", [],
      why: "\(child) has no stored property. Swift gives such properties equal key paths, so a"
        + " message to one of them would reach all of them.",
      fix: "give \(child) a stored property, or each part a name with a `ClosurePart`. Join the"
        + " features of one property in a `CombinedUpdater`.")
  }

  package static func notTaken(
    message: String, child: String, part: String
  ) -> WiringError {
    WiringError(
      "\(child) receives \(message), but nothing in the part \(part) takes it.", [],
      why: "The compiler lets you send such messages to the child, but they would change nothing.",
      fix: "add an updater of \(message) to the part, or correct `Receives` of \(child).")
  }
}

/// Returns what to add to a runtime so that it performs the commands and runs the subscriptions of some
/// types: the lines of its list of interpreters.
func howToInterpret(_ effects: [any Effect.Type]) -> String {
  var lines: [String] = []
  for effect in effects {
    let line =
      if let supplier = (effect as? any SuppliedEffect.Type)?.supplier {
        supplier
      } else if effect is any Subscription.Type {
        ".subscription(…) with an interpreter whose Sub is \(effect)"
      } else {
        ".command(…) with an interpreter whose Cmd is \(effect)"
      }
    if !lines.contains(line) { lines.append(line) }
  }
  if lines.count == 1 { return "add \(lines[0]) to the runtime's `interpreters`." }
  return "add these to the runtime's `interpreters`:\n"
    + lines.map { "  \($0)" }.joined(separator: "\n")
}
