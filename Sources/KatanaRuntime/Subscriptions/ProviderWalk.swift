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

  /// A model, and how far the walk has come in it. A class, because a copy would cost more than its use.
  private final class Level {
    let router: Router
    let model: ReadChild
    /// `nil` for the app itself.
    let step: AnyAddress.Step?
    /// `nil` if nothing is alive in the child.
    var record: ChildRecord?
    /// The indices of the items to look at; `nil` for all.
    let asked: [Int]?
    /// The bytes of the model that may have changed; `nil` for all.
    let written: [ByteRange]?
    /// The rest of the address of the message: its child is inside of this one.
    let way: ArraySlice<AnyAddress.Step>
    /// The number of items that were looked at.
    private var count = 0

    // The children of the last item, while they are asked one after the other.
    var part: (placed: PlacedPart, router: Router)?
    var group: ChildGroup?
    var children: [ReadChild] = []
    var childCount = 0

    init(
      _ router: Router, _ model: ReadChild, _ step: AnyAddress.Step?, _ record: ChildRecord?,
      asked: [Int]? = nil, written: [ByteRange]? = nil, way: ArraySlice<AnyAddress.Step> = []
    ) {
      (self.router, self.model, self.step, self.record) = (router, model, step, record)
      (self.asked, self.written, self.way) = (asked, written, way)
    }

    func nextItem() -> Int? {
      guard count < asked?.count ?? router.providers.count else { return nil }
      count += 1
      return asked?[count - 1] ?? count - 1
    }

    func nextChild() -> ReadChild? {
      guard childCount < children.count else { return nil }
      childCount += 1
      return children[childCount - 1]
    }
  }

  /// - Parameters:
  ///   - message: The message that was handled.
  ///   - asked: The indices of the app's providers to ask; `nil` for all, if no message was handled.
  ///   - onlyConstants: Whether other subscriptions than the constant ones are left out.
  init(
    _ router: Router, _ model: ReadPlace, _ root: ChildRecord, after message: any Message,
    asking asked: [Int]?, _ lastIndices: LastIndices, _ table: DeclarationTable,
    onlyConstants: Bool
  ) {
    (self.lastIndices, self.table, self.onlyConstants) = (lastIndices, table, onlyConstants)
    number = root.lastWalk + 1
    root.lastWalk = number
    (self.message, sent) = (message, message)
    var way: ArraySlice<AnyAddress.Step> = []
    if let scoped = ScopedMessage.unboxed(message), router.isAddressedHere(scoped) {
      way = scoped.address.steps[...]
      sent = scoped.message
    }
    levels = [Level(router, ReadChild(model, nil), nil, root, asked: asked, way: way)]
  }

  mutating func walk() {
    while let level = levels.last {
      if let child = level.nextChild() {
        enter(child, level)
      } else if let item = level.nextItem() {
        look(at: item, level)
      } else {
        levels.removeLast()
      }
    }
  }

  private mutating func look(at item: Int, _ level: Level) {
    let provider = level.router.providers[item]
    let isWritten = level.written?.overlap(provider.extent) ?? true
    guard let placed = level.router.partOfChildren(provider) else {
      if isWritten { ask(item, provider, level) }
      return
    }
    if lookAlong(level.way, placed, item, level) || !isWritten { return }
    let inner = placed.child.router
    if inner.providers.isEmpty { return }
    level.part = (placed, inner)
    level.group = level.record?.group(of: placed.name)
    level.group?.hasTwins = false
    (level.children, level.childCount) = (placed.lookAtAll(level.model.address), 0)
  }

  /// Enters the child that the message is for, or the one around it, if this part has it and nothing else
  /// in the part has changed.
  private mutating func lookAlong(
    _ way: ArraySlice<AnyAddress.Step>, _ placed: PlacedPart, _ item: Int, _ level: Level
  ) -> Bool {
    guard let step = way.first, step.part == placed.name, !level.router.readers.contains(item),
      level.router.partOfOneChild(step) != nil
    else { return false }
    let group = level.record?.group(of: placed.name)
    guard group?.hasTwins != true,
      let child = placed.look(level.model.address, step.id, lastIndices)
    else { return false }
    let (inner, rest) = (placed.child.router, way.dropFirst())
    if inner.providers.isEmpty { return true }
    levels.append(
      Level(
        inner, child, placed.step(child.id), group?.child(child.id),
        written: inner.extents(writtenBy: sent, to: rest), way: rest))
    return true
  }

  private mutating func enter(_ child: ReadChild, _ level: Level) {
    guard let (part, router) = level.part else { return }
    let record = level.group?.child(child.id)
    if let record {
      if record.lastWalk == number { level.group?.hasTwins = true }
      record.lastWalk = number
    }
    levels.append(Level(router, child, part.step(child.id), record))
  }

  /// Asks the provider of an item, or all that are in it.
  private mutating func ask(_ item: Int, _ provider: ProviderItem, _ level: Level) {
    var declared = provider.subscriptions(level.model.address, message)
    if onlyConstants { declared.removeAll { !unwrapped($0).leaf.isConstant } }
    if declared.isEmpty && level.record?.list(item) == nil { return }
    let record = level.record ?? makeRecord()
    let list = record.list(item) ?? record.addList(item, of: provider.child)
    if list.lastWalk == number { return add(declared, to: list, of: record) }
    list.lastWalk = number
    var change = ListChange(list, of: record, to: declared)
    if change.part.isEmpty { table.renew(&change) } else { changes.append(change) }
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
  private func makeRecord() -> ChildRecord {
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
