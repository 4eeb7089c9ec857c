import Katana

/// A child of the model with something alive: commands, declared subscriptions, or a store of a user
/// interface. Also a child that leads to such children, and the app itself, which is the root of the tree.
///
/// The record stands for one lifetime. A sheet that is dismissed and presented again has the same address
/// but another record. So the results of commands of the old sheet never reach the new one.
///
/// A tree may be as deep as the model. So its functions use loops instead of recursion, which could
/// overflow the stack.
final class ChildRecord: @unchecked Sendable {
  // Sendable, because only one thread at a time uses a tree: inside of steps, or on the main actor.

  /// The last step of the address; `nil` for the app itself.
  let step: AnyAddress.Step?
  var id: ScopeID? { step?.id }
  /// The address, made at the first use: a record that only leads to others needs none. What is alive
  /// has used it, so it is known when the record has left the tree.
  private(set) lazy var address = placeInTree()
  /// The address of the outermost child that is gone: this child, or one that it was inside of. `nil`
  /// while this child is there.
  var gone: AnyAddress?
  var isGone: Bool { gone != nil }

  // What is alive.

  /// The registered runs of the child.
  var runs: Set<RunID> = []
  /// The control commands of the child that have not ended, and those parts of other control commands
  /// that belong to the child.
  var activities: Set<Handle> = []
  /// The number of ids under which commands of the child, or their consequences, are known, and of
  /// answers of its commands that a control command keeps.
  private var useCount = 0
  /// What its providers have declared, by the indices of their items in its feature.
  private(set) var declared: [DeclaredList?] = []
  /// Its store, in the tree of an ``ObservableStore``.
  weak var store: (any RefreshedChild)?
  /// The first run that is not cancelled since the child is gone; `nil` if none is. This covers also
  /// the runs that were not registered then, because their messages were still waiting.
  private(set) var firstKept: RunID?

  // The tree.

  /// The records of the children of this one, grouped by the parts of the model.
  @exclusivity(unchecked) private(set) var groups: [ChildGroup] = []
  /// The group that contains the record; `nil` for the root, and for a record that is not in a tree.
  fileprivate(set) weak var group: ChildGroup?
  /// The index of the record in the group.
  fileprivate(set) var index = 0
  /// The last walk through the providers that has come here.
  var lastWalk = 0
  /// For a child that is gone: the children inside of it, created when commands need them.
  private var inner: [AnyAddress: ChildRecord] = [:]

  fileprivate init(_ step: AnyAddress.Step?) { self.step = step }

  /// Creates the root of a new tree.
  convenience init() { self.init(nil) }

  /// Creates a record outside of a tree.
  convenience init(_ address: AnyAddress, gone: AnyAddress?) {
    self.init(address.steps.last)
    (self.address, self.gone) = (address, gone)
  }

  deinit {
    // Releases one level after the other, because nested releases would need stack for each level.
    var waiting = takeChildren()
    while let record = waiting.popLast() { waiting += record.takeChildren() }
  }

  private func placeInTree() -> AnyAddress {
    var steps: [AnyAddress.Step] = []
    var next: ChildRecord? = self
    while let record = next {
      if let step = record.step { steps.append(step) }
      next = record.group?.parent
    }
    return AnyAddress(steps.reversed())
  }

  // MARK: What is alive

  /// Whether anything but other records belongs to it.
  var hasLife: Bool {
    !runs.isEmpty || !activities.isEmpty || useCount > 0 || !declared.isEmpty || store != nil
  }

  func ended(_ run: RunID) {
    runs.remove(run)
    removeIfIdle()
  }

  func ended(_ activity: Handle) {
    activities.remove(activity)
    removeIfIdle()
  }

  /// Keeps the record although nothing of the child may run: an id or an answer still belongs to it.
  func addUse() { useCount += 1 }

  func removeUse() {
    useCount -= 1
    removeIfIdle()
  }

  /// Returns what an item of the child's feature has declared; `nil` if that is nothing.
  func list(_ item: Int) -> DeclaredList? { item < declared.count ? declared[item] : nil }

  /// Returns the new list of an item that has declared nothing so far.
  ///
  /// - Parameter child: The address of the child that is always there in this one, and that declares it.
  func addList(_ item: Int, of child: AnyAddress) -> DeclaredList {
    let list = DeclaredList(of: item, in: address.appending(child))
    while declared.count <= item { declared.append(nil) }
    declared[item] = list
    return list
  }

  /// Removes the list of an item that declares nothing any more.
  func removeList(_ item: Int) {
    declared[item] = nil
    if declared.allSatisfy({ $0 == nil }) { declared = [] }
    removeIfIdle()
  }

  func takeLists() -> [DeclaredList] {
    defer { declared = [] }
    return declared.compactMap(\.self)
  }

  /// Drops the messages of all runs of the child that have begun.
  func dropRuns() { firstKept = RunID.next() }

  /// For a child that is gone: returns the record of a child inside of what is gone, or of this child
  /// itself.
  func inside(_ address: AnyAddress) -> ChildRecord {
    if address.covers(self.address) { return self }
    if let record = inner[address] { return record }
    let record = ChildRecord(address, gone: gone)
    inner[address] = record
    return record
  }

