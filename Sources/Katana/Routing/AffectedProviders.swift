/// Finds the providers that may declare something else after an update, by what it may write.
struct AffectedProviders {
  private let providers: [ProviderPlace]

  init(_ providers: [ProviderPlace]) { self.providers = providers }

  subscript(extents: [Extent]) -> [Int] {
    providers.indices.filter { index in
      let provider = providers[index]
      return provider.readsMessage || extents.contains { $0.overlaps(provider.extent) }
    }
  }
}

/// The providers that may declare something else after a message with an address, by its first step.
struct AddressedProviders: Sendable {
  private let ofParts: [PartName: [Int]]
  private let others: [Int]

  init(_ affected: AffectedProviders, _ entries: [UpdateEntry]) {
    var written: [PartName: [Extent]] = [:]
    var heard: [Extent] = []
    for entry in entries {
      switch entry {
      case .child(let part, _): written[part.name, default: []].append(part.extent ?? .whole)
      // A parent that listens to its children may write what it likes.
      case .updater(let kind, _) where kind == nil || kind?.isAddressed == true: heard = [.whole]
      case .updater: break
      }
    }
    ofParts = written.mapValues { [heard] in affected[$0 + heard] }
    others = affected[heard]
  }

  subscript(part: PartName?) -> [Int] { part.flatMap { ofParts[$0] } ?? others }
}
