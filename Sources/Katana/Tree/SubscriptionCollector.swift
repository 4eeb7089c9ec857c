/// Collects the subscriptions that the providers in a part declare, in the order of the providers, and
/// adds the addresses of children to them.
struct SubscriptionCollector {
  private(set) var declared: [any Subscription] = []
  private let message: any Message

  init(_ message: any Message) { self.message = message }

  /// Adds the subscriptions of an item, with addresses relative to the given model.
  ///
  /// This uses an array of levels instead of recursive calls, because a model may be nested deeper
  /// than the stack of the thread allows.
  mutating func collect(_ item: ProviderItem, _ model: ReadPlace) {
    var levels: [Level] = []
    look(at: item, model, &levels)
    while var level = levels.popLast() {
      if level.item == level.items.count { (level.child, level.item) = (level.child + 1, 0) }
      guard level.child < level.children.count else { continue }
      let (item, child) = (level.items[level.item], level.children[level.child])
      level.item += 1
      levels.append(level)
      look(at: item, child.address, &levels)
    }
  }

  private mutating func look(
    at item: ProviderItem, _ model: ReadPlace, _ levels: inout [Level]
  ) {
    switch item {
    case .provider: add(item.subscriptions(model, message), of: item.child, levels)
    case .part(let placed):
      let items = placed.child.router.providers
      if items.isEmpty { return }
      let children = placed.lookAtAll(model)
      if children.isEmpty { return }
      if placed.part.isScope {
        return levels.append(Level(name: placed.name, items: items, children: children))
      }
      var inner = SubscriptionCollector(message)
      for child in children {
        withExtendedLifetime(child.owner) {
          for item in items { inner.collect(item, child.address) }
        }
      }
      let inside = placed.inside
      add(inside.addressed(inner.declared), of: inside.children.last ?? .root, levels)
    }
  }

  /// Adds what the current child declares, or one that is always there in it, with its address.
  private mutating func add(
    _ new: [any Subscription], of child: AnyAddress, _ levels: [Level]
  ) {
    if new.isEmpty { return }
    let current = AnyAddress(
      levels.map { AnyAddress.Step(part: $0.name, id: $0.children[$0.child].id) })
    let address = current.appending(child)
    declared += address.isEmpty ? new : new.map { LayeredSubscription($0, in: address) }
  }

  /// A part of a feature, its children, and the position in both lists.
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
