// Without casts and without `AnyHashable`, which cost ten times the rest: each subscription is compared
// after each message that may have changed what its provider reads.

/// Whether two subscriptions are of the same type and equal.
package func areEqual(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  rhs.isEqual(to: lhs)
}

/// Whether the subscriptions at places of two lists are of the same type and equal.
///
/// Calls through subscripts, since those, unlike arguments, make no copies of the elements: a third of
/// the time.
package func areEqual(
  _ lhs: [any Subscription], _ place: Int, _ rhs: [any Subscription], _ otherPlace: Int
) -> Bool {
  lhs[place].isEqual(to: rhs, otherPlace)
}

extension Subscription {
  fileprivate func isEqual(to list: [any Subscription], _ place: Int) -> Bool {
    list[place].isEqual(to: self)
  }

  fileprivate func isEqual<Other: Subscription>(to other: Other) -> Bool {
    Other.self == Self.self && other == unsafeBitCast(self, to: Other.self)
  }
}

/// Whether two subscriptions are of the same type and have equal `id`s.
package func haveEqualIDs(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  func open<L: Subscription>(_ lhs: L) -> Bool {
    func compare<R: Subscription>(_ rhs: R) -> Bool {
      L.self == R.self && lhs.id == unsafeBitCast(rhs, to: L.self).id
    }
    return compare(rhs)
  }
  return open(lhs)
}

/// Feeds a subscription and its type to a hasher.
package func combine(_ subscription: any Subscription, into hasher: inout Hasher) {
  func open<S: Subscription>(_ subscription: S, _ hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(S.self))
    subscription.hash(into: &hasher)
  }
  open(subscription, &hasher)
}

/// Feeds a subscription's `id` and its type to a hasher.
package func combineID(of subscription: any Subscription, into hasher: inout Hasher) {
  func open<S: Subscription>(_ subscription: S, _ hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(S.self))
    subscription.id.hash(into: &hasher)
  }
  open(subscription, &hasher)
}

extension Subscription {
  /// Whether this is a ``SubscriptionWrapper``, without a cast to a protocol, which costs 100 ns.
  package var isWrapper: Bool {
    Self.self == ScopedSubscription.self || Self.self == MappedSubscription.self
  }
}
