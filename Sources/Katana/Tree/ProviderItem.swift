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

  /// Whether it is a part of the model.
  var isPart: Bool { if case .part = self { true } else { false } }

  /// The bytes of the router's model that it reads.
  var extent: ByteRange {
    switch self {
    case .provider(let place, _, _): place.extent
    case .part(let placed): placed.extent
    }
  }

  /// Whether a provider of the item must be called after each message.
  var readsMessage: Bool {
    switch self {
    case .provider(_, let readsMessage, _): return readsMessage
    case .part(let placed):
      var walk = TreeWalk()
      var reads = false
      walk.visit(placed.child) { node in
        for case .provider(true, _) in node.entries { reads = true }
      }
      return reads
    }
  }

  /// Whether it contains a provider. Looks into lazy features as well.
  var hasProviders: Bool {
    guard case .part(let placed) = self else { return true }
    var walk = TreeWalk()
    var found = false
    walk.visit(placed.child) { node in
      found = found || node.entries.contains { if case .provider = $0 { true } else { false } }
    }
    return found
  }
}
