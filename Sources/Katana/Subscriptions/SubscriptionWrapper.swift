/// A subscription with the address of the child that declared it, or whose messages are converted; see
/// ``Subscription/map(_:)``.
///
/// The runtime removes all layers before it starts a subscription. An interpreter sees the innermost
/// subscription only.
package struct LayeredSubscription: Subscription, Layered {
  package let layer: EffectContext.Layer
  package let content: any Subscription

  init(layer: EffectContext.Layer, content: any Subscription) {
    (self.layer, self.content) = (layer, content)
  }

  /// - Parameter address: The address of the child, relative to the model whose feature declared it.
  package init(_ subscription: any Subscription, in address: AnyAddress) {
    if let layered = subscription.asLayered, case .scope(let inner, _) = layered.layer {
      self.init(layer: .scope(address.appending(inner)), content: layered.content)
    } else {
      self.init(layer: .scope(address), content: subscription)
    }
  }

  /// Returns whether two values have equal layers and equal contents. Functions cannot be compared, so
  /// only their types count.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.layer == rhs.layer && areEqual(lhs.content, rhs.content)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(layer)
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
    LayeredSubscription(layer: .map(MessageTransform(transform)), content: self)
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
    LayeredSubscription(self, in: address.anyAddress)
  }
}
