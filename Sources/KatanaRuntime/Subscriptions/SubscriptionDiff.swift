package import Katana

/// What changed from one list of declared subscriptions to the next: pure.
///
/// Equal elements at both ends are trimmed first, since most lists do not change or change in one
/// place; only what is left is hashed.
package struct SubscriptionDiff: Equatable {
  /// How many elements at the start are equal.
  package var prefix: Int
  /// For each new element after the prefix: the index of the old element that it continues.
  package var continued: [Int?]
  /// The old indices that nothing continues, in order.
  package var removed: [Int]

  var isEmpty: Bool { continued.isEmpty && removed.isEmpty }

  package init(from old: [any Subscription], to new: [any Subscription]) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, areEqual(old[prefix], new[prefix]) { prefix += 1 }
    self.prefix = prefix
    if prefix == old.count && prefix == new.count {
      (continued, removed) = ([], [])
      return
    }
    var suffix = 0
    while suffix < shorter - prefix,
      areEqual(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
    {
      suffix += 1
    }
    var places: [AnyHashable: ArraySlice<Int>] = [:]
    for index in prefix..<(old.count - suffix) {
      places[AnyHashable(old[index]), default: []].append(index)
    }
    continued = []
    for index in prefix..<(new.count - suffix) {
      continued.append(places[AnyHashable(new[index])]?.popFirst())
    }
    removed = places.values.flatMap { $0 }.sorted()
    if old.count != new.count || suffix > 0 {
      continued += (0..<suffix).map { old.count - suffix + $0 }
    }
  }
}
