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

/// One piece of work that waits, and may be cancelled until it begins.
private final class Turn: @unchecked Sendable {
  // Sendable, because `waiting` is used with the lock held.
  private let lock = Lock()
  private var waiting: (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)?

  init(_ dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher) -> Void) {
    waiting = (dispatch, work)
  }

  func take() {
    if let (dispatch, work) = remove() { work(dispatch) }
  }

  func cancel() { _ = remove() }

  private func remove() -> (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}
