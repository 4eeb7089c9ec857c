import Katana

/// The interpreters of a runtime, of which no two are for one type.
///
/// It is the list alone, without a table, because a runtime looks each type up once. So runtimes that
/// are given one list share its memory.
struct RegisteredInterpreters {
  private let all: [Interpreter]

  init(_ interpreters: [Interpreter]) throws(WiringError) {
    all = interpreters.flattened
    var names: [Effect: InterpreterName] = [:]
    for interpreter in all {
      if case .invalid(let type) = interpreter.kind {
        throw .notACommandType(type: type, interpreter: "\(interpreter.name)")
      }
      guard let type = interpreter.exactType else { continue }
      guard let other = names.updateValue(interpreter.name, forKey: type) else { continue }
      switch type {
      case .command(let type):
        throw .twoCommandInterpreters(
          command: "\(type)", first: "\(other)", second: "\(interpreter.name)")
      case .subscription(let type):
        throw .twoSubscriptionInterpreters(
          subscription: "\(type)", first: "\(other)", second: "\(interpreter.name)")
      }
    }
  }

  /// The types that have an interpreter of their own.
  var exactTypes: Set<Effect> { Set(all.compactMap(\.exactType)) }

  /// Returns the interpreter of exactly this type, or else all whose predicates accept it, in the
  /// registered order.
  func handlers(
    of type: any Command.Type
  ) -> [(handler: CommandHandler, name: InterpreterName)] {
    var accepting: [(handler: CommandHandler, name: InterpreterName)] = []
    for interpreter in all {
      guard case .command(let handler) = interpreter.kind else { continue }
      switch handler.commands {
      case .exactly(let exact):
        if exact == type { return [(handler, interpreter.name)] }
      case .matching(let serves):
        if serves(type) { accepting.append((handler, interpreter.name)) }
      }
    }
    return accepting
  }

  /// Returns the function that makes the interpreter of a subscription; `nil` if there is none.
  func factory(of type: any Subscription.Type) -> SubscriptionFactory? {
    var others: SubscriptionFactory?
    for interpreter in all {
      switch interpreter.kind {
      case .subscription(let exact, let make):
        if exact == type { return make }
      case .otherSubscriptions(let make): others = make
      case .command, .group, .invalid: break
      }
    }
    return others
  }
}

extension Interpreter {
  /// The type of commands or subscriptions that this interpreter is for; `nil` if it is for several.
  fileprivate var exactType: Effect? {
    switch kind {
    case .command(let handler):
      if case .exactly(let type) = handler.commands { .command(type) } else { nil }
    case .subscription(let type, _): .subscription(type)
    case .otherSubscriptions, .group, .invalid: nil
    }
  }
}
