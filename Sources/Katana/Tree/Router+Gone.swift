extension Router {
  /// Removes the nodes of a tree whose children a message has removed from the model.
  ///
  /// Checks only the children that the message may have removed. For example, a message to a slice
  /// writes to that slice only, and a message to a row changes that row only.
  ///
  /// - Returns: The outermost of the removed nodes, each with the number of steps in its address.
  package func removeGone(
    from root: ScopeNode, _ model: UnsafeRawPointer, after message: any Message,
    _ lastIndices: LastIndices
  ) -> [(node: ScopeNode, depth: Int)] {
    var search = GoneSearch(model: model, router: self, lastIndices: lastIndices)
    if let scoped = ScopedMessage.unboxed(message), let resolved = resolve(scoped) {
      search.look(along: resolved.address.steps, from: root)
    } else {
      let written = routes[message].extents
      for group in root.groups where isWritten(group.part, by: written) {
        search.look(in: group)
      }
    }
    // Reads the depths before the removal, because a removed node has no address.
    let gone = search.gone.map { ($0, $0.depth) }
    for (node, _) in gone { node.remove() }
    return gone
  }

  /// Returns the part of a step if a message to that step changes at most one child of the part.
  /// Returns `nil` otherwise, and if the part has a listener.
  func partOfOneChild(_ step: AnyAddress.Step) -> PlacedPart? {
    guard let placed = parts[step.part]?.single, placed.part.isScope,
      !placed.part.isCollection || step.id != nil, !isListened(step.part)
    else { return nil }
    return placed
  }

  /// Returns whether an update that may write some bytes may change a part.
  func isWritten(_ part: PartName, by written: [ByteRange]) -> Bool {
    (parts[part]?.all ?? []).contains { route in
      let extent = extent(of: route)
      return written.contains { $0.overlaps(extent) }
    }
  }

  /// Returns the bytes that a message to a child of a part may write: those of the part, and those
  /// that its listeners may write.
  func extents(writtenThrough part: PartName) -> [ByteRange] {
    (parts[part]?.all ?? []).map { extent(of: $0) } + (listeners[part] ?? []).map(\.extent)
      + descendantListeners.map(\.extent)
  }

  /// Returns whether this router's model may have a listener to children of a part.
  func isListened(_ part: PartName) -> Bool {
    hasListeners && (!descendantListeners.isEmpty || listeners[part] != nil)
  }

  /// Returns the bytes of the model that hold a part.
  func extent(of route: PartRoute) -> ByteRange {
    switch route {
    case .part(let placed):
      placed.part.extent.map { $0.moved(by: placed.place.offset) } ?? placed.place.extent
    case .modified(let placed): placed.place.extent
    }
  }

  /// Returns the regions of the model that may hold children of a part, as bits; see
  /// ``Route/written``.
  ///
  /// - Parameter group: A group of the app's model.
  package func regions(of group: ScopeGroup) -> UInt64 {
    if let regions = group.regions { return regions }
    let regions = (parts[group.part]?.all ?? []).reduce(0) {
      $0 | extent(of: $1).regions(of: modelSize)
    }
    group.regions = regions
    return regions
  }
}

/// A search for nodes whose children are gone from the model.
private struct GoneSearch {
  /// The memory address of the app's model.
  let model: UnsafeRawPointer
  /// The router of the app's model.
  let router: Router
  let lastIndices: LastIndices
  /// The nodes whose children are gone.
  private(set) var gone: [ScopeNode] = []
  /// The nodes whose children were found, and whose inner nodes must still be checked.
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

