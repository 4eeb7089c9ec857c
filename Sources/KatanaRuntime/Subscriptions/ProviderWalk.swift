import Katana

/// One walk, in declared order, through the providers whose subscriptions a step may have changed. It finds
/// the lists that are not the last ones.
///
/// This uses an array of levels instead of recursive calls, because a model may be nested deeper than the
/// stack of the thread allows.
struct ProviderWalk {
  private(set) var changes: [ListChange] = []
  private let message: any Message
  /// The message without its address.
  private var sent: any Message
  private let lastIndices: LastIndices
  private let table: DeclarationTable
  /// The number of the walk, greater than those of all before.
  private let number: Int
  private let onlyConstants: Bool
  private var levels: [Level] = []

  /// A model, and how far the walk has come in it.
  private struct Level {
    let router: Router
    let model: ReadChild
    /// `nil` for the app itself.
    let step: AnyAddress.Step?
    /// `nil` if nothing is alive in the child.
    var record: ChildRecord?
    /// The indices of the items to look at; `nil` for all.
    var asked: [Int]?
    /// The bytes of the model that may have changed; `nil` for all.
    var written: [ByteRange]?
    /// The rest of the address of the message: its child is inside of this one.
    var way: ArraySlice<AnyAddress.Step> = []
    /// The number of items that were looked at.
    var count = 0

    // The children of the last item, while they are asked one after the other.
    var part: (placed: PlacedPart, router: Router)?
    var group: ChildGroup?
    var children: [ReadChild] = []
    var childCount = 0

    mutating func nextItem() -> Int? {
      guard count < asked?.count ?? router.providers.count else { return nil }
      count += 1
      return asked?[count - 1] ?? count - 1
    }

    mutating func nextChild() -> ReadChild? {
      guard childCount < children.count else { return nil }
      childCount += 1
      return children[childCount - 1]
    }
  }

  /// - Parameters:
  ///   - message: The message that was handled; `nil` to ask all providers.
  ///   - onlyConstants: Whether other subscriptions than the constant ones are left out.
  init(
    _ router: Router, _ model: ReadPlace, _ root: ChildRecord, after message: (any Message)?,
    _ lastIndices: LastIndices, _ table: DeclarationTable, onlyConstants: Bool
  ) {
    (self.lastIndices, self.table, self.onlyConstants) = (lastIndices, table, onlyConstants)
    number = root.lastWalk + 1
    root.lastWalk = number
    self.message = message ?? NoMessage.none
    sent = self.message
    var top = Level(router: router, model: ReadChild(model, nil), step: nil, record: root)
    if let message {
      top.asked = router.providersToAsk(after: message)
      if let scoped = ScopedMessage.unboxed(message), router.isAddressedHere(scoped) {
        top.way = scoped.address.steps[...]
        sent = scoped.message
      }
    }
    levels = [top]
  }

  mutating func walk() {
    while let last = levels.indices.last {
      if let child = levels[last].nextChild() {
        enter(child)
      } else if let item = levels[last].nextItem() {
        look(at: item, last)
      } else {
        levels.removeLast()
      }
    }
  }

  /// - Parameter last: The index of the last level, because a copy of a level costs more than its use.
  private mutating func look(at item: Int, _ last: Int) {
    let router = levels[last].router
    let provider = router.providers[item]
    let isWritten = levels[last].written?.overlap(provider.extent) ?? true
    guard let placed = router.partOfChildren(provider) else {
      if isWritten { ask(item, provider, last) }
      return
    }
    if lookAlong(levels[last].way, placed, item, last) || !isWritten { return }
    let inner = placed.child.router
    if inner.providers.isEmpty { return }
    levels[last].part = (placed, inner)
    levels[last].group = levels[last].record?.group(of: placed.name)
    levels[last].group?.hasTwins = false
    (levels[last].children, levels[last].childCount) = (
      placed.lookAtAll(levels[last].model.address), 0
    )
  }

  /// Enters the child that the message is for, or the one around it, if this part has it and nothing else
  /// in the part has changed.
  private mutating func lookAlong(
    _ way: ArraySlice<AnyAddress.Step>, _ placed: PlacedPart, _ item: Int, _ last: Int
  ) -> Bool {
    let router = levels[last].router
    guard let step = way.first, step.part == placed.name, !router.readers.contains(item),
      router.partOfOneChild(step) != nil
    else { return false }
    let group = levels[last].record?.group(of: placed.name)
    guard group?.hasTwins != true,
      let child = placed.look(levels[last].model.address, step.id, lastIndices)
    else { return false }
    let (inner, rest) = (placed.child.router, way.dropFirst())
    if inner.providers.isEmpty { return true }
    levels.append(
      Level(
        router: inner, model: child, step: placed.step(child.id),
        record: group?.child(child.id), written: inner.extents(writtenBy: sent, to: rest),
        way: rest))
    return true
  }

  private mutating func enter(_ child: ReadChild) {
    let last = levels.count - 1
    guard let (part, router) = levels[last].part else { return }
    let record = levels[last].group?.child(child.id)
    if let record {
      if record.lastWalk == number { levels[last].group?.hasTwins = true }
      record.lastWalk = number
    }
    levels.append(
      Level(
        router: router, model: child, step: part.step(child.id), record: record))
  }

  /// Asks the provider of an item, or all that are in it.
  private mutating func ask(_ item: Int, _ provider: ProviderItem, _ last: Int) {
    var declared = provider.subscriptions(levels[last].model.address, message)
    if onlyConstants { declared.removeAll { !unwrapped($0).leaf.isConstant } }
    let known = levels[last].record
    if declared.isEmpty && known?.list(item) == nil { return }
    let record = known ?? makeRecord()
    let list = record.list(item) ?? record.addList(item, of: provider.child)
    if list.lastWalk == number { return add(declared, to: list, of: record) }
    list.lastWalk = number
    let change = ListChange(list, of: record, to: declared)
    if change.part.isEmpty { table.replace([change]) } else { changes.append(change) }
  }

  /// Adds what the second element with an `id` declares to what the first one does.
  private mutating func add(
    _ declared: [any Subscription], to list: DeclaredList, of record: ChildRecord
  ) {
    let index = changes.lastIndex { $0.list === list }
    let first = index.map { changes[$0].values } ?? list.values
    let change = ListChange(list, of: record, to: first + declared)
    if let index { changes[index] = change } else { changes.append(change) }
  }

  /// Creates the record of the last level, and of those around it that have none.
  private mutating func makeRecord() -> ChildRecord {
    var index = levels.count - 1
    while levels[index].record == nil { index -= 1 }
    while index < levels.count - 1, let step = levels[index + 1].step,
      let record = levels[index].record?.child(step)
    {
      record.lastWalk = number
      levels[index].group = record.group
      index += 1
      levels[index].record = record
    }
    return levels[index].record!
  }
}

extension Subscription {
  /// Whether this is a ``Katana/ConstantSubscription``.
  fileprivate var isConstant: Bool { ID.self == ConstantSubscriptionID.self }
}
