/// A provider at its place in the router's model, or a part of that model that contains providers.
enum ProviderItem: Sendable {
  case provider(ModelPlace, readsMessage: Bool, RawDeclare)
  /// A part without a fixed offset.
  case part(PlacedPart)

  /// Returns the item relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> ProviderItem {
    switch self {
    case .provider(let place, let readsMessage, let declare):
      return .provider(place.lifted(into: outer), readsMessage: readsMessage, declare)
    case .part(let placed): return .part(placed.lifted(into: outer))
    }
  }

  /// Whether it is a provider of the model itself, not of a child in it.
  var isOfModel: Bool {
    if case .provider(let place, _, _) = self { !place.isInChild } else { false }
  }

  /// The bytes of the router's model that it reads.
  var extent: ByteRange {
    switch self {
    case .provider(let place, _, _): place.extent
    case .part(let placed): placed.extent
    }
  }

  /// Whether a provider of the item must be called after each message.
  var readsMessage: Bool { contains { $0 } }
  /// Whether it contains a provider.
  var hasProviders: Bool { contains { _ in true } }

  /// Returns whether a function accepts a provider of the item. Looks into lazy features as well.
  private func contains(_ isWanted: (_ readsMessage: Bool) -> Bool) -> Bool {
    switch self {
    case .provider(_, let readsMessage, _): isWanted(readsMessage)
    case .part(let placed):
      placed.child.all.contains { node in
        node.entries.contains {
          if case .provider(let readsMessage, _) = $0 { isWanted(readsMessage) } else { false }
        }
      }
    }
  }
}

/// A provider at its place in the app's model, or all providers of a part that may have several
/// children or none.
///
/// This is the smallest unit that the runtime calls again after an update.
package final class ProviderNode: Sendable {
  /// Its index in the declared order of the app's providers.
  package let index: Int
  /// Whether it must be called after each message, because its result depends on the message.
  package let readsMessage: Bool
  /// The bytes of the app's model that it reads.
  let extent: ByteRange
  private let item: ProviderItem
  private let offset: Int
  private let declare: RawDeclare

  init(at index: Int, _ item: ProviderItem) {
    (self.index, self.item) = (index, item)
    (readsMessage, extent) = (item.readsMessage, item.extent)
    switch item {
    case .provider(let place, _, let declare):
      offset = place.offset
      self.declare = declare
    case .part:
      offset = 0
      self.declare = { model, message in
        var collector = SubscriptionCollector(message)
        collector.collect(item, model)
        return collector.declared
      }
    }
  }

  /// Returns the declared subscriptions. Their addresses are relative to the provider's own model;
  /// ``address(_:)`` makes them relative to the app's model.
  ///
  /// - Parameter model: The address of the app's model.
  package func subscriptions(
    _ model: ReadPlace, _ message: any Message
  ) -> [any Subscription] { declare(model + offset, message) }

  /// Returns the declared subscriptions, and where their providers are in the list. Returns an index
  /// only if messages to children can be answered with it.
  package func subscriptionsWithIndex(
    _ model: ReadPlace, _ message: any Message
  ) -> (declared: [any Subscription], index: DeclarationIndex?) {
    guard case .part(let placed) = item, placed.part.open != nil, !readsMessage else {
      return (subscriptions(model, message), nil)
    }
    let index = DeclarationIndex()
    var collector = SubscriptionCollector(message, noting: index)
    collector.descend(placed, model)
    index.markComplete()
    return (collector.declared, index.isAmbiguous ? nil : index)
  }

  /// Asks only the providers whose result may differ after a message to a child of the node's part,
  /// or to a child inside of it.
  ///
  /// These are the providers of the child that the message may have changed, and those around it.
  ///
  /// - Parameter index: The positions of the old subscriptions. It then has those of the new ones,
  ///   if each range is as long as before.
  /// - Returns: For each item that was asked, its range in the old list, and what it declares now.
  ///   Returns `nil` if all providers must be called: if the message is for another part, if the child
  ///   is not there any more or has another `id`, or if an item declares its first subscription.
  package func subscriptions(
    after message: ScopedMessage, _ model: ReadPlace, _ index: DeclarationIndex,
    _ lastIndices: LastIndices
  ) -> [(range: Range<Int>, declared: [any Subscription])]? {
    guard case .part(var placed) = item, !readsMessage, !index.isMostlyOutdated,
      placed.name == message.address.steps.first?.part
    else { return nil }
    let steps = message.address.steps
    var (address, part): (ReadPlace, Int?) = (model, DeclarationIndex.root)
    var way: [ChildOnWay] = []
    var isExact = true
    var asked: [(range: Range<Int>, declared: [any Subscription])] = []
    for depth in steps.indices {
      guard placed.part.open != nil, placed.part.isScope,
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
      let written =
        next.map { router.extents(writtenThrough: $0.part) }
        ?? router.routes[message.message].extents
      var inner: (placed: PlacedPart, item: Int)?
      for itemIndex in router.providers.indices {
        let item = router.providers[itemIndex]
        guard written.overlap(item.extent) else { continue }
        if case .part(let placed) = item, let next, placed.name == next.part,
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

  /// Whether ``address(_:)`` changes the addresses of children.
  package var isAddressed: Bool {
    if case .provider(let place, _, _) = item { !place.isWhole } else { false }
  }

  /// Whether ``address(_:)`` gives each subscription the address of a child.
  package var isInChild: Bool {
    if case .provider(let place, _, _) = item { place.isInChild } else { false }
  }

  /// Makes the addresses relative to the app's model.
  package func address(_ subscriptions: inout [any Subscription]) {
    guard case .provider(let place, _, _) = item else { return }
    for index in subscriptions.indices where place.isInChild || subscriptions[index].isWrapper {
      subscriptions[index] = place.addressed(subscriptions[index])
    }
  }
}

/// What providers are asked with if there is no message. A box with a message is passed on as it is,
/// while one that may be empty would be copied for each provider.
package enum NoMessage: Message { case none }

extension [ProviderNode] {
  /// Returns the providers whose result may differ after an update that may write some bytes.
  func affected(by extents: [ByteRange]) -> [ProviderNode] {
    filter { $0.readsMessage || extents.overlap($0.extent) }
  }
}
