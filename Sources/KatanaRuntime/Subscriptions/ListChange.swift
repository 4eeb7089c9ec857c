import Katana

/// What a provider declares, with addresses from the whole model's root.
struct DeclaredList {
  var values: [any Subscription] = []
  /// Whether there are subscriptions of children among them.
  var hasWrappers = false
}

/// Where the subscriptions of each child of a part are in the list of the part's provider.
struct ChildRanges {
  private var ranges: [ScopeID: Range<Int>] = [:]

  /// `nil` if a child's are in several places, as those of two children with one `id` are.
  init?(of list: DeclaredList, in part: PartName) {
    var last: ScopeID?
    for (index, value) in list.values.enumerated() {
      guard let step = (value as? ScopedSubscription)?.scope.steps.first, step.part == part,
        let id = step.id
      else { return nil }
      let known = ranges[id]
      if known != nil && id != last { return nil }
      ranges[id] = (known?.lowerBound ?? index)..<(index + 1)
      last = id
    }
  }

  subscript(id: ScopeID) -> Range<Int>? { ranges[id] }
}

/// What a provider declares now, all of it or a range, and what of that may differ from the last time.
struct ListChange {
  /// The provider's place in the declared order.
  let provider: Int
  /// Which of the old values are asked for again; all of them, unless only one child was asked.
  let range: Range<Int>
  /// What takes their place.
  var values: [any Subscription]
  /// Whether there are subscriptions of children among the values.
  let hasWrappers: Bool
  /// Whether only one child was asked.
  let isOfChild: Bool
  /// The range that may differ, by the indices of the provider's whole lists.
  let part: ChangedRange

  /// For a provider that declares nothing any more.
  init(provider: Int, endOf old: DeclaredList) {
    self.provider = provider
    (range, values, hasWrappers, isOfChild) = (old.values.indices, [], false, false)
    part = ChangedRange(from: old.values, to: [])
  }

  /// Compares before it gives addresses: most lists have not changed, and looking for what has an
  /// address takes a fifth of the time. What equals something without an address has none.
  init(
    provider: Int, at place: ProviderNode? = nil, declared: [any Subscription],
    since old: DeclaredList
  ) {
    self.provider = provider
    range = old.values.indices
    values = declared
    isOfChild = false
    let part = ChangedRange(from: old.values, to: declared)
    hasWrappers =
      place?.isAddressed == true
      && (old.hasWrappers ? declared[...] : declared[part.new]).hasWrappers
    if hasWrappers {
      place?.address(&values)
      self.part = ChangedRange(from: old.values, to: values)
    } else {
      self.part = part
    }
  }

  /// For one child: the others declare what they did before.
  ///
  /// - Parameter range: The values of the child in the old list.
  init(
    provider: Int, ofChild declared: [any Subscription], at range: Range<Int>,
    since old: DeclaredList
  ) {
    self.provider = provider
    self.range = range
    values = declared
    isOfChild = true
    hasWrappers = old.hasWrappers
    part = ChangedRange(from: Array(old.values[range]), to: declared).moved(by: range.lowerBound)
  }
}

extension ListChange {
  /// The values that may differ.
  var newValues: ArraySlice<any Subscription> {
    let start = range.lowerBound
    return values[(part.new.lowerBound - start)..<(part.new.upperBound - start)]
  }

  /// Whether the subscriptions of children may be in other places than before.
  var movesChildren: Bool { !part.isEmpty && (!isOfChild || range.count != values.count) }
}

extension ArraySlice<any Subscription> {
  fileprivate var hasWrappers: Bool { indices.contains { self[$0].isWrapper } }
}
