import Katana
import KatanaComparison

extension Cycle {
  /// Asks the providers whose subscriptions may have changed, or all of them if there is no
  /// message, and starts, updates and stops subscriptions accordingly.
  func declare(after message: (any Message)?, _ number: UInt64) {
    let affected = message.flatMap(router.providersToAsk) ?? Array(providers.indices)
    if purity != nil, let message { checkProviders(except: affected, message) }
    if affected.isEmpty { return }
    let child = message.flatMap(router.onlyChildChanged)
    let changes = affected.map { index in
      if let message, let child, let change = change(of: index, in: child, after: message) {
        return change
      }
      return change(of: index, after: message)
    }
    runner.subscriptions.declare(changes, cause: number)
  }

  /// Asks a provider for all its subscriptions.
  private func change(of index: Int, after message: (any Message)?) -> ListChange {
    ListChange(
      provider: index, at: providers[index],
      declared: declared(by: index, message),
      since: runner.subscriptions.list(of: index))
  }

  /// Asks a provider for the subscriptions of one child only. Returns `nil` if all its
  /// subscriptions must be asked for.
  private func change(
    of index: Int, in child: Scope.Step, after message: any Message
  ) -> ListChange? {
    guard !finishing.hasBegun, purity == nil, let id = child.id,
      let declared = providers[index].subscriptions(
        ofChild: child, model.inside, message, lastIndices),
      let range = runner.subscriptions.range(of: id, in: child.part, of: index),
      // For a child that declared nothing before, the position of its subscriptions is not known.
      !range.isEmpty || declared.isEmpty
    else { return nil }
    return ListChange(
      provider: index, ofChild: declared, at: range, since: runner.subscriptions.list(of: index))
  }

  private func declared(by index: Int, _ message: (any Message)?) -> [any Subscription] {
    let declared = providers[index].subscriptions(model.inside, message)
    return finishing.hasBegun ? declared.filter { unwrapped($0).leaf.isConstant } : declared
  }

  /// Stops all subscriptions except the constant ones.
  func endEvents() {
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
      let path = Difference.first(between: old, and: change.values)?.path ?? ""
      core.report(
        .impureSubscriptions(
          message: ValueName(message).fullName, difference: path.isEmpty ? "the whole" : path))
    }
  }
}

extension Subscription {
  /// Whether this is a ``Katana/ConstantSubscription``.
  fileprivate var isConstant: Bool { ID.self == ConstantSubscriptionID.self }
}