  /// Checks the children that a message to an address may have removed.
  ///
  /// These are the child at the address and its descendants. At each level on the way, this also
  /// checks the parts that share memory with the part of the address. It checks the parts that a
  /// listener may have changed, too.
  mutating func look(along steps: [AnyAddress.Step], from root: ScopeNode) {
    var (node, level) = (root, router)
    for step in steps {
      let group = node.group(of: step.part)
      let part = level.partOfOneChild(step)
      if node.groups.count > 1 || group == nil || part == nil {
        let written = level.extents(writtenThrough: step.part)
        for other in node.groups
        where (other !== group || part == nil) && level.isWritten(other.part, by: written) {
          lookAtAll(of: other)
        }
      }
      guard let part, let group else { return }
      if part.part.isCollection {
        if let all = group.unnamed { checkAll(in: all) }
      } else if group.count > 1 || group.node(step.id) == nil {
        // The tree may have two nodes for one child, one with its `id` and one without. Checks
        // both.
        return lookAtAll(of: group)
      }
      guard let child = group.node(step.id) else { return }
      (node, level) = (child, part.child.router)
    }
    if node === root {
      for group in root.groups { look(in: group) }
    } else {
      check(node)
      lookInside()
    }
  }

  /// Checks all children of a part, which may be a part of a child.
  private mutating func lookAtAll(of group: ScopeGroup) {
    if group.isOfRoot { return look(in: group) }
    for node in group.all { checkAll(in: node) }
  }

  /// Checks a child and its descendants, each from the top of the model.
  private mutating func checkAll(in node: ScopeNode) {
    node.forEach { check($0, looksInside: false) }
  }

  /// Checks all children of a part of the app's model.
  mutating func look(in group: ScopeGroup) {
    look(in: group, router, model)
    lookInside()
  }

  private mutating func lookInside() {
    while let found = waiting.popLast() {
      for group in found.node.groups { look(in: group, found.router, found.address) }
    }
  }

  private mutating func look(
    in group: ScopeGroup, _ router: Router, _ model: UnsafeRawPointer
  ) {
    group.removeUnused(atMost: 2 + group.nodes.count / 64)
    guard let placed = router.parts[group.part]?.single, let direct = placed.part.direct else {
      // Several parts have the name, or the part has no direct access. So each child is checked
      // from the top.
      for node in group.all { checkAll(in: node) }
      return
    }
    let base = model + placed.place.offset
    if placed.part.isCollection, let all = group.unnamed { checkAll(in: all) }
    guard let finder = group.finder(in: placed.part) else {
      for node in placed.part.isCollection ? group.nodes : group.all {
        guard let child = placed.look(model, node.step?.id, direct, lastIndices) else {
          gone.append(node)
          continue
        }
        if let owner = child.owner { owners.append(owner) }
        enter(node, placed.child.router, child.address)
      }
      return
    }
    var missing = finder.missing(base)
    gone += missing.map { group.nodes[$0] }
    guard group.mayBeDeep else { return }
    for node in group.nodes {
      if missing.last == node.index {
        missing.removeLast()
      } else if node.isLeaf {
        continue
      } else if let address = finder.address(node.index, base) {
        enter(node, placed.child.router, address)
      } else {
        checkAll(in: node)
      }
    }
  }

  private mutating func enter(_ node: ScopeNode, _ router: Router, _ address: UnsafeRawPointer) {
    if !node.isLeaf {
      waiting.append(Found(node: node, router: router, address: address))
    }
  }

  /// Checks one child from the top of the model.
  private mutating func check(_ node: ScopeNode, looksInside: Bool = true) {
    var isThere = false
    router.look(model, node.address, lastIndices) { address in
      isThere = true
      guard looksInside, !node.isLeaf else { return }
      // This must happen inside of the closure, because the child may be a temporary copy.
      var inside = self
      inside.gone = []
      for group in node.groups {
        inside.look(in: group, childRouter(of: node), address)
      }
      inside.lookInside()
      gone += inside.gone
    }
    if !isThere { gone.append(node) }
  }

  /// Returns the router of a node's child, if each step of its address has a single part.
  private func childRouter(of node: ScopeNode) -> Router {
    node.address.steps.reduce(router) { $0.parts[$1.part]?.single?.child.router ?? $0 }
  }
}
