import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTesting

/// Performs commands one after another, in their order, each after the delay that the conditions
/// choose.
final class VirtualOrder: Sendable {
  let conditions: Conditions
  private let state = Locked((waiting: [(turn: Turn, clock: any RuntimeClock)](), isBusy: false))

  init(_ conditions: Conditions) { self.conditions = conditions }

  /// Performs a command after all earlier ones, unless it is cancelled before.
  ///
  /// - Parameters:
  ///   - dispatch: The dispatcher of the command.
  ///   - work: Performs the command. It receives the dispatcher, and whether it must fail.
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
