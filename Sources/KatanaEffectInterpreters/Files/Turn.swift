package import KatanaRuntime

/// The work of a command, which can be cancelled until it begins.
package final class Turn: @unchecked Sendable {
  // Sendable, because `waiting` is accessed only while the lock is held.
  private let lock = Lock()
  private var waiting: (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)?

  /// Creates the work of a command.
  ///
  /// - Parameters:
  ///   - dispatch: The dispatcher of the command. The command runs until the dispatcher is
  ///     released.
  ///   - work: The work, which gets the dispatcher.
  package init(_ dispatch: Dispatcher, _ work: @escaping @Sendable (Dispatcher) -> Void) {
    waiting = (dispatch, work)
  }

  /// Performs the work, unless it was cancelled or performed before.
  package func take() {
    if let (dispatch, work) = remove() { work(dispatch) }
  }

  /// Releases the work and the dispatcher without performing the work.
  package func cancel() { _ = remove() }

  private func remove() -> (dispatch: Dispatcher, work: @Sendable (Dispatcher) -> Void)? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}
