import Dispatch
import KatanaRuntime

/// Performs the blocking work of commands one at a time, on a thread that belongs neither to the
/// runtime nor to Swift's thread pool.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: name) }

  /// Adds the work of a command to the queue. It is not performed if the command is cancelled
  /// before it begins.
  func perform(for dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher) -> Void) {
    let turn = Turn(dispatch, work)
    dispatch.onCancel { turn.cancel() }
    queue.async { turn.take() }
  }
}
