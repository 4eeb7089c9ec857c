/// A node in a tree of children of the model, each at its address. Only one thread at a time may
/// use the tree.
///
/// Its state needs no dynamic exclusivity checks, which are measurable here.
///
/// A tree may be as deep as the model. So its functions use loops instead of recursion, which could
/// overflow the stack.
package final class ScopeNode {
  /// The last step of the address; `nil` for the root.
  let step: AnyAddress.Step?
  /// An object that the owner of the tree keeps for the child; `nil` for a node that only leads to
  /// other nodes. A leaf is unused when only the tree refers to this object.
  @exclusivity(unchecked) package var life: AnyObject?
  /// The nodes below this one, grouped by the parts of the model.
  @exclusivity(unchecked) package private(set) var groups: [ScopeGroup] = [] {
    didSet { groupChanges += 1 }
  }
  /// The number of changes of `groups`.
  package private(set) var groupChanges = 0
  /// The number of steps in the address.
  package var depth: Int { address.steps.count }
  /// The group that contains the node; `nil` for the root and for a removed node.
  // Unsafe, because objects that are held weakly count their references slowly from then on. The
  // group resets it before it is released.
  @exclusivity(unchecked) fileprivate unowned(unsafe) var group: ScopeGroup?
  /// The index of the node in the group.
  @exclusivity(unchecked) fileprivate(set) var index = 0

  /// Creates a node. Without a step, it is the root of a new tree, which represents the app itself.
  package init(_ step: AnyAddress.Step? = nil) { self.step = step }

  deinit {
    // Releases one level after the other, because nested releases would need stack for each level.
    var waiting = takeNodes()
    while let node = waiting.popLast() { waiting += node.takeNodes() }
  }

  /// Removes all nodes below this one from the tree. Returns those that were immediately below.
  private func takeNodes() -> [ScopeNode] {
    if groups.isEmpty { return [] }
    defer { groups = [] }
    return groups.flatMap { $0.takeNodes() }
  }

  /// Whether there are no nodes below this one.
  var isLeaf: Bool { groups.isEmpty }

  private var parent: ScopeNode? { group?.parent }

  var address: AnyAddress {
    var steps: [AnyAddress.Step] = []
    var next: ScopeNode? = self
    while let node = next {
      if let step = node.step { steps.append(step) }
      next = node.parent
    }
    return AnyAddress(steps.reversed())
  }

  func group(of part: PartName) -> ScopeGroup? { groups.first { $0.part == part } }

  /// Returns the node at an address below this one. Creates it if there is none.
  package func node(at address: AnyAddress) -> ScopeNode {
    var (node, first, count) = (self, ScopeGroup?.none, 0)
    for step in address.steps {
      let group = node.group(of: step.part) ?? node.addGroup(of: step.part)
      if let child = group.node(step.id) {
        node = child
      } else {
        node = ScopeNode(step)
        group.append(node)
        (first, count) = (first ?? group, count + 1)
      }
    }
    // Looks at more nodes than were created, so that unused nodes never outnumber those in use.
    first?.removeUnused(atMost: 4 * count, but: node)
    return node
  }

  private func addGroup(of part: PartName) -> ScopeGroup {
    let new = ScopeGroup(part, of: self)
    groups.append(new)
    group?.mayBeDeep = true
    return new
  }

  /// Removes the node and the nodes below it from the tree.
  package func remove() {
    guard let group else { return }
    let parent = group.parent
    group.remove(self)
    if group.count == 0, let parent {
      group.parent = nil
      parent.groups.removeAll { $0 === group }
    }
  }

  /// Whether more than the tree refers to the `life` of the node.
  private var isHeld: Bool { life != nil && !isKnownUniquelyReferenced(&life) }
  /// Whether the node leads nowhere, and only the tree refers to its `life`.
  fileprivate var isUnused: Bool { isLeaf && !isHeld }
  fileprivate var isUsedLeaf: Bool { isLeaf && isHeld }

  /// Calls a function with the node and all nodes below it, in no particular order.
  package func forEach(_ body: (ScopeNode) -> Void) {
    var waiting = [self]
    while let node = waiting.popLast() {
      for group in node.groups { waiting += group.all }
      body(node)
    }
  }
}

