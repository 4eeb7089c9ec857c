import Dispatch
import KatanaRuntime

/// Performs blocking work of commands in order, on a thread that is neither the runtime's nor of
/// Swift's pool.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: name) }

  /// Does the work of a command, unless the command is cancelled before its turn.
  func perform(for dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher) -> Void) {
    let turn = Turn(dispatch, work)
    dispatch.onCancel { turn.cancel() }
    queue.async { turn.take() }
  }
}
