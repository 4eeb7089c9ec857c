extension Router {
  /// Removes the nodes from a tree whose children a message may have removed from the model, and that
  /// are gone. Returns them with the numbers of steps to them, without what was inside.
  ///
  /// Most messages can remove nothing that is kept track of: one for a slice writes nothing else, and
  /// one for a row changes that row only.
  package func removeGone(
    from root: ScopeNode, _ model: UnsafeRawPointer, after message: any Message,
    _ places: LastPlaces
  ) -> [(node: ScopeNode, depth: Int)] {
    var search = GoneSearch(model: model, router: self, places: places)
    if let scoped = ScopedMessage.unboxed(message), let resolved = resolve(scoped) {
      search.look(along: resolved.scope.steps, from: root)
    } else {
      let written = route(of: message).extents
      for group in root.groups where isWritten(group.part, by: written) {
        search.look(in: group)
      }
    }
    // The depth first: what was removed has no address any more.
    let gone = search.gone.map { ($0, $0.depth) }
    for (node, _) in gone { node.remove() }
    return gone
  }

  fileprivate func isWritten(_ part: PartName, by written: [Extent]) -> Bool {
    (parts[part]?.all ?? []).contains { route in
      let extent = extent(of: route)
      return written.contains { $0.overlaps(extent) }
    }
  }

  /// What a message may write that is for a child of a part: the part, and whatever those who listen take.
  func extents(writtenThrough part: PartName) -> [Extent] {
    (parts[part]?.all ?? []).map { extent(of: $0) } + (listeners[part] ?? []).map(\.extent)
      + descendantListeners.map(\.extent)
  }

  /// Whether somebody at this level listens to children of a part.
  func isListened(_ part: PartName) -> Bool {
    hasListeners && (!descendantListeners.isEmpty || listeners[part] != nil)
  }

  /// What a part takes of the model.
  func extent(of route: PartRoute) -> Extent {
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

  /// Looks in what the message at an address may have changed: the child there, and other parts of the
  /// models on the way that share memory with the parts of the address, or that somebody who listens may
  /// write.
  mutating func look(along steps: [Scope.Step], from root: ScopeNode) {
    var (node, level) = (root, router)
    for step in steps {
      var isNarrow = false
      if let placed = level.parts[step.part]?.single {
        isNarrow =
          placed.part.isScope && (!placed.part.isCollection || step.id != nil)
          && !level.isListened(step.part)
      }
      let own = node.group(of: step.part)
      if node.groups.count > 1 || own == nil || !isNarrow {
        let written = level.extents(writtenThrough: step.part)
        for group in node.groups
        where !(isNarrow && group === own) && level.isWritten(group.part, by: written) {
          lookAgain(in: group)
        }
      }
      guard isNarrow, let own, let placed = level.parts[step.part]?.single else { return }
      guard let child = own.node(step.id), placed.part.isCollection || own.count == 1 else {
        // The same child may be known with its `id` and without it.
        if own.unnamed != nil || !placed.part.isCollection { lookAgain(in: own, from: placed.part) }
        return
      }
      if placed.part.isCollection, let all = own.unnamed { checkAll(in: all) }
      (node, level) = (child, placed.child.router)
    }
    if node === root {
      for group in root.groups { look(in: group) }
    } else {
      check(node)
      lookInside()
    }
  }

  /// Looks for the children of a part at any level.
  private mutating func lookAgain(in group: ScopeGroup, from part: ModelPart? = nil) {
    if let part, part.isCollection {
      if let all = group.unnamed { checkAll(in: all) }
    } else if group.isOfRoot {
      look(in: group)
    } else {
      for node in group.all { checkAll(in: node) }
    }
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
