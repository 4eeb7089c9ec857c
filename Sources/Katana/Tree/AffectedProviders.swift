/// Finds the providers that may declare something else after an update, by what it may write.
struct AffectedProviders {
  private let providers: [ProviderNode]

  init(_ providers: [ProviderNode]) { self.providers = providers }

  subscript(extents: [ByteRange]) -> [Int] {
    providers.indices.filter { index in
      let provider = providers[index]
      return provider.readsMessage || extents.contains { $0.overlaps(provider.extent) }
    }
  }
}

/// The providers that may declare something else after a message with an address, by its first
/// step.
struct AddressedProviders: Sendable {
  private let ofParts: [PartName: [Int]]
  private let others: [Int]

  init(_ affected: AffectedProviders, _ router: Router) {
    var ofParts: [PartName: [Int]] = [:]
    for (name, routes) in router.parts.content {
      var written = routes.all.map { router.extent(of: $0) }
      // A parent that listens to its children may write all of its own model.
      written += (router.listeners[name] ?? []).map(\.extent)
      written += router.descendantListeners.map(\.extent)
      ofParts[name] = affected[written]
    }
    self.ofParts = ofParts
    others = affected[[]]
  }

  subscript(part: PartName) -> [Int] { ofParts[part] ?? others }
}
