extension [ProviderNode] {
  /// Returns the providers whose result may differ after an update that may write some bytes.
  func affected(by extents: [ByteRange]) -> [ProviderNode] {
    filter { node in node.readsMessage || extents.contains { $0.overlaps(node.extent) } }
  }
}

/// The providers whose result may differ after a message with an address, by the first step of the
/// address.
struct AddressedProviders: Sendable {
  private let ofParts: [PartName: [ProviderNode]]
  private let others: [ProviderNode]

  init(_ providers: [ProviderNode], _ router: Router) {
    var ofParts: [PartName: [ProviderNode]] = [:]
    for (name, _) in router.parts.content {
      ofParts[name] = providers.affected(by: router.extents(writtenThrough: name))
    }
    self.ofParts = ofParts
    others = providers.affected(by: [])
  }

  /// The providers that must be called after a message to a part, in order.
  subscript(part: PartName) -> [ProviderNode] { ofParts[part] ?? others }
}
