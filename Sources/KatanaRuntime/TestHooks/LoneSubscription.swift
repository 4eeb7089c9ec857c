package import Katana

/// A subscription without a model that declares it, for tests of a single interpreter.
package struct LoneSubscription<Sub: Subscription> {
  private let table: DeclarationTable
  private let list = DeclaredList(of: 0, in: .root)
  private let declaration: Declaration
  /// The newest declared value.
  package private(set) var value: Sub

  /// Creates a subscription whose messages go to the runtime of a dispatcher.
  package init(_ subscription: Sub, sendingTo dispatcher: Dispatcher) {
    let core = dispatcher.sender.core
    table = DeclarationTable(core: core)
    declaration = Declaration(core: core, type: Sub.self, cause: 0, limit: nil)
    value = subscription
  }

  /// Creates the dispatcher of the interpreter. May be called only once.
  ///
  /// - Parameter released: Called once, when the last copy of the dispatcher is released, in order
  ///   with the messages: after all messages that were sent with it.
  package func dispatcher(
    released: @escaping @Sendable () -> Void = {}
  ) -> SubscriptionDispatcher<Sub> {
    let source = LoneSource(of: Sub.self, in: table, released)
    put(value)
    table.assign([Declarations([declaration])], to: [source])
    return SubscriptionDispatcher(source: source)
  }

  /// Replaces the declared value.
  package mutating func declare(_ subscription: Sub) {
    value = subscription
    put(subscription)
  }

  private func put(_ subscription: Sub) {
    table.replace([ListChange(list, of: nil, to: [subscription])], [declaration])
  }
}

/// The source of a subscription without a model, which tells when its last dispatcher is released.
private final class LoneSource: SubscriptionSource, @unchecked Sendable {
  // Sendable, because the property that it adds to a source is constant.
  private let released: @Sendable () -> Void

  init(
    of type: any Subscription.Type, in table: DeclarationTable,
    _ released: @escaping @Sendable () -> Void
  ) {
    self.released = released
    super.init(of: type, table)
  }

  deinit { core.post(released) }
}
