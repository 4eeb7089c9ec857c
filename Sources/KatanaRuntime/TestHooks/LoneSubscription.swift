package import Katana

/// A subscription without a model that declares it, for tests of a single interpreter.
package struct LoneSubscription<Sub: Subscription> {
  private let table = DeclarationTable()
  private let declaration: Declaration
  private let core: RuntimeCore
  /// The newest declared value.
  package private(set) var value: Sub

  /// Creates a subscription whose messages go to the runtime of a dispatcher.
  package init(_ subscription: Sub, sendingTo dispatcher: Dispatcher) {
    core = dispatcher.sender.core
    declaration = Declaration(core: core, type: Sub.self, cause: 0, limit: nil)
    declaration.place = Declaration.Place(provider: 0, index: 0)
    table.grow(to: 1)
    value = subscription
  }

  /// Creates the dispatcher of the interpreter. May be called only once.
  ///
  /// - Parameter released: Called once, when the last copy of the dispatcher is released, in order
  ///   with the messages: after all messages that were sent with it.
  package func dispatcher(
    released: @escaping @Sendable () -> Void = {}
  ) -> SubscriptionDispatcher<Sub> {
    let source = SubscriptionSource(of: Sub.self, core: core, table: table) { [core] in
      core.post { _ in released() }
    }
    put(value)
    table.assign([(source, Declarations([declaration]))])
    return SubscriptionDispatcher(source: source)
  }

  /// Replaces the declared value.
  package mutating func declare(_ subscription: Sub) {
    value = subscription
    put(subscription)
  }

  private func put(_ subscription: Sub) {
    table.replace([ListChange(provider: 0, declared: [subscription], since: DeclaredList())])
  }
}
