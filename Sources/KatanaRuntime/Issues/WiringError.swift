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
    for effect: EffectType, first: any Any.Type, second: any Any.Type
  ) -> WiringError {
    let (named, performs) =
      switch effect {
      case .command(let type): ("the command \(type)", "performs the command")
      case .subscription(let type): ("the subscription \(type)", "runs the subscription")
      }
    return WiringError(
      "2 interpreters could be found for \(named); exactly 1 is required.",
      [("First", "\(first)"), ("Second", "\(second)")],
      why: "Which of them \(performs) would depend on their order.",
      fix: "remove one of them from the runtime's `interpreters`.")
  }

  /// Returns all errors as one, each once; `nil` if there are none.
  package static func all(_ errors: [WiringError]) -> WiringError? {
    let errors = errors.indices.filter { !errors[..<$0].contains(errors[$0]) }.map { errors[$0] }
    if errors.count < 2 { return errors.first }
    let texts = ["\(errors.count) things are wrong with the wiring."] + errors.map(\.description)
    return WiringError(description: texts.joined(separator: "\n\n"))
  }

  static func none(for effect: EffectType) -> WiringError {
    let (named, why) =
      switch effect {
      case .command(let type):
        ("the command \(type)", "What the command describes would not happen.")
      case .subscription(let type):
        ("the subscription \(type)", "The model could declare it, but nothing would run.")
      }
    return WiringError(
      "0 interpreters could be found for \(named); exactly 1 is required.", [], why: why,
      fix: howToInterpret(effect))
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

/// Returns what to add to a runtime so that it performs the commands or runs the subscriptions of a type.
func howToInterpret(_ effect: EffectType) -> String {
  let (interpreter, type): (String, any Any.Type) =
    switch effect {
    case .command(let type): (".command(…) with an interpreter whose Cmd is \(type)", type)
    case .subscription(let type):
      (".subscription(…) with an interpreter whose Sub is \(type)", type)
    }
  let supplier = (type as? any SuppliedEffect.Type)?.supplier
  return "add \(supplier ?? interpreter) to the runtime's `interpreters`."
}
