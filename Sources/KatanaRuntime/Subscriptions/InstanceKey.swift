package import Katana

/// What makes two declared subscriptions the same instance: their scope, their type and their `id`.
package struct InstanceKey: Hashable {
  /// The address of the child that declares it; empty for the app itself.
  let scope: AnyAddress
  /// The subscription whose `id` is compared. The `id` itself would need a box of its own.
  let subscription: any Subscription
  /// Computed once, because a key is looked up several times, and different keys usually differ in
  /// it.
  let hash: Int

  package init(_ subscription: any Subscription, in scope: AnyAddress) {
    self.scope = scope
    self.subscription = subscription
    let hash = subscription.idHashWithType
    self.hash = scope.isEmpty ? hash : hash &+ scope.hashValue
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && haveEqualIDs(lhs.subscription, rhs.subscription)
      && lhs.scope == rhs.scope
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
