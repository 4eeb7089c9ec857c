package import Katana

/// The diff of two lists of declared subscriptions: which new ones continue old ones. Pure. It is
/// applied to the ``ChangedRange`` of the lists.
package struct SubscriptionDiff: Equatable {
  /// For each new element, the index of the equal old element that it continues.
  package private(set) var continued: [Int?]
  /// The indices of the old elements that no new element continues, in order.
  package private(set) var removed: [Int]

  /// - Parameter hashes: Hashes of the elements, if the caller has them. Equal elements have equal
  ///   hashes.
  package init(
    from old: ArraySlice<any Subscription>, to new: ArraySlice<any Subscription>,
    hashes: (old: [Int], new: [Int])? = nil
  ) {
    continued = Array(repeating: nil, count: new.count)
    removed = []
    if new.isEmpty || old.isEmpty {
      removed = Array(old.indices)
      return
    }
    var waiting = Waiting(old, hashes?.old ?? old.map(\.hashWithType))
    let newHashes = hashes?.new ?? new.map(\.hashWithType)
    for (place, element) in new.enumerated() {
      continued[place] = waiting.take(element, newHashes[place])
    }
    removed = waiting.rest
  }
}

/// The old elements that no new element continues yet, by their hashes.
///
/// A hash table of indices. A dictionary of values would copy them, and an array for each value
/// would need an allocation for each.
private struct Waiting {
  private let old: ArraySlice<any Subscription>
  private let hashes: [Int]
  /// By bucket, the offset of its first element; for each element, that of the next one of its
  /// bucket. The end of a bucket is `none`.
  private var first: [Int] = []
  private var next: [Int] = []
  private var isTaken: [Bool]
  private static var none: Int { -1 }

  init(_ old: ArraySlice<any Subscription>, _ hashes: [Int]) {
    self.old = old
    self.hashes = hashes
    isTaken = Array(repeating: false, count: old.count)
    let bucketCount = 1 << (Int.bitWidth - old.count.leadingZeroBitCount)
    first = Array(repeating: Self.none, count: bucketCount)
    next = Array(repeating: Self.none, count: old.count)
    for offset in hashes.indices.reversed() {
      next[offset] = first[bucket(of: hashes[offset])]
      first[bucket(of: hashes[offset])] = offset
    }
  }

  private func bucket(of hash: Int) -> Int { hash & (first.count - 1) }

  /// Takes the first element that is equal to a value. Returns its index in the list.
  mutating func take(_ value: some Subscription, _ hash: Int) -> Int? {
    let bucket = bucket(of: hash)
    var (offset, previous) = (first[bucket], Self.none)
    while offset != Self.none {
      let following = next[offset]
      if hashes[offset] == hash, areEqual(value, old[old.startIndex + offset]) {
        if previous == Self.none { first[bucket] = following } else { next[previous] = following }
        isTaken[offset] = true
        return old.startIndex + offset
      }
      (previous, offset) = (offset, following)
    }
    return nil
  }

  var rest: [Int] { old.indices.filter { !isTaken[$0 - old.startIndex] } }
}
