import Katana

/// What a provider declares now, and what of it may differ from the last time.
struct ListChange {
  /// The provider's place in the declared order.
  let provider: Int
  var values: [any Subscription]
  let part: ChangedPart

  init(provider: Int, values: [any Subscription], since old: [any Subscription]) {
    self.provider = provider
    self.values = values
    self.part = ChangedPart(from: old, to: values)
  }
}
