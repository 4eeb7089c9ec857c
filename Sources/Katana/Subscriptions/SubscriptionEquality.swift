// Comparisons of subscriptions. They use neither casts nor `AnyHashable`, which are much slower than
// the comparison itself. Each subscription is compared after each message that may have changed the part
// of the model of its provider.

/// Returns whether two subscriptions are of the same type and equal.
package func areEqual(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  rhs.isEqual(to: lhs)
}

/// Returns the number of equal subscriptions at the start of two lists. If both are the same list,
/// nothing is compared.
package func equalPrefix(_ lhs: [any Subscription], _ rhs: [any Subscription]) -> Int {
  if areIdentical(lhs, rhs) { return lhs.count }
  let limit = min(lhs.count, rhs.count)
  var count = 0
  // A method call on `lhs[count]` does not copy the element, but passing it as an argument does.
  // The copies are measurable here. The functions below follow the same rule.
  while count < limit, lhs[count].isEqual(to: rhs, count) { count += 1 }
  return count
}

/// Returns the number of equal subscriptions at the end of two lists.
///
/// - Parameter prefix: The number of subscriptions at the start of both lists to leave out.
package func equalSuffix(
  _ lhs: [any Subscription], _ rhs: [any Subscription], after prefix: Int
) -> Int {
  let limit = min(lhs.count, rhs.count) - prefix
  var count = 0
  while count < limit, lhs[lhs.count - 1 - count].isEqual(to: rhs, rhs.count - 1 - count) {
    count += 1
  }
  return count
}

extension Subscription {
  fileprivate func isEqual(to list: [any Subscription], _ place: Int) -> Bool {
    list[place].isEqual(to: self)
  }

  fileprivate func isEqual<Other: Subscription>(to other: Other) -> Bool {
    guard isOfType(of: other) else { return false }
    // Otherwise, a value with a NaN would be a new subscription in each step.
    return isUnchanged(known(self, as: Other.self), other)
  }
}

/// Returns whether two subscriptions are of the same type and have equal `id`s.
package func haveEqualIDs<L: Subscription, R: Subscription>(_ lhs: L, _ rhs: R) -> Bool {
  lhs.isOfType(of: rhs) && isUnchanged(lhs.id, known(rhs, as: L.self).id)
}

extension Subscription {
  /// Whether two values are of the same type. That of an object is its class; the static types may
  /// then be different superclasses of it.
  @inline(__always)
  fileprivate func isOfType<Other: Subscription>(of other: Other) -> Bool {
    // `type(of:)` takes longer than the comparison of most values.
    Self.self is AnyObject.Type
      ? type(of: other) == type(of: self) as any Subscription.Type : Self.self == Other.self
  }

  /// The type of the value. `type(of:)` is slower outside of the box.
  package var dynamicType: any Subscription.Type { type(of: self) }

  /// A hash of the value and of its type.
  ///
  /// That of a value that is not equal to itself depends only on its type, because two such values
  /// may count as equal in ``areEqual(_:_:)``.
  package var hashWithType: Int { typeHash &+ (self == self ? hashValue : 0) }

  /// A hash of the `id`, and of the type of the subscription.
  package var idHashWithType: Int {
    let id = id
    return typeHash &+ (id == id ? id.hashValue : 0)
  }

  /// Added to a hash value, because a hasher takes much longer for two values than for one.
  private var typeHash: Int { Int(bitPattern: ObjectIdentifier(type(of: self))) }

  /// Whether this is a ``LayeredSubscription``.
  ///
  /// Compares with the concrete types, because a cast to a protocol is much slower.
  package var isWrapper: Bool { Self.self == LayeredSubscription.self }

  /// The subscription as a ``LayeredSubscription`` if it is one, without a cast.
  package var asLayered: LayeredSubscription? { exactly(self, LayeredSubscription.self) }
}

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
