/// A provider at its place in the whole model: the least that is asked, or not asked, again.
package struct ProviderNode: Sendable {
  private let item: ProviderItem
  /// Whether it must be asked after each message, since the message is among what it reads.
  let readsMessage: Bool
  /// What it reads of the whole model.
  let extent: ByteRange

  fileprivate init(_ item: ProviderItem) {
    self.item = item
    readsMessage = item.readsMessage
    extent =
      switch item {
      case .provider(let place, _, _): place.extent
      case .part(_, _, let extent): extent
      }
  }

  /// What is declared for a whole model, given by its address; as seen from the provider's own
  /// place.
  package func subscriptions(
    _ model: UnsafeRawPointer, _ message: (any Message)?
  ) -> [any Subscription] {
    switch item {
    case .provider(let place, _, let declare): return declare(model + place.offset, message)
    case .part:
      var collector = SubscriptionCollector(message)
      collector.collect(item, model)
      return collector.declared
    }
  }

  /// What one child of the provider's part declares; `nil` if this is no provider of that part, if it
  /// must be asked as a whole, or if the child is not there.
  package func subscriptions(
    ofChild step: Scope.Step, _ model: UnsafeRawPointer, _ message: any Message,
    _ places: LastPlaces
  ) -> [any Subscription]? {
    guard case .part(let placed, let name, _) = item, name == step.part, !readsMessage,
      let id = step.id, let direct = placed.part.direct,
      let child = placed.look(model, id, direct, places)
    else { return nil }
    var collector = SubscriptionCollector(message)
    collector.collect(child, of: placed, name)
    return collector.declared
  }

  /// Whether subscriptions of children are seen otherwise from the whole model.
  package var isAddressed: Bool {
    if case .provider(let place, _, _) = item { !place.path.isEmpty } else { false }
  }

  /// Gives the subscriptions of children their addresses in the whole model.
  package func address(_ subscriptions: inout [any Subscription]) {
    guard case .provider(let place, _, _) = item else { return }
    for index in subscriptions.indices where subscriptions[index].isWrapper {
      subscriptions[index] = lift(subscriptions[index], place)
    }
  }
}

extension Router {
  /// The providers in declared order. One for a child that comes and goes stays together with all
  /// that it consists of, since there may be several such children or none.
  package var providerPlaces: [ProviderNode] {
    providers.compactMap { item in
      if case .part(let placed, _, _) = item, !placed.child.hasProviders { return nil }
      return ProviderNode(item)
    }
  }
}

extension FeatureNode {
  /// Whether a provider is anywhere inside; unlike `mayDeclare`, this looks into lazy features.
  fileprivate var hasProviders: Bool {
    var walk = TreeWalk()
    var found = false
    walk.visit(self) { node in
      found = found || node.entries.contains { if case .provider = $0 { true } else { false } }
    }
    return found
  }
}
