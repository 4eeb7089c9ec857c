/// Collects the subscriptions that providers declare, in the order of the providers, and adds the
/// addresses of children to them.
struct SubscriptionCollector {
  private(set) var declared: [any Subscription] = []
  private let message: (any Message)?

  init(_ message: (any Message)?) { self.message = message }

  /// Adds the subscriptions of an item, with addresses relative to the given model.
  mutating func collect(_ item: ProviderItem, _ model: UnsafeRawPointer) {
    switch item {
    case .provider(let place, _, let declare): add(declare(model + place.offset, message), place)
    case .part(let placed, let name, _):
      if placed.child.isLazy { return descend(placed, name, model) }
      let items = placed.child.router.providers
      placed.part.read(model + placed.place.offset, nil) { child, id in
        let count = declared.count
        for item in items { collect(item, child) }
        address(from: count, placed.part, Scope(name, id: id))
      }
    }
  }

  /// Adds the subscriptions of one child of a part.
  mutating func collect(_ child: ReadChild, of placed: PlacedPart, _ name: PartName) {
    let items = placed.child.router.providers
    descend([Level(name: name, items: items, children: [child])])
    withExtendedLifetime(child) {}
  }

  private mutating func add(_ new: [any Subscription], _ place: ModelPlace) {
    if new.isEmpty { return }
    if place.path.isEmpty {
      if declared.isEmpty { declared = new } else { declared += new }
    } else {
      declared += new.map { lift($0, place) }
    }
  }

  private mutating func address(
    from start: Int, _ part: ModelPart, _ scope: @autoclosure () -> Scope
  ) {
    if declared.count == start { return }
    let scope = scope()
    for index in start..<declared.count {
      declared[index] =
        part.isScope
        ? ScopedSubscription(declared[index], in: scope) : push(declared[index], scope)
    }
  }

  /// Adds the subscriptions of a recursive feature.
  ///
  /// This uses an array of levels instead of recursive calls, because a model may be nested deeper
  /// than the stack of the thread allows.
  private mutating func descend(
    _ placed: PlacedPart, _ name: PartName, _ model: UnsafeRawPointer
  ) {
    var levels: [Level] = []
    enter(placed, name, model, &levels)
    descend(levels)
  }

  private mutating func descend(_ start: [Level]) {
    var levels = start
    while var level = levels.popLast() {
      guard level.child < level.children.count else { continue }
      guard level.item < level.items.count else {
        level.child += 1
        level.item = 0
        levels.append(level)
        continue
      }
      let (item, child) = (level.items[level.item], level.children[level.child])
      level.item += 1
      levels.append(level)
      switch item {
      case .provider(let place, _, let declare):
        let count = declared.count
        add(declare(child.address + place.offset, message), place)
        if declared.count > count { address(from: count, levels) }
      case .part(let placed, let name, _): enter(placed, name, child.address, &levels)
      }
    }
  }

  private mutating func enter(
    _ placed: PlacedPart, _ name: PartName, _ model: UnsafeRawPointer, _ levels: inout [Level]
  ) {
    let items = placed.child.router.providers
    if items.isEmpty { return }
    let address = model + placed.place.offset
    if let direct = placed.part.direct, placed.part.isScope {
      let children = direct.lookAtAll(address)
      if !children.isEmpty { levels.append(Level(name: name, items: items, children: children)) }
      return
    }
    let count = declared.count
    placed.part.read(address, nil) { child, id in
      let start = declared.count
      for item in items { collect(item, child) }
      self.address(from: start, placed.part, Scope(name, id: id))
    }
    if declared.count > count { self.address(from: count, levels) }
  }

  /// Adds the address of the current child to the subscriptions from an index on.
  private mutating func address(from start: Int, _ levels: [Level]) {
    if levels.isEmpty { return }
    let scope = Scope(
      levels.map { Scope.Step(part: $0.name, id: $0.children[$0.child].id) })
    for index in start..<declared.count {
      declared[index] = ScopedSubscription(declared[index], in: scope)
    }
  }

  /// A part of a recursive feature, its children, and the position in both lists.
  private struct Level {
    let name: PartName
    let items: [ProviderItem]
    let children: [ReadChild]
    /// The index of the current child.
    var child = 0
    /// The index of the next item of the current child.
    var item = 0
  }
}