  // MARK: The tree

  func group(of part: PartName) -> ChildGroup? { groups.first { $0.part == part } }

  /// Returns the record of a child of this one. Creates it if there is none.
  func child(_ step: AnyAddress.Step) -> ChildRecord {
    let group =
      group(of: step.part)
      ?? {
        let new = ChildGroup(step.part, of: self)
        groups.append(new)
        self.group?.mayBeDeep = true
        return new
      }()
    if let known = group.child(step.id) { return known }
    let new = ChildRecord(step)
    group.append(new)
    return new
  }

  /// Returns the record at an address below this one. Creates it if there is none.
  func record(at address: AnyAddress) -> ChildRecord {
    let record = address.steps.reduce(self) { $0.child($1) }
    record.address = address
    return record
  }

  /// Removes the record, and those that only lead to it, if nothing is alive there any more.
  func removeIfIdle() {
    var record = self
    while record.groups.isEmpty, !record.hasLife, let group = record.group {
      let parent = group.parent
      record.leave()
      guard let parent else { return }
      record = parent
    }
  }

  /// Removes the record, those below it, and those that only lead to it from the tree. Returns those with
  /// something alive.
  func takeApart() -> [ChildRecord] {
    let living = takeInner()
    let around = group?.parent
    leave()
    around?.removeIfIdle()
    return hasLife ? [self] + living : living
  }

  /// Removes the records below this one from the tree. Returns those with something alive.
  func takeInner() -> [ChildRecord] {
    var living: [ChildRecord] = []
    var all: [ChildRecord] = []
    forEach {
      all.append($0)
      if $0 !== self, $0.hasLife { living.append($0) }
    }
    for record in all { _ = record.takeChildren() }
    return living
  }

  private func leave() {
    guard let group else { return }
    let parent = group.parent
    group.remove(self)
    if group.children.isEmpty, let parent {
      group.parent = nil
      parent.groups.removeAll { $0 === group }
    }
  }

  /// Removes the records immediately below this one, and returns them.
  private func takeChildren() -> [ChildRecord] {
    if groups.isEmpty { return [] }
    defer { groups = [] }
    return groups.flatMap { $0.takeChildren() }
  }

  /// Calls a function with the record and all below it, parents before their children.
  func forEach(_ body: (ChildRecord) -> Void) {
    var waiting = [self]
    while let record = waiting.popLast() {
      for group in record.groups { waiting += group.children }
      body(record)
    }
  }
}

/// The records of one part of a model.
final class ChildGroup {
  let part: PartName
  /// The record around the group; `nil` for a removed group.
  fileprivate(set) weak var parent: ChildRecord?
  private(set) var children: [ChildRecord] = []
  /// Whether a child of the group has ever had children.
  fileprivate(set) var mayBeDeep = false
  /// Whether a walk has found two elements with the `id` of one record: they share its lists.
  var hasTwins = false
  private var indices: [ScopeID?: Int] = [:]
  /// Where the next child is likely to be found: after the last one.
  private var next = 0
  /// Finds `children` in the model. Its indices are theirs. The first search creates it.
  private var finder: ChildFinder?

  fileprivate init(_ part: PartName, of parent: ChildRecord) {
    self.part = part
    self.parent = parent
  }

  func child(_ id: ScopeID?) -> ChildRecord? {
    // Asked first, because a comparison costs less than a hash.
    if next < children.count, children[next].id == id {
      next += 1
      return children[next - 1]
    }
    guard let index = indices[id] else { return nil }
    next = index + 1
    return children[index]
  }

  /// Removes the group from its parent. Returns the records, which no longer belong to a group.
  fileprivate func takeChildren() -> [ChildRecord] {
    parent = nil
    for child in children { child.group = nil }
    return children
  }

  fileprivate func append(_ child: ChildRecord) {
    child.group = self
    child.index = children.count
    indices[child.id] = children.count
    children.append(child)
    if let id = child.id { finder?.append(id) }
  }

  fileprivate func remove(_ child: ChildRecord) {
    child.group = nil
    let (index, last) = (child.index, children.count - 1)
    children.swapAt(index, last)
    children[index].index = index
    indices[children[index].id] = index
    indices[child.id] = nil
    children.removeLast()
    finder?.remove(index)
  }

  /// Returns the object that finds the children in a part of the model, or `nil` if the part has no
  /// collection.
  func finder(in part: ModelPart) -> ChildFinder? {
    if let finder { return finder }
    guard let new = part.makeFinder?() else { return nil }
    for case let id? in children.map(\.id) { new.append(id) }
    finder = new
    return new
  }
}

/// The store of a child, without its type.
@MainActor
protocol RefreshedChild: AnyObject {
  /// Takes a new value of the child. Returns whether readers must be notified.
  func take(from child: ReadPlace) -> Bool
  /// Notifies the readers of the properties that have changed.
  func notify()
}

/// The key of commands with an id: the id, and the lifetime of the child to which they belong.
struct ControlKey: Hashable {
  let life: ChildRecord?
  let id: CancelID

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  /// The same number for equal keys. The hash of the id is random, that of the lifetime is not.
  var hash: UInt64 {
    let life = life.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    return UInt64(UInt(bitPattern: id.hash) &+ life)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
