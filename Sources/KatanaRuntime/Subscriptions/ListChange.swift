import Katana

/// The subscriptions that a provider declares now, all or a range of them, and which of them may
/// have changed.
struct ListChange {
  /// The index of the provider in the declared order.
  let provider: Int
  /// The range of the old values that is replaced: all of them, unless only some items of children
  /// were asked.
  let range: Range<Int>
  /// The values that replace them.
  var values: [any Subscription]
  /// Whether some of the values belong to children. Known if all values were asked for.
  let hasWrappers: Bool
  /// Whether all values were asked for.
  let isOfAll: Bool
  /// If all values were asked for: where the children's values are in the list; `nil` if not known.
  let index: DeclarationIndex?
  /// The range that may have changed, in indices of the provider's whole lists.
  let part: ChangedRange

  /// Creates the change of all subscriptions of a provider.
  ///
  /// The lists are compared before the values get their addresses. Most lists have not changed, and
  /// the search for values that need an address is measurable.
  init(
    provider: Int, at place: ProviderNode? = nil, declared: [any Subscription],
    _ index: DeclarationIndex? = nil, since old: DeclaredList
  ) {
    self.provider = provider
    range = old.values.indices
    isOfAll = true
    self.index = index
    let part = ChangedRange(from: old.values, to: declared)
    hasWrappers =
      place?.isInChild == true
      || place?.isAddressed == true && old.hasWrappers(declared, in: part.new)
    values = declared
    if hasWrappers { place?.address(&values) }
    self.part = hasWrappers ? ChangedRange(from: old.values, to: values) : part
  }

  /// Creates the change of a range of the subscriptions, those of one item of a child. The others
  /// have not changed.
  init(
    provider: Int, inPlaceOf range: Range<Int>, _ declared: [any Subscription],
    since old: DeclaredList
  ) {
    self.provider = provider
    self.range = range
    values = declared
    isOfAll = false
    index = nil
    hasWrappers = false
    part = ChangedRange(from: Array(old.values[range]), to: declared, after: range.lowerBound)
  }
}

extension ListChange {
  /// The new values that may have changed.
  var newValues: ArraySlice<any Subscription> {
    let start = range.lowerBound
    return values[(part.new.lowerBound - start)..<(part.new.upperBound - start)]
  }

  /// Whether what is behind the range has other positions than before.
  var movesOthers: Bool { range.count != values.count }
}

extension [ListChange] {
  /// The elements of all changes. Those of a single change of a whole list are not copied.
  func joined<Value>(_ part: (ListChange) -> ArraySlice<Value>) -> [Value] {
    count == 1 ? [Value](part(self[0])) : flatMap(part)
  }
}
