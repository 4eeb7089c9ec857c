import Katana

/// Tells callback-style interpreters of one runtime that their runs were cancelled, at most once.
final class Cancellation: Sendable {
  // One lock for all runs of a runtime, because few interpreters ask, and a lock for each run would
  // cost every command two allocations.
  private let lock = Lock()

  /// Marks a run as cancelled. Returns whom to tell.
  func cancel(_ run: Run) -> [@Sendable () -> Void] {
    let handlers = lock.withLock {
      run.isCancelled = true
      let handlers = run.onCancel
      run.onCancel = [:]
      return handlers
    }
    return handlers.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Lets a task of a run begin. Returns whether it may: the run was not cancelled.
  func begin(_ run: Run) -> Bool {
    lock.withLock {
      if run.isCancelled { return false }
      run.hasBegun = true
      return true
    }
  }

  /// Whether a task of a run has begun.
  func hasBegun(_ run: Run) -> Bool { lock.withLock { run.hasBegun } }

  /// Whether a run was cancelled.
  func hasCancelled(_ run: Run) -> Bool { lock.withLock { run.isCancelled } }

  /// Keeps whom to tell. Returns its number; `nil` if it is too late: the run was cancelled.
  func keep(_ handler: @escaping @Sendable () -> Void, for run: Run) -> Int? {
    lock.withLock {
      if run.isCancelled { return nil }
      run.cancelHandlerCount += 1
      run.onCancel[run.cancelHandlerCount] = handler
      return run.cancelHandlerCount
    }
  }

  /// Forgets whom to tell.
  func forget(_ number: Int, of run: Run) {
    // Released after the lock: the end of what a handler holds may run anything.
    let handler = lock.withLock { run.onCancel.removeValue(forKey: number) }
    withExtendedLifetime(handler) {}
  }
}

extension Dispatcher {
  /// Calls a function when the command is cancelled or the runtime ends: for interpreters that
  /// return before their work is done.
  ///
  /// Called at most once, on the thread that handles the message that led to it; at once, on this
  /// thread, if the command was cancelled before. Never called for the dispatchers of other
  /// senders.
  ///
  /// - Important: The function must not keep the dispatcher, or the command never finishes.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    guard let run = sender as? Run else { return }
    if sender.home.cancellation.keep(action, for: run) == nil { action() }
  }
}
