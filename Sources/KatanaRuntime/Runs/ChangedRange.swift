package import Katana

/// The range of a list of declared subscriptions that may have changed: the elements between equal
/// beginnings and equal ends. Most lists do not change, or change in one range only. Pure.
package struct ChangedRange: Equatable {
  /// The range in the old list.
  package let old: Range<Int>
  /// The range in the new list.
  package let new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  package init(from old: [any Subscription], to new: [any Subscription]) {
    let prefix = equalPrefix(old, new)
    let suffix = equalSuffix(old, new, after: prefix)
    self.old = prefix..<(old.count - suffix)
    self.new = prefix..<(new.count - suffix)
  }
}
