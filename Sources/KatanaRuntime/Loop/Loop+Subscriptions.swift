import Katana

/// Which providers are asked after a message, and what has changed in their lists.
extension Loop {
  /// Asks all providers, when there is no message: the app starts, or was restored.
  func declareAll(_ number: UInt64) { declare(changes(of: providers, NoMessage.none), number) }

  /// Asks the providers whose subscriptions a message may have changed, and starts, updates and stops
  /// subscriptions accordingly.
  func declare(after message: any Message, _ number: UInt64) {
    let asked = router.providersToAsk(after: message)
    guard let child = router.toOneChild(message) else {
      return declare(changes(of: asked, message), number)
    }
    declare(
      asked.flatMap { partialChanges(of: $0, after: child) ?? [change(of: $0, after: message)] },
      number)
  }

  private func declare(_ changes: [ListChange], _ number: UInt64) {
    if !changes.isEmpty { subscriptions.declare(changes, cause: number) }
  }

  /// Asks providers for all their subscriptions. Returns the lists that are not the last ones.
  private func changes(of asked: [ProviderNode], _ message: any Message) -> [ListChange] {
    asked.compactMap { node in
      let table = subscriptions.table
      let list = table.lists[node.index]
      if list.wasIndexed { return change(of: node, after: message) }
      // Most lists have not changed, so they are compared before anything is made of them.
      let new = declared(by: node, message)
      return table.renew(list, new) ? nil : change(of: node, to: new)
    }
  }

  /// Asks a provider for all its subscriptions, and where they are if messages to children may ask those
  /// alone.
  private func change(of node: ProviderNode, after message: any Message) -> ListChange {
    if end.isFinishing { return change(of: node, to: declared(by: node, message)) }
    let (declared, positions) = node.subscriptionsWithIndex(model.inside, message)
    return change(of: node, to: declared, positions)
  }

  private func change(
    of node: ProviderNode, to declared: [any Subscription], _ positions: DeclarationIndex? = nil
  ) -> ListChange {
    ListChange(
      provider: node.index, at: node, declared: declared, positions,
      since: subscriptions.table.lists[node.index])
  }

  /// Asks only for those subscriptions that may differ after a message to a child. Returns `nil` if all
  /// its subscriptions must be asked for, such as if their positions are not known.
  private func partialChanges(of node: ProviderNode, after message: ScopedMessage) -> [ListChange]?
  {
    let old = subscriptions.table.lists[node.index]
    guard !end.isFinishing, let positions = old.index,
      let parts = node.subscriptions(after: message, model.inside, positions, lastIndices)
    else { return nil }
    let changes = parts.map {
      ListChange(provider: node.index, inPlaceOf: $0.range, $0.declared, since: old)
    }
    // Several changes at once may move declarations past each other, and past those between them.
    if changes.count(where: { !$0.part.isEmpty }) > 1 { return nil }
    // A change of the number moves what is behind it, so the others come first.
    return changes.filter { !$0.movesOthers } + changes.filter(\.movesOthers)
  }

  private func declared(by node: ProviderNode, _ message: any Message) -> [any Subscription] {
    let declared = node.subscriptions(model.inside, message)
    return end.isFinishing ? declared.filter { unwrapped($0).leaf.isConstant } : declared
  }

  /// Stops all subscriptions except the constant ones.
  func endEvents() {
    declare(providers.map { change(of: $0, after: NoMessage.none) }, lastNumber)
  }
}

extension Subscription {
  /// Whether this is a ``Katana/ConstantSubscription``.
  fileprivate var isConstant: Bool { ID.self == ConstantSubscriptionID.self }
}
