/// A provider at its place in the router's model, or a part of that model that contains providers.
enum ProviderItem: Sendable {
  case provider(ModelPlace, readsMessage: Bool, RawDeclare)
  /// A part without a fixed offset.
  case part(PlacedPart)

  /// Returns the item relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> ProviderItem {
    switch self {
    case .provider(let place, let readsMessage, let declare):
      return .provider(place.lifted(into: outer), readsMessage: readsMessage, declare)
    case .part(let placed): return .part(placed.lifted(into: outer))
    }
  }

  /// Whether it is a provider of the model itself, not of a child in it.
  var isOfModel: Bool {
    if case .provider(let place, _, _) = self { !place.isInChild } else { false }
  }

  /// The bytes of the router's model that it reads.
  var extent: ByteRange {
    switch self {
    case .provider(let place, _, _): place.extent
    case .part(let placed): placed.extent
    }
  }

  /// Whether a provider of the item must be called after each message.
  var readsMessage: Bool { contains { $0 } }
  /// Whether it contains a provider.
  var hasProviders: Bool { contains { _ in true } }

  /// Returns whether a function accepts a provider of the item. Looks into lazy features as well.
  private func contains(_ isWanted: (_ readsMessage: Bool) -> Bool) -> Bool {
    switch self {
    case .provider(_, let readsMessage, _): isWanted(readsMessage)
    case .part(let placed):
      placed.child.all.contains { node in
        node.entries.contains {
          if case .provider(let readsMessage, _) = $0 { isWanted(readsMessage) } else { false }
        }
      }
    }
  }
}
