public import Katana
import KatanaRuntime

/// The effect of a step on one declared subscription.
public enum SubscriptionChange: Sendable {
  /// The subscription is declared now, and was not declared before the step.
  case started(any Subscription)
  /// The subscription was declared before the step, and is no longer declared.
  case stopped(any Subscription)
  /// The subscription has another payload under the same `id`. The value is the new one.
  case changed(any Subscription)
  /// The subscription was declared before the step, and still is. Need not be stated.
  case kept(any Subscription)

  /// The subscription; after a change, its new value.
  public var subscription: any Subscription {
    switch self {
    case .started(let it), .stopped(let it), .changed(let it), .kept(let it): it
    }
  }
}

extension SubscriptionChange {
  var isKept: Bool { if case .kept = self { true } else { false } }

  /// The key by which the runtime identifies the subscription.
  var key: InstanceKey { InstanceKey(subscription) }

  /// Returns the change of each subscription between two declarations, stopped ones first.
  static func all(from old: [any Subscription], to new: [any Subscription]) -> [SubscriptionChange]
  {
    let part = ChangedRange(from: old, to: new)
    let diff = SubscriptionDiff(from: old[part.old], to: new[part.new])
    var removed = diff.removed.map { old[$0] }
    // Of equal declarations, the first one starts the subscription and the last one stops it.
    var declared = Set(old.map { InstanceKey($0) })
    var remaining = Set(new.map { InstanceKey($0) })
    var changes = new[..<part.new.lowerBound].map(SubscriptionChange.kept)
    for (subscription, origin) in zip(new[part.new], diff.continued) {
      let key = InstanceKey(subscription)
      if origin != nil {
        changes.append(.kept(subscription))
      } else if let place = removed.firstIndex(where: { InstanceKey($0) == key }) {
        removed.remove(at: place)
        changes.append(.changed(subscription))
      } else {
        let isNew = declared.insert(key).inserted
        changes.append(isNew ? .started(subscription) : .kept(subscription))
      }
    }
    changes += new[part.new.upperBound...].map(SubscriptionChange.kept)
    removed.removeAll { !remaining.insert(InstanceKey($0)).inserted }
    return removed.map(SubscriptionChange.stopped) + changes
  }
}

extension InstanceKey {
  /// Creates the key of a subscription as the whole app's provider declares it: possibly wrapped in
  /// the child that it belongs to.
  init(_ subscription: any Subscription) {
    let (leaf, context) = unwrapped(subscription)
    self.init(leaf, in: context.scope)
  }
}
