import Katana

/// The interpreters of a runtime.
///
/// It is the list alone, without a table, so that runtimes that are given one list share its memory.
/// Its users keep what they have found.
struct RegisteredInterpreters {
  private let all: [Interpreter]

  init(_ interpreters: [Interpreter]) { all = interpreters }

  /// Returns the types that have an interpreter of their own, each with the name of the first one, and
  /// the errors of those with a second one.
  func exactNames() -> (names: [EffectType: any Any.Type], errors: [WiringError]) {
    let members = all.flattened
    var names: [EffectType: any Any.Type] = [:]
    var errors: [WiringError] = []
    if !members.isEmpty { names.reserveCapacity(members.count) }
    for interpreter in members {
      guard let type = interpreter.exactType else { continue }
      if let first = names[type] {
        errors.append(.two(for: type, first: first, second: interpreter.name))
      } else {
        names[type] = interpreter.name
      }
    }
    return (names, errors)
  }

  /// Returns the interpreter of exactly this type, or else all whose predicates accept it, in the
  /// registered order.
  func handlers(
    of type: any Command.Type
  ) -> [(handler: CommandHandler, name: any Any.Type)] {
    // First, because a predicate mostly is a cast, which searches the conformances of the app.
    if let exact = exact(.command(type)), case .command(let handler) = exact.kind {
      return [(handler, exact.name)]
    }
    return all.flattened.compactMap { interpreter in
      guard case .command(let handler) = interpreter.kind,
        case .matching(let serves) = handler.commands, serves(type)
      else { return nil }
      return (handler, interpreter.name)
    }
  }

  /// Returns the interpreter that is for exactly this type.
  private func exact(_ type: EffectType) -> Interpreter? {
    all.flattened.first { $0.exactType == type }
  }

  /// Returns the function that makes the interpreter of a subscription; `nil` if there is none.
  func factory(of type: any Subscription.Type) -> SubscriptionFactory? {
    if case .subscription(_, let make) = exact(.subscription(type))?.kind { return make }
    for interpreter in all.flattened.reversed() {
      if case .otherSubscriptions(let make) = interpreter.kind { return make }
    }
    return nil
  }
}

extension Interpreter {
  /// The type of commands or subscriptions that this interpreter is for; `nil` if it is for several.
  fileprivate var exactType: EffectType? {
    switch kind {
    case .command(let handler):
      if case .exactly(let type) = handler.commands { .command(type) } else { nil }
    case .subscription(let type, _): .subscription(type)
    case .otherSubscriptions, .group: nil
    }
  }
}

extension Interpreter {
  /// Combines several interpreters, so that a library can offer all that belong together under one
  /// name.
  ///
  /// ```swift
  /// extension Interpreter {
  ///   static func payments(_ shop: Shop) -> Interpreter {
  ///     .group([.command(PayInterpreter(shop)), .command(RefundInterpreter(shop))])
  ///   }
  /// }
  ///
  /// try Runtime(program, interpreters: [.payments(shop), .time()])
  /// ```
  ///
  /// A group has the same effect as its members in the list. If a member and another interpreter
  /// perform the same command type, the runtime still throws a ``WiringError``.
  public static func group(_ members: [Interpreter]) -> Interpreter {
    Interpreter(kind: .group(members), name: Self.self)
  }
}

extension [Interpreter] {
  /// The interpreters in order, with each group replaced by its members.
  package var flattened: [Interpreter] {
    contains(where: \.isGroup) ? flatMap(\.members) : self
  }
}

extension Interpreter {
  fileprivate var isGroup: Bool { if case .group = kind { true } else { false } }

  fileprivate var members: [Interpreter] {
    if case .group(let members) = kind { members.flattened } else { [self] }
  }
}
