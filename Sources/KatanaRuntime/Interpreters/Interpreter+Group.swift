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
