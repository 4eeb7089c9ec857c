package import Katana

/// The part of a list of declared subscriptions that may have changed: what lies between equal ends.
/// Most lists do not change, or in one place. Pure.
package struct ChangedPart: Equatable {
  /// Where it was in the old list.
  package let old: Range<Int>
  /// Where it is in the new one.
  package let new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  /// Whether what follows it has other places now.
  var isOfOtherLength: Bool { old.count != new.count }

  package init(from old: [any Subscription], to new: [any Subscription]) {
    let shorter = min(old.count, new.count)
    let isTheSame = old.count == new.count && address(of: old) == address(of: new)
    let prefix = isTheSame ? shorter : equalCount(shorter) { areEqual(old, $0, new, $0) }
    let suffix = equalCount(shorter - prefix) {
      areEqual(old, old.count - 1 - $0, new, new.count - 1 - $0)
    }
    self.old = prefix..<(old.count - suffix)
    self.new = prefix..<(new.count - suffix)
  }
}

/// For how many numbers from 0 on, up to a limit, something holds.
@inline(__always)
private func equalCount(_ limit: Int, _ isEqual: (Int) -> Bool) -> Int {
  var count = 0
  while count < limit, isEqual(count) { count += 1 }
  return count
}

private func address(of list: [any Subscription]) -> UnsafePointer<any Subscription>? {
  list.withUnsafeBufferPointer { $0.baseAddress }
}
