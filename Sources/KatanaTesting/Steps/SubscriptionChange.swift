public import Katana
import KatanaRuntime

/// What a step did to one declared subscription.
public enum SubscriptionChange: Sendable {
  /// It was not declared before, and is now.
  case started(any Subscription)
  /// It was declared before, and is not any more.
  case stopped(any Subscription)
  /// It has another payload under the same `id` now: the one given.
  case changed(any Subscription)
  /// It was declared before, and still is.
  case kept(any Subscription)

  /// The subscription.
  public var subscription: any Subscription {
    switch self {
    case .started(let it), .stopped(let it), .changed(let it), .kept(let it): it
    }
  }
}

extension SubscriptionChange {
  var isKept: Bool { if case .kept = self { true } else { false } }

  var startsOrStops: Bool {
    switch self {
    case .started, .stopped: true
    case .changed, .kept: false
    }
  }

  /// What makes several changes those of one subscription.
  var key: InstanceKey { InstanceKey(subscription) }

  /// What became of each subscription, those that stopped first.
  static func all(from old: [any Subscription], to new: [any Subscription]) -> [SubscriptionChange]
  {
    let part = ChangedRange(from: old, to: new)
    let diff = SubscriptionDiff(from: old[part.old], to: new[part.new])
    var removed = diff.removed.map { old[$0] }
    var changes = new[..<part.new.lowerBound].map(SubscriptionChange.kept)
    for (subscription, origin) in zip(new[part.new], diff.continued) {
      let key = InstanceKey(subscription)
      if origin != nil {
        changes.append(.kept(subscription))
      } else if let place = removed.firstIndex(where: { InstanceKey($0) == key }) {
        removed.remove(at: place)
        changes.append(.changed(subscription))
      } else {
        changes.append(.started(subscription))
      }
    }
    changes += new[part.new.upperBound...].map(SubscriptionChange.kept)
    return removed.map(SubscriptionChange.stopped) + changes
  }
}

extension InstanceKey {
  /// The key of a subscription as a provider of the whole model declares it.
  init(_ subscription: any Subscription) {
    let (leaf, context) = unwrapped(subscription)
    self.init(leaf, in: context.scope)
  }
}
