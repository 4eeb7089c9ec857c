package import Katana

/// The diff of two lists of declared subscriptions: which new ones continue old ones. Pure. It is
/// applied to the ``ChangedRange`` of the lists.
package struct SubscriptionDiff: Equatable {
  /// For each new element, the index of the equal old element that it continues.
  package private(set) var continued: [Int?]
  /// The indices of the old elements that no new element continues, in order.
  package private(set) var removed: [Int]

  /// - Parameter hashes: Hashes of the elements, if the caller has some. Equal elements have equal
  ///   hashes. They are not used if many elements have the same one.
  package init(
    from old: ArraySlice<any Subscription>, to new: ArraySlice<any Subscription>,
    hashes: (old: [UInt32], new: [UInt32])? = nil
  ) {
    continued = Array(repeating: nil, count: new.count)
    removed = []
    if new.isEmpty || old.isEmpty {
      removed = Array(old.indices)
      return
    }
    let known = hashes.map { (Waiting(old, $0.old), $0.new) }
    var (waiting, newHashes) =
      known.flatMap { $0.0.collisionCount > 32 ? nil : $0 }
      ?? (Waiting(old, old.map(hashOfValue)), new.map(hashOfValue))
    for (place, element) in new.enumerated() {
      continued[place] = waiting.take(element, newHashes[place])
    }
    removed = waiting.rest
  }
}

private func hashOfValue(_ value: any Subscription) -> UInt32 {
  UInt32(truncatingIfNeeded: value.hashWithType)
}

/// The old elements that no new element continues yet, by their hashes.
///
/// A hash table of indices. A dictionary of values would copy them, and an array for each value
/// would need an allocation for each.
private struct Waiting {
  private let old: ArraySlice<any Subscription>
  private let hashes: [UInt32]
  /// By bucket, the offset of its first element; for each element, that of the next one of its
  /// bucket. The end of a bucket is `none`.
  private var first: [Int] = []
  private var next: [Int] = []
  private var isTaken: [Bool]
  /// The number of elements before which another one with the same hash is in the same bucket.
  private(set) var collisionCount = 0
  private static var none: Int { -1 }

  init(_ old: ArraySlice<any Subscription>, _ hashes: [UInt32]) {
    self.old = old
    self.hashes = hashes
    isTaken = Array(repeating: false, count: old.count)
    let bucketCount = 1 << (Int.bitWidth - old.count.leadingZeroBitCount)
    first = Array(repeating: Self.none, count: bucketCount)
    next = Array(repeating: Self.none, count: old.count)
    for offset in hashes.indices.reversed() {
      let bucket = bucket(of: hashes[offset])
      let following = first[bucket]
      if following != Self.none && hashes[following] == hashes[offset] { collisionCount += 1 }
      next[offset] = following
      first[bucket] = offset
    }
  }

  private func bucket(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (first.count - 1) }

  /// Takes the first element that is equal to a value. Returns its index in the list.
  mutating func take(_ value: some Subscription, _ hash: UInt32) -> Int? {
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
