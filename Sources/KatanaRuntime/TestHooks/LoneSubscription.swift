package import Katana

/// A subscription that no model declares, for tests of its interpreter alone.
package struct LoneSubscription<Sub: Subscription> {
  private let table = DeclarationTable()
  private let declaration: Declaration
  private let core: RuntimeCore
  /// The newest declared value.
  package private(set) var value: Sub

  /// A subscription whose messages go to a dispatcher's runtime.
  package init(_ subscription: Sub, sendingTo dispatcher: Dispatcher) {
    core = dispatcher.sender.core
    declaration = Declaration(core: core, type: Sub.self, cause: 0, limit: nil)
    declaration.place = Declaration.Place(provider: 0, index: 0)
    table.grow(to: 1)
    value = subscription
  }

  /// Makes the dispatcher of the interpreter; once only.
  ///
  /// - Parameter released: Called once, when the last copy of the dispatcher is gone, in order with
  ///   the messages: after all that were sent through it.
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

  /// Declares a new value in place of the old one.
  package mutating func declare(_ subscription: Sub) {
    value = subscription
    put(subscription)
  }

  private func put(_ subscription: Sub) {
    table.replace([ListChange(provider: 0, declared: [subscription], since: DeclaredList())])
  }
}
