/// Slices of one model that hold features which take the same messages. What the commands and
/// subscriptions of one of these features send has no address, so it reaches all of them.
package struct SharedSlices: Sendable {
  /// The addresses of the slices.
  package let addresses: [Scope]
  /// Whether the features are known to declare subscriptions or to return commands.
  package let isKnownToSend: Bool
  /// The types of the messages that all of these features take, and nothing else in the app.
  private let messages: Set<ObjectIdentifier>

  fileprivate init(
    _ slices: [(name: PartName, node: FeatureNode)], isKnownToSend: Bool,
    _ messages: Set<ObjectIdentifier>
  ) {
    addresses = slices.map { Scope($0.name) }
    self.isKnownToSend = isKnownToSend
    self.messages = messages
  }

  /// Returns whether the commands that follow from a message are those of one of these features.
  package func take(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else {
      return messages.contains(typeID(of: message))
    }
    return messages.contains(typeID(of: scoped.message)) && addresses.contains(scoped.scope)
  }
}

extension FlatContent {
  /// The slices that share their messages.
  var sharedSlices: [SharedSlices] {
    if slices.count < 2 { return [] }
    let byModel = Dictionary(grouping: slices) { ObjectIdentifier($0.node.model) }
    return byModel.values.filter { $0.count > 1 }.compactMap { group in
      let kinds = group.map { Set($0.node.router.leaves.compactMap { $0.kind?.id }) }
      var shared = kinds.dropFirst().reduce(kinds[0]) { $0.intersection($1) }
      if shared.isEmpty { return nil }
      let declaring = group.count { $0.node.router.declaresItself }
      let causing = group.count { !$0.node.effects.isEmpty }
      for leaf in leaves {
        guard let kind = leaf.kind, shared.contains(kind.id) else { continue }
        let isOfSlice = group.contains { leaf.place.path.starts(with: $0.name.path) }
        if !isOfSlice || kind.isGlobal { shared.remove(kind.id) }
      }
      return SharedSlices(group, isKnownToSend: declaring > 1 || causing > 1, shared)
    }
  }
}

extension Router {
  /// Whether the model itself, not a child in it, declares subscriptions.
  fileprivate var declaresItself: Bool {
    providers.contains { if case .provider = $0 { true } else { false } }
  }
}

extension [any AnyKeyPath & Sendable] {
  fileprivate func starts(with other: [any AnyKeyPath & Sendable]) -> Bool {
    count >= other.count && zip(self, other).allSatisfy { $0 as AnyKeyPath == $1 as AnyKeyPath }
  }
}
