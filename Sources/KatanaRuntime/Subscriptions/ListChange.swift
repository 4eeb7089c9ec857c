import Katana

/// The subscriptions that a provider declares, with addresses that begin at the root of the model.
struct DeclaredList {
  var values: [any Subscription] = []
  /// Whether some of them belong to children.
  var hasWrappers = false
}

/// For each child of a part, the range of its subscriptions in the list of the part's provider.
struct ChildRanges {
  private var ranges: [ScopeID: Range<Int>] = [:]

  /// Returns `nil` if the subscriptions of a child are not contiguous, like those of two children
  /// with the same `id`.
  init?(of list: DeclaredList, in part: PartName) {
    var last: ScopeID?
    for (index, value) in list.values.enumerated() {
      guard let step = value.asScoped?.scope.steps.first, step.part == part,
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

/// The subscriptions that a provider declares now, all or a range of them, and which of them may
/// have changed.
struct ListChange {
  /// The index of the provider in the declared order.
  let provider: Int
  /// The range of the old values that is replaced: all of them, unless only one child was asked.
  let range: Range<Int>
  /// The values that replace them.
  var values: [any Subscription]
  /// Whether some of the values belong to children.
  let hasWrappers: Bool
  /// Whether only one child was asked.
  let isOfChild: Bool
  /// The range that may have changed, in indices of the provider's whole lists.
  let part: ChangedRange

  /// Creates the change of a provider that no longer declares any subscription.
  init(provider: Int, endOf old: DeclaredList) {
    self.provider = provider
    (range, values, hasWrappers, isOfChild) = (old.values.indices, [], false, false)
    part = ChangedRange(from: old.values, to: [])
  }

  /// Creates the change of all subscriptions of a provider.
  ///
  /// The lists are compared before the values get their addresses. Most lists have not changed, and
  /// the search for values that need an address is measurable. A value that equals an old value
  /// without an address needs none.
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

  /// Creates the change of the subscriptions of one child. Those of the others have not changed.
  ///
  /// - Parameter range: The range of the child's values in the old list.
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
  /// The new values that may have changed.
  var newValues: ArraySlice<any Subscription> {
    let start = range.lowerBound
    return values[(part.new.lowerBound - start)..<(part.new.upperBound - start)]
  }

  /// Whether the subscriptions of children may have other positions than before.
  var movesChildren: Bool { !part.isEmpty && (!isOfChild || range.count != values.count) }
}

extension ArraySlice<any Subscription> {
  fileprivate var hasWrappers: Bool { indices.contains { self[$0].isWrapper } }
}

extension [ListChange] {
  /// The elements of all changes. Those of a single change of a whole list are not copied.
  func joined<Value>(_ part: (ListChange) -> ArraySlice<Value>) -> [Value] {
    count == 1 ? [Value](part(self[0])) : flatMap(part)
  }
}
