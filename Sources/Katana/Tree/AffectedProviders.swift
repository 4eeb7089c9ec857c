/// Finds the providers whose result may differ after an update, from the bytes that the update may
/// write.
struct AffectedProviders {
  private let providers: [ProviderNode]

  init(_ providers: [ProviderNode]) { self.providers = providers }

  /// The indices of the providers that must be called after an update that may write some bytes.
  subscript(extents: [ByteRange]) -> [Int] {
    providers.indices.filter { index in
      let provider = providers[index]
      return provider.readsMessage || extents.contains { $0.overlaps(provider.extent) }
    }
  }
}

/// The providers whose result may differ after a message with an address, by the first step of the
/// address.
struct AddressedProviders: Sendable {
  private let ofParts: [PartName: [Int]]
  private let others: [Int]

  init(_ affected: AffectedProviders, _ router: Router) {
    var ofParts: [PartName: [Int]] = [:]
    for (name, _) in router.parts.content {
      ofParts[name] = affected[router.extents(writtenThrough: name)]
    }
    self.ofParts = ofParts
    others = affected[[]]
  }

  /// The indices of the providers that must be called after a message to a part.
  subscript(part: PartName) -> [Int] { ofParts[part] ?? others }
}
