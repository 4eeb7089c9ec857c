import Katana

/// Tells callback-style interpreters of one runtime that their runs were cancelled, at most once.
final class Cancellation: Sendable {
  // One lock for all runs of a runtime, because few interpreters ask, and a lock for each run would
  // cost every command two allocations.
  private let lock = Lock()

  /// Marks a run as cancelled. Returns whom to tell.
  func cancel(_ run: Run) -> [@Sendable () -> Void] {
    lock.withLock {
      run.isCancelled = true
      let handlers = run.onCancel
      run.onCancel = []
      return handlers
    }
  }

  /// Whether a run was cancelled.
  func hasCancelled(_ run: Run) -> Bool { lock.withLock { run.isCancelled } }

  /// Keeps whom to tell. Returns whether it is too late: the run was cancelled.
  fileprivate func keep(_ handler: @escaping @Sendable () -> Void, for run: Run) -> Bool {
    lock.withLock {
      if !run.isCancelled { run.onCancel.append(handler) }
      return run.isCancelled
    }
  }
}

extension Dispatcher {
  /// Calls a function when the command is cancelled or the runtime ends: for interpreters that return
  /// before their work is done.
  ///
  /// Called at most once, on the thread that handles the message that led to it; at once, on this
  /// thread, if the command was cancelled before. Never called for the dispatchers of other senders.
  ///
  /// - Important: The function must not keep the dispatcher, or the command never finishes.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    guard let run = sender as? Run else { return }
    if sender.home.cancellation.keep(action, for: run) { action() }
  }
}
