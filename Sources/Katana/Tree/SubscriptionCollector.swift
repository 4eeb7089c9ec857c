/// Collects the subscriptions that providers declare, in the order of the providers, and adds the
/// addresses of children to them.
struct SubscriptionCollector {
  private(set) var declared: [any Subscription] = []
  private let message: any Message
  /// Receives the positions of what the items of children declare.
  private var index: DeclarationIndex?
  /// The position of the first collected subscription in the list of the node.
  private let start: Int

  init(_ message: any Message, noting index: DeclarationIndex? = nil, from start: Int = 0) {
    self.message = message
    self.index = index
    self.start = start
  }

  /// Adds the subscriptions of an item, with addresses relative to the given model.
  mutating func collect(_ item: ProviderItem, _ model: ReadPlace) {
    switch item {
    case .provider(let place, _, let declare): add(declare(model + place.offset, message), place)
    case .part(let placed): descend(placed, model)
    }
  }

  /// Adds the subscriptions of one item of a child.
  ///
  /// - Parameters:
  ///   - way: The child and those around it, from the outside in.
  ///   - scope: The address of the child.
  mutating func collect(
    _ item: ProviderItem, at index: Int, of way: [ChildOnWay],
    _ scope: @autoclosure () -> AnyAddress
  ) {
    if case .provider(let place, _, let declare) = item, let child = way.last?.child {
      // Without levels, since most children have no parts with providers.
      add(declare(child.address + place.offset, message), place)
      if declared.isEmpty { return }
      let scope = scope()
      for index in declared.indices {
        declared[index] = LayeredSubscription(declared[index], in: scope)
      }
      return withExtendedLifetime(way) {}
    }
    var levels = way.map { outer in
      Level(
        name: outer.part, number: outer.partNumber, items: [], children: [outer.child],
        // The subscriptions of the parts on the way are not all collected.
        start: .max, childNumber: outer.number)
    }
    levels[levels.count - 1].items = [item]
    levels[levels.count - 1].firstItem = index
    descend(levels)
    withExtendedLifetime(way) {}
  }

  private mutating func add(_ new: [any Subscription], _ place: ModelPlace) {
    if new.isEmpty { return }
    if place.isWhole {
      if declared.isEmpty { declared = new } else { declared += new }
    } else {
      declared += new.map { place.addressed($0) }
    }
  }

  /// Adds the subscriptions of a part, and notes their positions if there is an index.
  ///
  /// This uses an array of levels instead of recursive calls, because a model may be nested deeper
  /// than the stack of the thread allows.
  mutating func descend(_ placed: PlacedPart, _ model: ReadPlace) {
    var levels: [Level] = []
    enter(placed, model, &levels)
    descend(levels)
  }

  private mutating func descend(_ start: [Level]) {
    var levels = start
    while var level = levels.popLast() {
      guard level.child < level.children.count else {
        note(from: level.start, &levels)
        continue
      }
      guard level.item < level.items.count else {
        level.child += 1
        level.childNumber = nil
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
        if declared.count > count {
          address(from: count, levels)
          note(from: count, &levels)
        }
      case .part(let placed): enter(placed, child.address, &levels)
      }
    }
  }

  private mutating func enter(
    _ placed: PlacedPart, _ model: ReadPlace, _ levels: inout [Level]
  ) {
    let items = placed.child.router.providers
    if items.isEmpty { return }
    let address = model + placed.place.offset
    let count = declared.count
    if placed.part.isScope {
      let children = placed.part.lookAtAll(address)
      if children.isEmpty { return }
      levels.append(
        Level(
          name: placed.name, number: levels.isEmpty ? DeclarationIndex.root : nil, items: items,
          children: children, start: count))
      return
    }
    // The children in a slice have no numbers: their addresses are not those of the node's part.
    let index = index
    self.index = nil
    for child in placed.part.lookAtAll(address) {
      withExtendedLifetime(child.owner) { for item in items { collect(item, child.address) } }
    }
    self.index = index
    if declared.count == count { return }
    let inside = placed.inside
    for index in count..<declared.count { declared[index] = inside.addressed(declared[index]) }
    self.address(from: count, levels)
    note(from: count, &levels)
  }

  /// Notes the positions of what the last item of the current child has declared.
  private func note(from first: Int, _ levels: inout [Level]) {
    guard let index, declared.count > first, let last = levels.indices.last else { return }
    // The numbers of the parts and children around it, which get one when they declare something.
    for level in levels.indices {
      if levels[level].number == nil {
        levels[level].number = index.addPart(
          levels[level - 1].lastItem, of: levels[level - 1].childNumber!)
      }
      if levels[level].childNumber == nil {
        let child = levels[level].children[levels[level].child]
        levels[level].childNumber = index.addChild(child.id, in: levels[level].number!)
      }
    }
    index.note(
      (start + first)..<(start + declared.count), of: levels[last].lastItem,
      in: levels[last].childNumber!)
  }

  /// Adds the address of the current child to the subscriptions from an index on.
  private mutating func address(from start: Int, _ levels: [Level]) {
    if levels.isEmpty { return }
    let scope = AnyAddress(
      levels.map { AnyAddress.Step(part: $0.name, id: $0.children[$0.child].id) })
    for index in start..<declared.count {
      declared[index] = LayeredSubscription(declared[index], in: scope)
    }
  }

  /// A part of a feature, its children, and the position in both lists.
  private struct Level {
    let name: PartName
    /// The number of the part in the index.
    var number: Int?
    var items: [ProviderItem]
    /// The index of the first of `items` in the feature of the children.
    var firstItem = 0
    let children: [ReadChild]
    /// The number of subscriptions before those of the part.
    let start: Int
    /// The number of the current child in the index.
    var childNumber: Int?
    /// The index of the current child.
    var child = 0
    /// The index of the next item of the current child.
    var item = 0
    /// The index of the last item in the feature of the current child.
    var lastItem: Int { firstItem + item - 1 }
  }
}

/// A child on the way to the child that a message has changed.
struct ChildOnWay {
  let part: PartName
  let child: ReadChild
  /// The numbers of the part and of the child in the index; `nil` if they declare nothing.
  let partNumber: Int?
  let number: Int?
}

extension [ChildOnWay] {
  /// The address of the last child.
  var scope: AnyAddress { AnyAddress(map { AnyAddress.Step(part: $0.part, id: $0.child.id) }) }
}
