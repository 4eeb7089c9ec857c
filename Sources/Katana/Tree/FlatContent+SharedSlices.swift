extension FlatContent {
  /// The slices that share their messages.
  var sharedSlices: [SharedSlices] {
    if slices.count < 2 { return sharedInModified }
    let byModel = Dictionary(grouping: slices) { ObjectIdentifier($0.node.model) }
    return sharedInModified + byModel.values.compactMap { shared(by: $0) }
  }

  /// Returns the slices of one model as those that share messages; `nil` if they share none.
  private func shared(by slices: [(name: PartName, node: FeatureNode)]) -> SharedSlices? {
    // Several features of one slice are no shared slices.
    let byName = Dictionary(grouping: slices, by: \.name).mapValues { $0.map(\.node) }
    if byName.count < 2 { return nil }
    let kinds = byName.values.map { nodes in
      Set(nodes.flatMap { $0.router.leaves.compactMap { $0.kind.map { ObjectIdentifier($0) } } })
    }
    var shared = kinds.dropFirst().reduce(kinds[0]) { $0.intersection($1) }
    if shared.isEmpty { return nil }
    // The model itself, not a child in it.
    let declaring = byName.values.count {
      $0.contains { $0.router.providers.contains { !$0.isPart } }
    }
    let causing = byName.values.count { $0.contains { !$0.effects.isEmpty } }
    for leaf in leaves {
      let isOfSlice = byName.keys.contains { name in
        leaf.place.path.starts(with: name.path) { $0 as AnyKeyPath == $1 as AnyKeyPath }
      }
      if let kind = leaf.kind {
        if !isOfSlice || kind.isGlobal { shared.remove(ObjectIdentifier(kind)) }
      } else if !isOfSlice {
        // An updater of every message: its commands cannot be told from those of the slices.
        shared = leaf.takes.map { takes in shared.filter { !takes.types.contains($0) } } ?? []
      }
    }
    return SharedSlices(
      Array(byName.keys), isKnownToSend: declaring > 1 || causing > 1, shared)
  }
}
