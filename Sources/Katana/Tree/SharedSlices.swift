/// Slices of one model that hold features which take the same messages. What the commands and
/// subscriptions of one of these features send has no address, so it reaches all of them.
package struct SharedSlices: Sendable {
  /// The addresses of the slices.
  package let addresses: [AnyAddress]
  /// Whether the features are known to declare subscriptions or to return commands.
  package let isKnownToSend: Bool
  /// The types of the messages that all of these features take, and nothing else in the app.
  private let messages: Set<ObjectIdentifier>

  fileprivate init(
    _ addresses: [AnyAddress], isKnownToSend: Bool, _ messages: Set<ObjectIdentifier>
  ) {
    self.addresses = addresses
    self.isKnownToSend = isKnownToSend
    self.messages = messages
  }

  /// Returns whether the commands that follow from a message are those of one of these features.
  package func take(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else {
      return messages.contains(typeID(of: message))
    }
    return messages.contains(typeID(of: scoped.message)) && addresses.contains(scoped.address)
  }
}

extension FlatContent {
  /// The slices that share their messages.
  var sharedSlices: [SharedSlices] {
    if slices.count < 2 { return sharedInModified }
    let byModel = Dictionary(grouping: slices) { ObjectIdentifier($0.node.model) }
    return sharedInModified + byModel.values.compactMap { shared(by: $0) }
  }

  /// Returns the slices of one model as those that share messages; `nil` if they share none.
  private func shared(by slices: [(place: ModelPlace, node: FeatureNode)]) -> SharedSlices? {
    // Several features of one slice are no shared slices.
    let bySlice = Dictionary(grouping: slices, by: \.place.address).mapValues { $0.map(\.node) }
    if bySlice.count < 2 { return nil }
    let kinds = bySlice.values.map { nodes in
      Set(nodes.flatMap { $0.router.leaves.compactMap { $0.kind.map { ObjectIdentifier($0) } } })
    }
    var shared = kinds.dropFirst().reduce(kinds[0]) { $0.intersection($1) }
    if shared.isEmpty { return nil }
    // The model itself, not a child in it.
    let declaring = bySlice.values.count {
      $0.contains { $0.router.providers.contains(where: \.isOfModel) }
    }
    let causing = bySlice.values.count { $0.contains { !$0.effects.isEmpty } }
    for leaf in leaves {
      let isOfSlice = slices.contains { leaf.place.isInside($0.place) }
      if let kind = leaf.kind {
        if !isOfSlice || kind.isGlobal { shared.remove(ObjectIdentifier(kind)) }
      } else if !isOfSlice {
        // An updater of every message: its commands cannot be told from those of the slices.
        shared = leaf.takes.map { takes in shared.filter { !takes.types.contains($0) } } ?? []
      }
    }
    return SharedSlices(
      Array(bySlice.keys), isKnownToSend: declaring > 1 || causing > 1, shared)
  }
}
