import Katana
import KatanaComparison

/// Which providers are asked after a message, and what has changed in their lists.
extension Cycle {
  /// Asks all providers, when there is no message: the app starts, or was restored.
  func declareAll(_ number: UInt64) { declare(providers, after: NoMessage.none, number) }

  /// Asks the providers whose subscriptions a message may have changed, and starts, updates and stops
  /// subscriptions accordingly.
  ///
  /// - Parameter box: Returns the message. Most need no box, since most providers do not read them.
  func declare(after type: any Message.Type, _ number: UInt64, _ box: () -> any Message) {
    if purity == nil, let asked = router.providersToAsk(after: ObjectIdentifier(type)) {
      return declare(changes(of: asked, box), number)
    }
    let message = box()
    declare(router.providersToAsk(after: message), after: message, number)
  }

  private func declare(_ asked: [ProviderNode], after message: any Message, _ number: UInt64) {
    if purity != nil { checkProviders(except: asked, message) }
    guard let child = router.toOneChild(message) else {
      return declare(changes(of: asked) { message }, number)
    }
    declare(
      asked.flatMap { partialChanges(of: $0, after: child) ?? [change(of: $0, after: message)] },
      number)
  }

  @inline(__always)
  private func declare(_ changes: [ListChange], _ number: UInt64) {
    if !changes.isEmpty { runner.subscriptions.declare(changes, cause: number) }
  }

  /// Asks providers for all their subscriptions. Returns the lists that are not the last ones.
  @inline(__always)
  private func changes(of asked: [ProviderNode], _ message: () -> any Message) -> [ListChange] {
    let table = runner.subscriptions.table
    var changes: [ListChange] = []
    for node in asked {
      let list = table.lists[node.index]
      if list.wasIndexed {
        changes.append(change(of: node, after: message()))
        continue
      }
      // Most lists have not changed, so they are compared before anything is made of them.
      let new =
        node.readsMessage ? declared(by: node, message()) : declared(by: node, NoMessage.none)
      if !table.renew(list, new) { changes.append(change(of: node, to: new)) }
    }
    return changes
  }

  /// Asks a provider for all its subscriptions, and where they are if messages to children may ask
  /// those alone.
  private func change(of node: ProviderNode, after message: any Message) -> ListChange {
    guard !finishing.hasBegun, purity == nil else {
      return change(of: node, to: declared(by: node, message))
    }
    let (declared, positions) = node.subscriptionsWithIndex(model.inside, message)
    return change(of: node, to: declared, positions)
  }

  private func change(
    of node: ProviderNode, to declared: [any Subscription], _ positions: DeclarationIndex? = nil
  ) -> ListChange {
    ListChange(
      provider: node.index, at: node, declared: declared, positions,
      since: runner.subscriptions.table.lists[node.index])
  }

  /// Asks only for those subscriptions that may differ after a message to a child. Returns `nil` if
  /// all its subscriptions must be asked for, such as if their positions are not known.
  private func partialChanges(of node: ProviderNode, after message: ScopedMessage) -> [ListChange]?
  {
    let old = runner.subscriptions.table.lists[node.index]
    guard !finishing.hasBegun, purity == nil, let positions = old.index,
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

  @inline(__always)
  private func declared(by node: ProviderNode, _ message: any Message) -> [any Subscription] {
    let declared = node.subscriptions(model.inside, message)
    return finishing.hasBegun ? declared.filter { unwrapped($0).leaf.isConstant } : declared
  }

  /// Stops all subscriptions except the constant ones.
  func endEvents() {
    declare(providers.map { change(of: $0, after: NoMessage.none) }, lastNumber)
  }

  /// Reports the providers whose subscriptions have changed although nothing that they may read has
  /// changed: they depend on something outside of the model.
  private func checkProviders(except asked: [ProviderNode], _ message: any Message) {
    for node in providers where !asked.contains(where: { $0 === node }) {
      let old = runner.subscriptions.table.lists[node.index].values
      let change = change(of: node, after: message)
      if change.part.isEmpty { continue }
      let difference = Difference.firstWithPath(between: old, and: change.values)
      core.report(
        .impureSubscriptions(
          message: ValueName(message).fullName, difference: difference?.path ?? DifferencePath()))
    }
  }
}

extension Subscription {
  /// Whether this is a ``Katana/ConstantSubscription``.
  fileprivate var isConstant: Bool { ID.self == ConstantSubscriptionID.self }
}
