package import KatanaRuntime

/// One piece of work that waits, and may be cancelled until it begins.
package final class Turn: @unchecked Sendable {
  // Sendable, because `waiting` is used with the lock held.
  private let lock = Lock()
  private var waiting: (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)?

  /// Creates the work of a command.
  package init(_ dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher) -> Void) {
    waiting = (dispatch, work)
  }

  /// Does the work, unless it was cancelled or done.
  package func take() {
    if let (dispatch, work) = remove() { work(dispatch) }
  }

  /// Lets go of the work.
  package func cancel() { _ = remove() }

  private func remove() -> (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}
