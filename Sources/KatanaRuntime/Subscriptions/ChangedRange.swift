package import Katana

/// The part of a list of declared subscriptions that may have changed: what lies between equal
/// ends. Most lists do not change, or in one place. Pure.
package struct ChangedRange: Equatable {
  /// Where it was in the old list.
  package let old: Range<Int>
  /// Where it is in the new one.
  package let new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Whether what follows it has other places now.
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

  /// The same part of lists with a number of equal elements before these.
  func moved(by count: Int) -> ChangedRange {
    ChangedRange(
      old: (old.lowerBound + count)..<(old.upperBound + count),
      new: (new.lowerBound + count)..<(new.upperBound + count))
  }
}

private func address(of list: [any Subscription]) -> UnsafePointer<any Subscription>? {
  list.withUnsafeBufferPointer { $0.baseAddress }
}
