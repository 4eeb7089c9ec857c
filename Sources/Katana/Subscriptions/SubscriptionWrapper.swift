/// A subscription that changes how the messages of another subscription reach the app.
///
/// The runtime removes all wrappers before it starts a subscription. An interpreter sees the
/// innermost subscription only.
package protocol SubscriptionWrapper: Subscription {
  /// The subscription inside of the wrapper.
  var content: any Subscription { get }

  /// Adds the layer of the wrapper to the context in which the messages are sent.
  func enter(_ context: inout EffectContext)

  /// Returns the wrapper around a changed content.
  func replacingContent(_ change: (any Subscription) -> any Subscription) -> any Subscription
}

/// A subscription with the address of the child that declared it.
///
/// Its messages go to that child. The framework and ``Subscription/in(_:)`` create it.
package struct ScopedSubscription: SubscriptionWrapper {
  /// The address of the child, relative to the model whose feature returned this value.
  package let address: AnyAddress
  /// The subscription that the child declared.
  package let content: any Subscription

  package init(_ subscription: any Subscription, in address: AnyAddress) {
    if let scoped = subscription.asScoped {
      self.address = AnyAddress(address.steps + scoped.address.steps)
      self.content = scoped.content
    } else {
      self.address = address
      self.content = subscription
    }
  }

  package func enter(_ context: inout EffectContext) { context.enter(.scope(address)) }

  package func replacingContent(
    _ change: (any Subscription) -> any Subscription
  ) -> any Subscription {
    ScopedSubscription(change(content), in: address)
  }

  /// Returns whether two values have equal addresses and equal contents.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.address == rhs.address && areEqual(lhs.content, rhs.content)
  }

  /// Feeds the address and the content to the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(content)
  }
}

/// A subscription whose messages a function transforms. Created by ``Subscription/map(_:)``.
package struct MappedSubscription: SubscriptionWrapper {
  /// The subscription whose messages are transformed.
  package let content: any Subscription
  package let transform: MessageTransform

  package func enter(_ context: inout EffectContext) { context.enter(.map(transform)) }

  package func replacingContent(
    _ change: (any Subscription) -> any Subscription
  ) -> any Subscription {
    MappedSubscription(content: change(content), transform: transform)
  }

  /// Returns whether two values have equal contents, and functions of the same types.
  ///
  /// Functions cannot be compared, so only their types count.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transform == rhs.transform && areEqual(lhs.content, rhs.content)
  }

  /// Feeds the types of the function and the content to the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(transform)
    hasher.combine(content)
  }
}

extension Subscription {
  /// Returns the subscription with its messages of one type transformed into messages of another.
  ///
  /// Use this in a parent that routes the messages of its children by hand, as in Elm. Messages of
  /// other types, and a ``GlobalMessage``, pass unchanged. If two features map equal subscriptions,
  /// one instance runs for both, and each feature receives its own message.
  ///
  /// - Parameter transform: Returns the message that the app receives.
  public func map<Child: Message, Parent: Message>(
    _ transform: @escaping @Sendable (Child) -> Parent
  ) -> any Subscription {
    MappedSubscription(content: self, transform: MessageTransform(transform))
  }
}

extension Subscription {
  /// Returns the subscription as if the child at an address had declared it, for tests and for
  /// parents.
  ///
  /// The messages of the subscription go to that child.
  ///
  /// - Parameter address: The address, relative to the model whose provider declares the
  ///   subscription.
  public func `in`<Root, Child: Model>(_ address: Address<Root, Child>) -> any Subscription {
    ScopedSubscription(self, in: address.anyAddress)
  }
}

extension ScopedSubscription: CustomStringConvertible {
  /// The subscription and its address, such as `Every(1.0 seconds).in(App.at.rows[7])`.
  package var description: String { "\(sourceText(of: content, namesType: true)).in(\(address))" }
}

extension MappedSubscription: CustomStringConvertible {
  /// The subscription and the types of its function, such as
  /// `Every(1.0 seconds).map(RowMessage → AppMessage)`.
  package var description: String {
    "\(sourceText(of: content, namesType: true)).map(\(transform))"
  }
}
