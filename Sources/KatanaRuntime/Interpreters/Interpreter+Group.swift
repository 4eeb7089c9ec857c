extension Interpreter {
  /// Creates one value of several interpreters, so that a library can offer all that belong
  /// together by one name.
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
  /// The same as if its members stood in the list themselves: a command type that a member and
  /// another interpreter both serve is still a ``WiringError``.
  public static func group(_ members: [Interpreter]) -> Interpreter {
    Interpreter(kind: .group(members), name: .text("a group"))
  }
}

extension [Interpreter] {
  /// The interpreters with the members of groups in place of the groups, in order.
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
