import Katana
import KatanaComparison

extension Cycle {
  /// Asks the providers whose subscriptions may have changed, or all of them if there is no
  /// message, and starts, updates and stops subscriptions accordingly.
  func declare(after message: (any Message)?, _ number: UInt64) {
    let affected = message.flatMap(router.providersToAsk) ?? Array(providers.indices)
    if purity != nil, let message { checkProviders(except: affected, message) }
    if affected.isEmpty { return }
    let child = message.flatMap(router.toOneChild)
    let subscriptions = runner.subscriptions
    var changes: [ListChange] = []
    for index in affected {
      if let child, let partial = partialChanges(of: index, after: child) {
        changes += partial
      } else if child != nil || subscriptions.isIndexed(index) {
        changes.append(change(of: index, after: message, isIndexed: true))
      } else {
        // Most lists have not changed, so they are compared before anything is made of them.
        let new = declared(by: index, message)
        if subscriptions.renew(index, new) { continue }
        changes.append(
          ListChange(
            provider: index, at: providers[index], declared: new,
            since: subscriptions.list(of: index)))
      }
    }
    if !changes.isEmpty { subscriptions.declare(changes, cause: number) }
  }

  /// Asks a provider for all its subscriptions.
  ///
  /// - Parameter isIndexed: Whether messages to children ask those alone.
  private func change(
    of index: Int, after message: (any Message)?, isIndexed: Bool = false
  ) -> ListChange {
    let old = runner.subscriptions.list(of: index)
    guard isIndexed, !finishing.hasBegun, purity == nil else {
      return ListChange(
        provider: index, at: providers[index], declared: declared(by: index, message), since: old)
    }
    let (declared, positions) = providers[index].subscriptionsWithIndex(model.inside, message)
    return ListChange(
      provider: index, at: providers[index], declared: declared, positions, since: old)
  }

  /// Asks only for those subscriptions that may differ after a message to a child. Returns `nil` if
  /// all its subscriptions must be asked for, such as if their positions are not known.
  private func partialChanges(of index: Int, after message: ScopedMessage) -> [ListChange]? {
    guard !finishing.hasBegun, purity == nil,
      let positions = runner.subscriptions.index(of: index),
      let parts = providers[index].subscriptions(
        after: message, model.inside, positions, lastIndices)
    else { return nil }
    let old = runner.subscriptions.list(of: index)
    if parts.count == 1 {
      return [ListChange(provider: index, inPlaceOf: parts[0].range, parts[0].declared, since: old)]
    }
    let changes = parts.map {
      ListChange(provider: index, inPlaceOf: $0.range, $0.declared, since: old)
    }
    // Several changes at once may move declarations past each other, and past those between them.
    if changes.count(where: { !$0.part.isEmpty }) > 1 { return nil }
    // A change of the number moves what is behind it, so the others come first.
    return changes.filter { !$0.movesOthers } + changes.filter(\.movesOthers)
  }

  private func declared(by index: Int, _ message: (any Message)?) -> [any Subscription] {
    let declared = providers[index].subscriptions(model.inside, message)
    return finishing.hasBegun ? declared.filter { unwrapped($0).leaf.isConstant } : declared
  }

  /// Stops all subscriptions except the constant ones.
  func endEvents() {
    if providers.isEmpty { return }
    runner.subscriptions.declare(
      providers.indices.map { change(of: $0, after: nil) }, cause: lastNumber)
  }

  /// Reports the providers whose subscriptions have changed although nothing that they may read has
  /// changed: they depend on something outside of the model.
  private func checkProviders(except affected: [Int], _ message: any Message) {
    for index in Set(providers.indices).subtracting(affected).sorted() {
      let (old, change) = (
        runner.subscriptions.list(of: index).values, change(of: index, after: message)
      )
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
