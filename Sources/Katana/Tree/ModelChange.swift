/// What a step may have changed in the app's model.
package enum ModelChange: Sendable {
  /// What lies in some regions of the model, as bits; see ``Route/written``.
  case regions(UInt64)
  /// The child at an address, and what else a message to that child may write, such as what a
  /// listener writes.
  case child(AnyAddress)
  case several([ModelChange])

  /// Anything.
  package static let everything = ModelChange.regions(.max)
}

extension Router {
  /// Returns what a message without an address may change.
  package func change(by message: any Message) -> ModelChange { .regions(routes[message].written) }

  /// Returns what a message with an address may change.
  package func change(by scoped: ScopedMessage) -> ModelChange {
    guard let resolved = resolve(scoped), !resolved.address.isEmpty else { return .everything }
    return .child(resolved.address)
  }

  /// Calls a function for each node of a tree whose child a step may have changed, if the model has
  /// the child. Nodes without a `life` are left out.
  ///
  /// Other children are not looked at. For example, a message to a row changes that row only.
  ///
  /// - Parameters:
  ///   - model: The address of the app's model.
  ///   - body: Called with the `life` of the node and the address of the child, which is valid
  ///     during the call. It must not change the tree.
  package func forEachChanged(
    in root: ScopeNode, by change: ModelChange, _ model: UnsafeRawPointer,
    _ lastIndices: LastIndices,
    _ body: (AnyObject, UnsafeRawPointer) -> Void
  ) {
    var search = ChangeSearch(model: model, router: self, lastIndices: lastIndices)
    if let life = root.life { body(life, model) }
    switch change {
    case .several(let changes):
      for change in changes { forEachChanged(in: root, by: change, model, lastIndices, body) }
    case .child(let scope): search.look(along: scope.steps, from: root, body)
    case .regions(let written):
      for group in root.groups where regions(of: group) & written != 0 {
        search.look(in: group, self, model, body)
      }
    }
    search.lookInside(body)
  }
}

/// A search for the children of a tree's nodes that a step may have changed.
private struct ChangeSearch {
  typealias Body = (AnyObject, UnsafeRawPointer) -> Void

  /// The memory address of the app's model.
  let model: UnsafeRawPointer
  /// The router of the app's model.
  let router: Router
  let lastIndices: LastIndices
  /// The nodes whose children were found, and whose inner nodes have not been looked at.
  private var waiting: [Found] = []
  /// The owners of copied children. They keep the copies alive during the search.
  private var owners: [AnyObject] = []

  private struct Found {
    let node: ScopeNode
    let router: Router
    let address: UnsafeRawPointer
  }

  init(model: UnsafeRawPointer, router: Router, lastIndices: LastIndices) {
    self.model = model
    self.router = router
    self.lastIndices = lastIndices
  }

  /// Looks at the children that a message to an address may have changed: the child at the address,
  /// its descendants, and those around it. At each level on the way, these are also the parts that
  /// share memory with the part of the address, and those that a listener may have changed.
  mutating func look(along steps: [AnyAddress.Step], from root: ScopeNode, _ body: Body) {
    var (node, level, address) = (root, router, model)
    for step in steps {
      let group = node.group(of: step.part)
      let part = level.partOfOneChild(step)
      if node.groups.count > 1 || group == nil || part == nil {
        let written = level.extents(writtenThrough: step.part)
        for other in node.groups
        where (other !== group || part == nil) && level.isWritten(other.part, by: written) {
          look(in: other, level, address, body)
        }
      }
      guard let part, let group else { return }
      guard part.part.isCollection || group.count == 1 else {
        // The tree may have two nodes for one child, one with its `id` and one without.
        return look(in: group, level, address, body)
      }
      let isCollection = part.part.isCollection
      if isCollection && !part.hasElement(step.id, in: address, lastIndices) {
        // The element has gone, or its update has given it another `id`.
        return look(in: group, level, address, body)
      }
      if isCollection, let all = group.unnamed { lookFromTop(all, body) }
      guard let child = isCollection ? group.node(step.id) : group.all.first else { return }
      guard let direct = part.part.direct,
        let found = part.look(address, child.step?.id, direct, lastIndices)
      else { return lookFromTop(child, body) }
      if let owner = found.owner { owners.append(owner) }
      if let life = child.life { body(life, found.address) }
      (node, level, address) = (child, part.child.router, found.address)
    }
    enter(node, level, address)
  }

  /// Looks at all children of a part. Their descendants must still be looked at.
  ///
  /// - Parameters:
  ///   - router: The router of the model that contains the part.
  ///   - model: The address of that model.
  mutating func look(
    in group: ScopeGroup, _ router: Router, _ model: UnsafeRawPointer, _ body: Body
  ) {
    group.removeUnused(atMost: 2 + group.nodes.count / 64)
    guard let placed = router.parts[group.part]?.single, let direct = placed.part.direct else {
      // Several parts have the name, or the part has no direct access.
      for node in group.all { lookFromTop(node, body) }
      return
    }
    let base = model + placed.place.offset
    if placed.part.isCollection, let all = group.unnamed { lookFromTop(all, body) }
    guard let finder = group.finder(in: placed.part) else {
      for node in placed.part.isCollection ? group.nodes : group.all {
        guard let child = placed.look(model, node.step?.id, direct, lastIndices) else { continue }
        if let owner = child.owner { owners.append(owner) }
        note(node, placed, child.address, body)
      }
      return
    }
    var missing = finder.missing(base)
    for node in group.nodes {
      if missing.last == node.index {
        missing.removeLast()
      } else if let address = finder.address(node.index, base) {
        note(node, placed, address, body)
      } else {
        lookFromTop(node, body)
      }
    }
  }

  mutating func lookInside(_ body: Body) {
    while let found = waiting.popLast() {
      for group in found.node.groups { look(in: group, found.router, found.address, body) }
    }
  }

  private mutating func note(
    _ node: ScopeNode, _ placed: PlacedPart, _ address: UnsafeRawPointer, _ body: Body
  ) {
    if let life = node.life { body(life, address) }
    // The router of a lazy feature is made when it is asked for.
    if !node.isLeaf { enter(node, placed.child.router, address) }
  }

  private mutating func enter(_ node: ScopeNode, _ router: Router, _ address: UnsafeRawPointer) {
    if !node.isLeaf { waiting.append(Found(node: node, router: router, address: address)) }
  }

  /// Looks at a child and its descendants, each from the top of the model.
  private func lookFromTop(_ node: ScopeNode, _ body: Body) {
    node.forEach { node in
      if let life = node.life { router.look(model, node.address, lastIndices) { body(life, $0) } }
    }
  }
}

extension PlacedPart {
  /// Returns whether a collection has an element with an `id`.
  fileprivate func hasElement(
    _ id: ScopeID?, in model: UnsafeRawPointer, _ lastIndices: LastIndices
  ) -> Bool {
    if let direct = part.direct { return look(model, id, direct, lastIndices) != nil }
    var isThere = false
    part.read(model + place.offset, id) { _, _ in isThere = true }
    return isThere
  }
}
