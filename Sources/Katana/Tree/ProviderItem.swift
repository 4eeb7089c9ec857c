/// A provider at its place in the router's model, or a part of that model that contains providers.
package enum ProviderItem: Sendable {
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

  /// The address of the child of the router's model that declares its subscriptions: one that is always
  /// there, or the model itself.
  package var child: AnyAddress {
    if case .provider(let place, _, _) = self { place.children.last ?? .root } else { .root }
  }

  /// The bytes of the router's model that it reads.
  package var extent: ByteRange {
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

  /// Returns all that its providers declare, with addresses that begin at the model of ``child``.
  package func subscriptions(_ model: ReadPlace, _ message: any Message) -> [any Subscription] {
    if case .provider(let place, _, let declare) = self {
      return place.addressed(declare(model + place.offset, message))
    }
    var collector = SubscriptionCollector(message)
    collector.collect(self, model)
    return collector.declared
  }
}

/// What providers are asked with if there is no message. A box with a message is passed on as it is,
/// while one that may be empty would be copied for each provider.
package enum NoMessage: Message { case none }

extension Router {
  /// Returns the part of an item whose children are asked one by one. Returns `nil` for an item that is
  /// asked as a whole: a provider, a slice that a closure or a computed property reaches, whose
  /// content has no stable place, or one of several parts with one name.
  package func partOfChildren(_ item: ProviderItem) -> PlacedPart? {
    guard case .part(let placed) = item, placed.part.isScope, parts[placed.name]?.single != nil
    else { return nil }
    return placed
  }

  /// Returns the position of a provider in the declared order: the index of its item in the feature of a
  /// child, after those of the items that lead to the child.
  package func position(of item: Int, in address: AnyAddress) -> [Int] {
    var (router, position) = (self, [Int]())
    for step in address.steps {
      let index = router.providers.firstIndex { router.partOfChildren($0)?.name == step.part }
      guard let index, case .part(let placed) = router.providers[index] else { break }
      position.append(index)
      router = placed.child.router
    }
    return position + [item]
  }
}
