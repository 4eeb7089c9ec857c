import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTesting

/// Performs commands one after the other, in their order, each after a time that the conditions
/// choose.
final class VirtualOrder: Sendable {
  let conditions: Conditions
  private let state = Locked((waiting: [(turn: Turn, clock: any RuntimeClock)](), isBusy: false))

  init(_ conditions: Conditions) { self.conditions = conditions }

  /// Does the work of a command in its turn, unless the command is cancelled before.
  ///
  /// - Parameter work: Given the dispatcher, and whether the command is to fail.
  func perform(
    for dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher, Bool) -> Void
  ) {
    let turn = Turn(dispatch) { [conditions] in work($0, conditions.nextFails()) }
    dispatch.onCancel { turn.cancel() }
    state.withLock { $0.waiting.append((turn, dispatch.clock)) }
    performNext()
  }

  private func performNext() {
    let next = state.withLock { state -> (turn: Turn, clock: any RuntimeClock)? in
      if state.isBusy || state.waiting.isEmpty { return nil }
      state.isBusy = true
      return state.waiting.removeFirst()
    }
    guard let next else { return }
    conditions.perform(on: next.clock) { [self] in
      next.turn.take()
      state.withLock { $0.isBusy = false }
      performNext()
    }
  }
}
