import Katana

extension Cycle {
  /// Asks the providers that may declare something else now; all of them at the start.
  func declare(after message: (any Message)?, _ number: UInt64) {
    let affected = message.flatMap(router.providersToAsk) ?? Array(providers.indices)
    if purity != nil, let message { checkProviders(except: affected, message) }
    if affected.isEmpty { return }
    effects.subscriptions.declare(
      affected.map { ($0, providers[$0].subscriptions(model.inside, message)) }, cause: number)
  }

  /// Reports the providers that would declare something else, although nothing that they may read has
  /// changed: they read something else.
  private func checkProviders(except affected: [Int], _ message: any Message) {
    for index in Set(providers.indices).subtracting(affected).sorted() {
      let (old, new) = (
        effects.subscriptions.list(of: index), providers[index].subscriptions(model.inside, message)
      )
      if ChangedPart(from: old, to: new).isEmpty { continue }
      let path = Difference.first(between: old, and: new)?.path ?? ""
      home.report(
        .impureSubscriptions(
          message: Label(message).fullName, difference: path.isEmpty ? "the whole" : path))
    }
  }
}
