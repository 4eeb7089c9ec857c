package import Katana

/// Returns whether two declared values have the same payload. Their replies may differ.
func isSame(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  areEqual(lhs, rhs) || areEqualApartFromReplies(lhs, rhs)
}

extension RuntimeIssue {
  /// Returns the issue of two declared subscriptions with one id; `nil` if they have the same
  /// payload.
  package static func conflict(
    between first: any Subscription, and second: any Subscription
  ) -> RuntimeIssue? {
    let (first, second) = (unwrapped(first), unwrapped(second))
    if isSame(first.leaf, second.leaf) { return nil }
    let key = InstanceKey(first.leaf, in: first.context.scope)
    return .conflictingSubscriptions(
      subscription: "\(type(of: first.leaf))", id: key.idDescription,
      of: key.idName)
  }
}
