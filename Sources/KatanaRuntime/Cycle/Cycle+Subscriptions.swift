import Katana
import KatanaComparison

extension Cycle {
  /// Asks all providers, when there is no message: the app starts, or was restored.
  func declareAll(_ number: UInt64) {
    declare(Array(providers.indices), after: NoMessage.none, number)
  }

  /// Asks the providers whose subscriptions may have changed, and starts, updates and stops
  /// subscriptions accordingly.
  func declare(_ affected: [Int], after message: any Message, _ number: UInt64) {
    if purity != nil { checkProviders(except: affected, message) }
    let subscriptions = runner.subscriptions
    var changes: [ListChange] = []
    if ScopedMessage.isAround(message), let child = router.toOneChild(message) {
      for index in affected {
        changes +=
          partialChanges(of: index, after: child) ?? [change(of: index, after: message)]
      }
    } else {
      for index in affected {
        if subscriptions.list(of: index).wasIndexed {
          changes.append(change(of: index, after: message))
          continue
        }
        // Most lists have not changed, so they are compared before anything is made of them.
        let new = declared(by: index, message)
        if !subscriptions.renew(index, new) { changes.append(change(of: index, to: new)) }
      }
    }
    if !changes.isEmpty { subscriptions.declare(changes, cause: number) }
  }

  /// Asks a provider for all its subscriptions, and where they are if messages to children may ask
  /// those alone.
  private func change(of index: Int, after message: any Message) -> ListChange {
    guard !finishing.hasBegun, purity == nil else {
      return change(of: index, to: declared(by: index, message))
    }
    let (declared, positions) = providers[index].subscriptionsWithIndex(model.inside, message)
    return change(of: index, to: declared, positions)
  }

  private func change(
    of index: Int, to declared: [any Subscription], _ positions: DeclarationIndex? = nil
  ) -> ListChange {
    ListChange(
      provider: index, at: providers[index], declared: declared, positions,
      since: runner.subscriptions.list(of: index))
  }

  /// Asks only for those subscriptions that may differ after a message to a child. Returns `nil` if
  /// all its subscriptions must be asked for, such as if their positions are not known.
  private func partialChanges(of index: Int, after message: ScopedMessage) -> [ListChange]? {
    guard !finishing.hasBegun, purity == nil,
      let positions = runner.subscriptions.list(of: index).index,
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

  private func declared(by index: Int, _ message: any Message) -> [any Subscription] {
    let declared = providers[index].subscriptions(model.inside, message)
    return finishing.hasBegun ? declared.filter { unwrapped($0).leaf.isConstant } : declared
  }

  /// Stops all subscriptions except the constant ones.
  func endEvents() {
    if providers.isEmpty { return }
    runner.subscriptions.declare(
      providers.indices.map { change(of: $0, after: NoMessage.none) }, cause: lastNumber)
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
