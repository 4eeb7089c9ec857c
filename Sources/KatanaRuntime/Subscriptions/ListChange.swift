import Katana

/// What a provider declares, with addresses from the whole model's root.
struct DeclaredList {
  var values: [any Subscription] = []
  /// Whether there are subscriptions of children among them.
  var hasWrappers = false
}

/// What a provider declares now, and what of it may differ from the last time.
struct ListChange {
  /// The provider's place in the declared order.
  let provider: Int
  var list: DeclaredList
  let part: ChangedPart

  /// For a provider that declares nothing any more.
  init(provider: Int, endOf old: DeclaredList) {
    self.provider = provider
    list = DeclaredList()
    part = ChangedPart(from: old.values, to: [])
  }

  /// Compares before it gives addresses: most lists have not changed, and looking for what has an
  /// address takes a fifth of the time. What equals something without an address has none.
  init(
    provider: Int, at place: ProviderPlace? = nil, declared: [any Subscription],
    since old: DeclaredList
  ) {
    self.provider = provider
    list = DeclaredList(values: declared)
    let part = ChangedPart(from: old.values, to: declared)
    list.hasWrappers =
      place?.isAddressed == true
      && (old.hasWrappers ? declared[...] : declared[part.new]).hasWrappers
    if list.hasWrappers {
      place?.address(&list.values)
      self.part = ChangedPart(from: old.values, to: list.values)
    } else {
      self.part = part
    }
  }
}

extension ArraySlice<any Subscription> {
  fileprivate var hasWrappers: Bool { indices.contains { self[$0].isWrapper } }
}
