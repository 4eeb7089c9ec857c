package import Katana

/// The diff of two lists of declared subscriptions: which new ones continue old ones. Pure. It is
/// applied to the ``ChangedRange`` of the lists.
package struct SubscriptionDiff: Equatable {
  /// For each new element, the index of the equal old element that it continues.
  package private(set) var continued: [Int?]
  /// The indices of the old elements that no new element continues, in order.
  package private(set) var removed: [Int]

  package init(from old: ArraySlice<any Subscription>, to new: ArraySlice<any Subscription>) {
    continued = Array(repeating: nil, count: new.count)
    removed = []
    var waiting = Waiting(old, isAwaited: !new.isEmpty)
    if !old.isEmpty {
      for (place, element) in new.enumerated() { continued[place] = waiting.take(element) }
    }
    removed = waiting.rest
  }
}

/// The old elements that no new element continues yet, by their values.
private struct Waiting {
  private let old: ArraySlice<any Subscription>
  /// The first index of equal elements, and for each index the next one. An array for each value
  /// would need an allocation for each.
  private var first: [Element: Int]
  private var next: [Int?]
  private var isTaken: [Bool]

  init(_ old: ArraySlice<any Subscription>, isAwaited: Bool) {
    self.old = old
    first = [:]
    next = Array(repeating: nil, count: old.count)
    isTaken = Array(repeating: false, count: old.count)
    guard isAwaited else { return }
    first.reserveCapacity(old.count)
    for index in old.indices.reversed() {
      next[index - old.startIndex] = first.updateValue(index, forKey: Element(value: old[index]))
    }
  }

  mutating func take(_ value: any Subscription) -> Int? {
    guard let place = first.index(forKey: Element(value: value)) else { return nil }
    let index = first.values[place]
    guard !isTaken[index - old.startIndex] else { return nil }
    isTaken[index - old.startIndex] = true
    if let following = next[index - old.startIndex] { first.values[place] = following }
    return index
  }

  var rest: [Int] { old.indices.filter { !isTaken[$0 - old.startIndex] } }

  /// Like `AnyHashable`, but without a box and a cast for each comparison.
  private struct Element: Hashable {
    let value: any Subscription

    static func == (lhs: Self, rhs: Self) -> Bool { areEqual(lhs.value, rhs.value) }

    func hash(into hasher: inout Hasher) { combine(value, into: &hasher) }
  }
}
