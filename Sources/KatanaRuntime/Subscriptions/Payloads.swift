package import Katana

/// Whether two declared values are the same payload: who is answered makes no difference.
func isSame(_ lhs: any Subscription, _ rhs: any Subscription) -> Bool {
  areEqual(lhs, rhs) || areEqualApartFromReplies(lhs, rhs)
}

extension RuntimeIssue {
  /// The issue that two declared subscriptions with one id are; `nil` if they have the same
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
