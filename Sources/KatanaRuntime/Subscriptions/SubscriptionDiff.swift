package import Katana

/// The diff of two lists of declared subscriptions: which new ones continue old ones. Pure. It is
/// applied to the ``ChangedRange`` of the lists.
package struct SubscriptionDiff: Equatable {
  /// For each new element, the index of the equal old element that it continues.
  package private(set) var continued: [Int?]
  /// The indices of the old elements that no new element continues, in order.
  package private(set) var removed: [Int]

  package init(from old: ArraySlice<any Subscription>, to new: ArraySlice<any Subscription>) {
    var waiting = Waiting(old)
    continued = new.map { waiting.take($0) }
    removed = waiting.rest
  }
}

/// The old elements that no new element continues yet, by their hashes.
///
/// Indices, because a dictionary of values would copy them.
private struct Waiting {
  private let old: ArraySlice<any Subscription>
  /// For each hash, the first index; for each element, the next index with its hash.
  private var first: [Int: Int] = [:]
  private var next: [Int: Int] = [:]
  private var taken: Set<Int> = []

  init(_ old: ArraySlice<any Subscription>) {
    self.old = old
    for index in old.indices.reversed() {
      next[index] = first.updateValue(index, forKey: old[index].hashWithType)
    }
  }

  /// Takes the first element that is equal to a value. Returns its index in the list.
  mutating func take(_ value: any Subscription) -> Int? {
    let hash = value.hashWithType
    var (place, previous) = (first[hash], Int?.none)
    while let index = place {
      if areEqual(value, old[index]) {
        if let previous { next[previous] = next[index] } else { first[hash] = next[index] }
        taken.insert(index)
        return index
      }
      (previous, place) = (index, next[index])
    }
    return nil
  }

  var rest: [Int] { old.indices.filter { !taken.contains($0) } }
}
