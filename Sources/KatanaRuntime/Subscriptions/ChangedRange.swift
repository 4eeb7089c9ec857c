package import Katana

/// The range of a list of declared subscriptions that may have changed: the elements between equal
/// beginnings and equal ends. Most lists do not change, or change in one range only. Pure.
package struct ChangedRange: Equatable {
  /// The range in the old list.
  package let old: Range<Int>
  /// The range in the new list.
  package let new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Whether the elements after the range have other positions than before.
  var isOfOtherLength: Bool { old.count != new.count }

  package init(from old: [any Subscription], to new: [any Subscription]) {
    let isTheSame = old.count == new.count && address(of: old) == address(of: new)
    let prefix = isTheSame ? old.count : equalPrefix(old, new)
    let suffix = equalSuffix(old, new, after: prefix)
    self.old = prefix..<(old.count - suffix)
    self.new = prefix..<(new.count - suffix)
  }

  private init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// Returns the range for lists that have `count` further equal elements before these.
  func moved(by count: Int) -> ChangedRange {
    ChangedRange(
      old: (old.lowerBound + count)..<(old.upperBound + count),
      new: (new.lowerBound + count)..<(new.upperBound + count))
  }
}

private func address(of list: [any Subscription]) -> UnsafePointer<any Subscription>? {
  list.withUnsafeBufferPointer { $0.baseAddress }
}
