extension Router {
  /// Removes the nodes of a tree whose children a message has removed from the model.
  ///
  /// Looks only for children that the message may have removed: a message to a slice writes nothing
  /// else, and a message to a row changes that row only.
  ///
  /// - Returns: The outermost of the removed nodes, each with the number of steps to it.
  package func removeGone(
    from root: ScopeNode, _ model: UnsafeRawPointer, after message: any Message,
    _ places: LastPlaces
  ) -> [(node: ScopeNode, depth: Int)] {
    var search = GoneSearch(model: model, router: self, places: places)
    if let scoped = ScopedMessage.unboxed(message), let resolved = resolve(scoped) {
      search.look(along: resolved.scope.steps, from: root)
    } else {
      let written = routes[message].extents
      for group in root.groups where isWritten(group.part, by: written) {
        search.look(in: group)
      }
    }
    // The depth first: what was removed has no address any more.
    let gone = search.gone.map { ($0, $0.depth) }
    for (node, _) in gone { node.remove() }
    return gone
  }

  /// The part of a step, if a message to that step changes one child of it at most, and nobody listens.
  func partOfOneChild(_ step: Scope.Step) -> PlacedPart? {
    guard let placed = parts[step.part]?.single, placed.part.isScope,
      !placed.part.isCollection || step.id != nil, !isListened(step.part)
    else { return nil }
    return placed
  }

  /// Whether updates that may write some bytes may change a part.
  fileprivate func isWritten(_ part: PartName, by written: [ByteRange]) -> Bool {
    (parts[part]?.all ?? []).contains { route in
      let extent = extent(of: route)
      return written.contains { $0.overlaps(extent) }
    }
  }

  /// What a message to a child of a part may write: the part, and what the listeners may write.
  func extents(writtenThrough part: PartName) -> [ByteRange] {
    (parts[part]?.all ?? []).map { extent(of: $0) } + (listeners[part] ?? []).map(\.extent)
      + descendantListeners.map(\.extent)
  }

  /// Whether somebody at this level listens to children of a part.
  func isListened(_ part: PartName) -> Bool {
    hasListeners && (!descendantListeners.isEmpty || listeners[part] != nil)
  }

  /// What a part takes of the model.
  func extent(of route: PartRoute) -> ByteRange {
    switch route {
    case .part(let placed):
      placed.part.extent.map { $0.moved(by: placed.place.offset) } ?? placed.place.extent
    case .modified(let placed): placed.place.extent
    }
  }

  /// The regions of the model in which children of a part may be; see ``Route/written``.
  package func regions(of group: ScopeGroup) -> UInt64 {
    (parts[group.part]?.all ?? []).reduce(0) { $0 | extent(of: $1).regions(of: modelSize) }
  }
}

/// Looks for children that are gone.
private struct GoneSearch {
  let model: UnsafeRawPointer
  /// Of the whole model.
  let router: Router
  let places: LastPlaces
  private(set) var gone: [ScopeNode] = []
  /// What is to be looked into: nodes whose children are there.
  private var waiting: [Found] = []
  /// What keeps the copies alive that are looked into.
  private var owners: [AnyObject] = []

  private struct Found {
    let node: ScopeNode
    let router: Router
    let address: UnsafeRawPointer
  }

  init(model: UnsafeRawPointer, router: Router, places: LastPlaces) {
    self.model = model
    self.router = router
    self.places = places
  }

  /// Looks for the children that a message to an address may have removed: the child there and what is
  /// inside, and at each level on the way the children of other parts that share memory with the part of the
  /// address, or that a listener may have written.
  mutating func look(along steps: [Scope.Step], from root: ScopeNode) {
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
        // The same child, known with its `id` and without it.
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

  /// Looks for all children of a part, which may be a part of a child.
  private mutating func lookAtAll(of group: ScopeGroup) {
    if group.isOfRoot { return look(in: group) }
    for node in group.all { checkAll(in: node) }
  }

  /// Looks for a child and for what is inside, each from the top of the model.
  private mutating func checkAll(in node: ScopeNode) {
    node.forEach { check($0, looksInside: false) }
  }

  /// Looks for all children of a part of the whole model.
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
      // Several parts of one name, or no direct access: one after the other, from the top.
      for node in group.all { checkAll(in: node) }
      return
    }
    let base = model + placed.place.offset
    if placed.part.isCollection, let all = group.unnamed { checkAll(in: all) }
    guard let finder = group.finder(in: placed.part) else {
      for node in placed.part.isCollection ? group.nodes : group.all {
        guard let child = placed.look(model, node.step?.id, direct, places) else {
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

  /// Looks for one child from the top of the model.
  private mutating func check(_ node: ScopeNode, looksInside: Bool = true) {
    var isThere = false
    router.look(model, node.address, places) { address in
      isThere = true
      guard looksInside, !node.isLeaf else { return }
      // Inside of the closure: the child may be a copy.
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

  /// The router of what a node stands for, where each step means one part.
  private func childRouter(of node: ScopeNode) -> Router {
    node.address.steps.reduce(router) { $0.parts[$1.part]?.single?.child.router ?? $0 }
  }
}
