/// What a step may have changed in the app's model.
package enum ModelChange: Sendable {
  /// Some bytes of the model.
  case written([ByteRange])
  /// The child at an address, and what else a message to that child may write, such as what a
  /// listener writes.
  case child(AnyAddress)
  case several([ModelChange])

  /// Anything.
  package static let everything = ModelChange.written([.whole])
}

extension Router {
  /// Returns what a message may change.
  package func change(by message: any Message) -> ModelChange {
    // Read in its box, because a copy would count references of all that it holds.
    guard ScopedMessage.isAround(message) else { return .written(routes[message].extents) }
    return withPayload(of: message) { change(by: $0[as: ScopedMessage.self]) }
  }

  /// Returns what a message with an address may change.
  package func change(by scoped: ScopedMessage) -> ModelChange {
    guard let address = resolve(scoped), !address.isEmpty else { return .everything }
    return .child(address)
  }

  /// Calls a function for each node of a tree whose child a step may have changed, if the model has
  /// the child. Nodes without a `life` are left out.
  ///
  /// - Parameters:
  ///   - model: The address of the app's model.
  ///   - body: Called with the `life` of the node and the address of the child, which is valid
  ///     during the call. It must not change the tree.
  package func forEachChanged(
    in root: ScopeNode, by change: ModelChange, _ model: ReadPlace,
    _ lastIndices: LastIndices, _ body: (AnyObject, ReadPlace) -> Void
  ) {
    if let life = root.life { body(life, model) }
    search(root, change, model, lastIndices, onlyGone: false) { node, child in
      if let life = node.life, let child { body(life, child) }
    }
  }

  /// Removes the nodes of a tree whose children a message has removed from the model.
  ///
  /// - Returns: The removed nodes, each with the number of steps in its address. Those inside of
  ///   another one follow it.
  package func removeGone(
    from root: ScopeNode, _ model: ReadPlace, after message: any Message,
    _ lastIndices: LastIndices
  ) -> [(node: ScopeNode, depth: Int)] {
    var gone: [(node: ScopeNode, depth: Int)] = []
    search(root, self.change(by: message), model, lastIndices, onlyGone: true) { node, child in
      // Reads the depth before the removal, because a removed node has no address.
      if child == nil { gone.append((node, node.depth)) }
    }
    for (node, _) in gone { node.remove() }
    return gone
  }

  private func search(
    _ root: ScopeNode, _ change: ModelChange, _ model: ReadPlace,
    _ lastIndices: LastIndices, onlyGone: Bool, _ found: NodeSearch.Found
  ) {
    switch change {
    case .several(let changes):
      for change in changes { search(root, change, model, lastIndices, onlyGone: onlyGone, found) }
    case .child, .written:
      let top = NodeSearch.Level(node: root, router: self, address: model)
      var search = NodeSearch(top: top, lastIndices: lastIndices, onlyGone: onlyGone)
      if case .child(let scope) = change { search.look(along: scope.steps, found) }
      if case .written(let written) = change {
        for group in root.groups where isWritten(group.part, by: written) {
          search.look(in: group, of: top, found)
        }
      }
      search.lookInside(found)
    }
  }
}

/// A search for the children of a tree's nodes that a step may have changed.
///
/// Other children are not looked at. For example, a message to a row changes that row only.
private struct NodeSearch {
  /// Called with a node, and the address of its child; `nil` if the child is gone.
  typealias Found = (ScopeNode, ReadPlace?) -> Void

  /// A node whose child was found.
  struct Level {
    let node: ScopeNode
    let router: Router
    let address: ReadPlace
  }

  /// The root of the tree.
  let top: Level
  let lastIndices: LastIndices
  /// Whether children that are there need not be told.
  let onlyGone: Bool
  /// The levels whose inner nodes have not been looked at.
  fileprivate var waiting: [Level] = []
  /// The owners of copied children. They keep the copies alive during the search.
  fileprivate var owners: [AnyObject] = []

  /// Looks at the children that a message to an address may have changed: the child at the address,
  /// its descendants, and those around it. At each level on the way, these are also the parts that
  /// share memory with the part of the address, and those that a listener may have changed.
  mutating func look(along steps: [AnyAddress.Step], _ found: Found) {
    var level = top
    for step in steps {
      let (node, router) = (level.node, level.router)
      let group = node.group(of: step.part)
      let part = router.partOfOneChild(step)
      if node.groups.count > 1 || group == nil || part == nil {
        let written = router.extents(writtenThrough: step.part)
        for other in node.groups
        where (other !== group || part == nil) && router.isWritten(other.part, by: written) {
          look(in: other, of: level, found)
        }
      }
      guard let part, let group else { return }
      let isCollection = part.part.isCollection
      // The tree may have two nodes for one child, one with its `id` and one without.
      let only = group.count == 1 ? group.all[0] : nil
      guard isCollection || only != nil,
        let child = part.look(
          level.address, isCollection ? step.id : only?.step?.id, lastIndices)
      else {
        // The child has gone, or its update has given it another `id`.
        return look(in: group, of: level, found)
      }
      guard let node = isCollection ? group.node(step.id) : only else { return }
      if let owner = child.owner { owners.append(owner) }
      found(node, child.address)
      if node.isLeaf { return }
      level = Level(node: node, router: part.child.router, address: child.address)
    }
    waiting.append(level)
  }

  /// Looks at all children of a part. Their descendants must still be looked at.
  mutating func look(in group: ScopeGroup, of level: Level, _ found: Found) {
    group.removeUnused(atMost: 2 + group.nodes.count / 64)
    guard let placed = level.router.parts[group.part]?.single else {
      for node in group.all { lookFromTop(node, found) }
      return
    }
    let base = level.address + placed.place.offset
    guard let finder = group.finder(in: placed.part) else {
      for node in group.all {
        let child = placed.look(level.address, node.step?.id, lastIndices)
        if let owner = child?.owner { owners.append(owner) }
        note(node, placed, child?.address, found)
      }
      return
    }
    var missing = finder.missing(base)
    for index in missing { found(group.nodes[index], nil) }
    if onlyGone && !group.mayBeDeep { return }
    for node in group.nodes {
      if missing.last == node.index {
        missing.removeLast()
      } else if onlyGone && node.isLeaf {
        continue
      } else if let address = finder.address(node.index, base) {
        note(node, placed, address, found)
      } else {
        lookFromTop(node, found)
      }
    }
  }

  mutating func lookInside(_ found: Found) {
    while let level = waiting.popLast() {
      for group in level.node.groups { look(in: group, of: level, found) }
    }
  }

  private mutating func note(
    _ node: ScopeNode, _ placed: PlacedPart, _ address: ReadPlace?, _ found: Found
  ) {
    found(node, address)
    // The router of a lazy feature is made when it is asked for.
    guard let address, !node.isLeaf else { return }
    waiting.append(Level(node: node, router: placed.child.router, address: address))
  }

  /// Looks at a child and its descendants, each from the top of the model.
  private func lookFromTop(_ node: ScopeNode, _ found: Found) {
    node.forEach { node in
      let isThere = top.router.walk(node.address, in: top.address, lastIndices) {
        found(node, $0.address)
        return true
      }
      if !isThere { found(node, nil) }
    }
  }
}
