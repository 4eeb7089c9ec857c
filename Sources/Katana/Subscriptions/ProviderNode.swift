/// A provider at its place in the app's model.
///
/// This is the smallest unit that the runtime calls again after an update. It is a single provider,
/// or all providers of a part that may have several children or none.
package struct ProviderNode: Sendable {
  private let item: ProviderItem
  /// Whether it must be called after each message, because its result depends on the message.
  let readsMessage: Bool
  /// The bytes of the app's model that it reads.
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

  /// Returns the declared subscriptions. Their addresses may be relative to the provider's own
  /// model; ``address(_:)`` makes them relative to the app's model.
  ///
  /// - Parameter model: The address of the app's model.
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

  /// Returns the subscriptions that one child of the provider's part declares.
  ///
  /// - Returns: The subscriptions, or `nil` if they cannot be found for this child alone. That is
  ///   so if the step is in another part, or if the providers must be called for all children. It
  ///   is also so if the child is not in the model.
  package func subscriptions(
    ofChild step: Scope.Step, _ model: UnsafeRawPointer, _ message: any Message,
    _ lastIndices: LastIndices
  ) -> [any Subscription]? {
    guard case .part(let placed, let name, _) = item, name == step.part, !readsMessage,
      let id = step.id, let direct = placed.part.direct,
      let child = placed.look(model, id, direct, lastIndices)
    else { return nil }
    var collector = SubscriptionCollector(message)
    collector.collect(child, of: placed, name)
    return collector.declared
  }

  /// Whether ``address(_:)`` changes the addresses of children.
  package var isAddressed: Bool {
    if case .provider(let place, _, _) = item { !place.path.isEmpty } else { false }
  }

  /// Makes the addresses of children relative to the app's model.
  package func address(_ subscriptions: inout [any Subscription]) {
    guard case .provider(let place, _, _) = item else { return }
    for index in subscriptions.indices where subscriptions[index].isWrapper {
      subscriptions[index] = lift(subscriptions[index], place)
    }
  }
}

extension Router {
  /// The providers in declared order. The providers of a part that may have several children or
  /// none are one node.
  package var providerPlaces: [ProviderNode] {
    providers.compactMap { item in
      if case .part(let placed, _, _) = item, !placed.child.hasProviders { return nil }
      return ProviderNode(item)
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
