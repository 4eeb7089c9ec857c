import Katana

/// Which providers are asked after a message, and what has changed in their lists.
extension Loop {
  /// Asks all providers, when there is no message: the app starts, was restored, or comes to its end.
  func declareAll(_ number: UInt64) { declare(after: NoMessage.none, asking: nil, number) }

  /// Asks the providers whose subscriptions a message may have changed, and starts, updates and stops
  /// subscriptions accordingly.
  func declare(after message: any Message, _ number: UInt64) {
    if router.providers.isEmpty { return }
    declare(after: message, asking: router.providersToAsk(after: message), number)
  }

  private func declare(after message: any Message, asking asked: [Int]?, _ number: UInt64) {
    if router.providers.isEmpty { return }
    let subscriptions = subscriptions
    var walk = ProviderWalk(
      router, model.inside, children, after: message, asking: asked, lastIndices,
      subscriptions.table, onlyConstants: end.isFinishing)
    walk.walk()
    var changes = walk.changes
    if !goneLists.isEmpty {
      changes = goneLists.map { ListChange($0, of: nil, to: []) } + changes
      goneLists = []
    }
    if changes.isEmpty { return }
    subscriptions.declare(changes, cause: number)
    for change in changes where change.values.isEmpty {
      change.record?.removeList(change.list.item)
    }
  }
}
