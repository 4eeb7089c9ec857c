/// All providers of a part that may have several children or none.
final class PartProviders: ProviderNode, @unchecked Sendable {
  // Sendable, because all properties are constant.
  private let placed: PlacedPart
  private let name: PartName

  fileprivate init(
    at index: Int, _ placed: PlacedPart, _ name: PartName, readsMessage: Bool,
    reading extent: ByteRange
  ) {
    (self.placed, self.name) = (placed, name)
    super.init(at: index, readsMessage: readsMessage, extent: extent)
  }

  override func subscriptions(
    _ model: ReadPlace, _ message: any Message
  ) -> [any Subscription] {
    var collector = SubscriptionCollector(message)
    collector.collect(.part(placed, name, reading: extent), model)
    return collector.declared
  }

  override func subscriptionsWithIndex(
    _ model: ReadPlace, _ message: any Message
  ) -> (declared: [any Subscription], index: DeclarationIndex?) {
    guard placed.part.open != nil, !readsMessage else {
      return (subscriptions(model, message), nil)
    }
    let index = DeclarationIndex()
    var collector = SubscriptionCollector(message, noting: index)
    collector.descend(placed, name, model)
    index.markComplete()
    return (collector.declared, index.isAmbiguous ? nil : index)
  }

  override func subscriptions(
    after message: ScopedMessage, _ model: ReadPlace, _ index: DeclarationIndex,
    _ lastIndices: LastIndices
  ) -> [(range: Range<Int>, declared: [any Subscription])]? {
    guard !readsMessage, !index.isMostlyOutdated, name == message.address.steps.first?.part
    else { return nil }
    var placed = placed
    let steps = message.address.steps
    var (address, part): (ReadPlace, Int?) = (model, DeclarationIndex.root)
    var way: [ChildOnWay] = []
    var isExact = true
    var asked: [(range: Range<Int>, declared: [any Subscription])] = []
    for depth in steps.indices {
      guard placed.part.open != nil, placed.part.isScope,
        !placed.part.isCollection || steps[depth].id != nil,
        let child = placed.look(address, steps[depth].id, lastIndices)
      else { return nil }
      isExact = isExact && child.id == steps[depth].id
      let number = part.flatMap { index.child(child.id, in: $0) }
      if number == nil, !placed.part.isCollection, let part, index.hasChildren(in: part) {
        // The only child has another `id` now, so all addresses inside of it have changed.
        return nil
      }
      way.append(
        ChildOnWay(part: steps[depth].part, child: child, partNumber: part, number: number))
      let router = placed.child.router
      let next = depth + 1 < steps.count ? steps[depth + 1] : nil
      let written = next.map { router.extents(writtenThrough: $0.part) }
      let route = router.routes[message.message]
      var inner: (placed: PlacedPart, item: Int)?
      for itemIndex in router.providers.indices {
        let item = router.providers[itemIndex]
        guard written.map(item.reads) ?? route.writes(item.extent) else { continue }
        if case .part(let placed, let name, _) = item, let next, name == next.part,
          router.partOfOneChild(next) != nil
        {
          inner = (placed, itemIndex)
          continue
        }
        let old = number.flatMap { index.range(of: itemIndex, in: $0) }
        var collector = SubscriptionCollector(
          message, noting: old == nil ? nil : index, from: old?.lowerBound ?? 0)
        collector.collect(
          item, at: itemIndex, of: way,
          // Mostly, the address of the message is that of the child.
          isExact && next == nil ? message.address : way.scope)
        if let old {
          asked.append((old, collector.declared))
        } else if !collector.declared.isEmpty {
          return nil
        }
      }
      guard let inner else { break }
      part = number.flatMap { index.part(inner.item, of: $0) }
      (placed, address) = (inner.placed, child.address)
    }
    withExtendedLifetime(way) {}
    return index.isAmbiguous ? nil : asked
  }
}

extension Router {
  /// The providers in declared order. The providers of a part that may have several children or
  /// none are one node.
  var providerPlaces: [ProviderNode] {
    let items = providers.filter { item in
      if case .part(let placed, _, _) = item { placed.child.hasProviders } else { true }
    }
    return items.enumerated().map { index, item in
      switch item {
      case .provider(let place, let readsMessage, let declare):
        SingleProvider(at: index, place, readsMessage: readsMessage, declare)
      case .part(let placed, let name, let extent):
        PartProviders(
          at: index, placed, name, readsMessage: item.readsMessage, reading: extent)
      }
    }
  }
}

extension FeatureNode {
  /// Whether the tree contains a provider. Unlike `mayDeclare`, this looks into lazy features.
  fileprivate var hasProviders: Bool {
    var walk = TreeWalk()
    var found = false
    walk.visit(self) { node in
      found = found || node.entries.contains { if case .provider = $0 { true } else { false } }
    }
    return found
  }
}
