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
    let (first, second) = (unwrapped(first).leaf, unwrapped(second).leaf)
    return isSame(first, second) ? nil : .conflictingSubscriptions(first)
  }
}
