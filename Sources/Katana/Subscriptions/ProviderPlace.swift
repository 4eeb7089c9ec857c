/// A provider at its place in the whole model: the least that is asked, or not asked, again.
package struct ProviderPlace: Sendable {
  private let node: DeclarationNode
  /// Whether it must be asked after each message, since the message is among what it reads.
  let readsMessage: Bool
  /// What it reads of the whole model.
  private(set) var extent: Extent
  private var offset = 0
  /// The slices that lead to it, from the inside out.
  private var slices: [ModelPart] = []

  fileprivate init(_ node: DeclarationNode, reading extent: Extent) {
    self.node = node
    self.extent = extent
    self.readsMessage = node.readsMessage
  }

  fileprivate func lifted(through slice: ModelPart, at sliceOffset: Int) -> ProviderPlace {
    var lifted = self
    lifted.extent = extent.lifted(through: slice)
    lifted.offset += sliceOffset
    lifted.slices.append(slice)
    return lifted
  }

  /// What is declared for a whole model, given by its address; as seen from the provider's own place.
  package func subscriptions(
    _ model: UnsafeRawPointer, _ message: (any Message)?
  ) -> [any Subscription] {
    node.collect(model + offset, message)
  }

  /// Whether subscriptions of children are seen otherwise from the whole model.
  package var isAddressed: Bool { !slices.isEmpty }

  /// Gives the subscriptions of children their addresses in the whole model.
  package func address(_ subscriptions: inout [any Subscription]) {
    for slice in slices { slice.address(&subscriptions, nil) }
  }
}

extension DeclarationNode {
  /// The providers in declared order. One for a child that comes and goes stays together with all
  /// that it consists of, since there may be several such children or none.
  package var places: [ProviderPlace] {
    switch self {
    case .leaf: return [ProviderPlace(self, reading: .whole)]
    case .group(let nodes): return nodes.flatMap(\.places)
    case .child(let part, let node):
      guard let offset = part.offset else {
        return [ProviderPlace(self, reading: part.extent ?? .whole)]
      }
      return node.places.map { $0.lifted(through: part, at: offset) }
    }
  }
}