/// The nodes of one part of a model.
package final class ScopeGroup {
  let part: PartName
  /// The node around the group; `nil` for a removed group.
  // Unsafe for the same reason as ``ScopeNode/group``. The node resets it before it is released.
  @exclusivity(unchecked) fileprivate unowned(unsafe) var parent: ScopeNode?
  /// The nodes with an `id`.
  @exclusivity(unchecked) fileprivate(set) var nodes: [ScopeNode] = []
  /// The node without an `id`: the only child of a part that is no collection.
  @exclusivity(unchecked) fileprivate(set) var unnamed: ScopeNode?
  /// Whether a node of the group has ever had nodes below it.
  fileprivate(set) var mayBeDeep = false
  @exclusivity(unchecked) private var indices: [ScopeID: Int] = [:]
  /// Finds the children of `nodes` in the model. Its indices are those of `nodes`. The first search
  /// creates it.
  private var finder: ChildFinder?
  /// The index of the node that ``removeUnused(atMost:but:)`` looks at next.
  private var next = 0

  fileprivate init(_ part: PartName, of parent: ScopeNode) {
    self.part = part
    self.parent = parent
  }

  func node(_ id: ScopeID?) -> ScopeNode? {
    guard let id else { return unnamed }
    return indices[id].map { nodes[$0] }
  }

  var all: [ScopeNode] { unnamed.map { nodes + [$0] } ?? nodes }
  var count: Int { nodes.count + (unnamed == nil ? 0 : 1) }

  /// Looks at the next nodes, and removes those that are unused.
  ///
  /// Each call continues after the last one. So the cost of the removal is spread over many calls.
  ///
  /// - Parameters:
  ///   - count: The largest number of nodes to look at or to remove.
  ///   - kept: A new node that stays, because its owner has not set its `life` yet.
  func removeUnused(atMost count: Int, but kept: ScopeNode? = nil) {
    var left = count
    while left > 0 {
      left -= skipUsed(atMost: left)
      guard left > 0, let leaf = nextLeaf() else { return }
      var node = leaf
      var isRemoved = false
      while left > 0, node !== kept, node.isUnused, let group = node.group {
        let parent = group === self ? nil : group.parent
        node.remove()
        isRemoved = true
        left -= 1
        guard let parent else { break }
        node = parent
      }
      if !isRemoved {
        left -= 1
        skip(leaf)
      }
    }
  }

  /// Continues after the next leaves that are in use, without a search below them: the usual case.
  /// Returns their number.
  private func skipUsed(atMost count: Int) -> Int {
    let start = next
    let end = min(nodes.count, start + count)
    while next < end, nodes[next].isUsedLeaf { next += 1 }
    return next - start
  }

  /// Returns the next leaf, which is the next node or below it.
  private func nextLeaf() -> ScopeNode? {
    var group = self
    while true {
      guard let node = group.nextNode() else { return nil }
      guard let inner = node.groups.first else { return node }
      group = inner
    }
  }

  /// Returns the node at `next`, or the first one after the end. The node without an `id` is the
  /// last.
  private func nextNode() -> ScopeNode? {
    if next >= count { next = 0 }
    return next < nodes.count ? nodes[next] : unnamed
  }

  /// Continues after a leaf that is in use, in each group around it up to this one.
  private func skip(_ leaf: ScopeNode) {
    var group = leaf.group
    while let level = group {
      level.next += 1
      if level === self { return }
      group = level.parent?.group
    }
  }

  /// Removes the group from its parent. Returns the nodes, which no longer belong to a group.
  fileprivate func takeNodes() -> [ScopeNode] {
    parent = nil
    let nodes = all
    for node in nodes { node.group = nil }
    return nodes
  }

  fileprivate func append(_ node: ScopeNode) {
    node.group = self
    guard let id = node.step?.id else {
      unnamed = node
      return
    }
    node.index = nodes.count
    indices[id] = nodes.count
    nodes.append(node)
    finder?.append(id)
  }

  fileprivate func remove(_ node: ScopeNode) {
    node.group = nil
    guard let id = node.step?.id else {
      unnamed = nil
      return
    }
    let (index, last) = (node.index, nodes.count - 1)
    nodes.swapAt(index, last)
    nodes[index].index = index
    if let moved = nodes[index].step?.id { indices[moved] = index }
    indices[id] = nil
    nodes.removeLast()
    finder?.remove(index)
  }

  /// Returns the object that finds the nodes in a part of the model, or `nil` if the part has no
  /// collection.
  func finder(in part: ModelPart) -> ChildFinder? {
    if let finder { return finder }
    guard let new = part.makeFinder?() else { return nil }
    for case let id? in nodes.map(\.step?.id) { new.append(id) }
    finder = new
    return new
  }
}
