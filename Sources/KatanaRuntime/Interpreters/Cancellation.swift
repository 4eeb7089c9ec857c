import Katana

/// Tells callback-style interpreters of one runtime that their runs were cancelled, at most once.
final class Cancellation: Sendable {
  // One lock for all runs of a runtime, because few interpreters ask, and a lock for each run would
  // cost every command two allocations.
  private let lock = Lock()

  /// Marks a run as cancelled. Returns whom to tell, in the order in which they asked for it.
  func cancel(_ run: Run) -> CancelHandlers {
    lock.withLock {
      run.isCancelled = true
      var handlers = CancelHandlers()
      swap(&handlers, &run.onCancel)
      return handlers
    }
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
      return run.onCancel.add(handler)
    }
  }

  /// Forgets whom to tell.
  func forget(_ number: Int, of run: Run) {
    // Released after the lock: the end of what a handler holds may run anything.
    let handler = lock.withLock { run.onCancel.remove(number) }
    withExtendedLifetime(handler) {}
  }
}

/// Whom to tell of a cancellation, in order. One that leaves costs nearly the same among many.
struct CancelHandlers {
  typealias Handler = @Sendable () -> Void
  /// In the order of their numbers; `nil` where one has left.
  private var entries: [(number: Int, handler: Handler?)] = []
  private(set) var count = 0
  private var lastNumber = 0

  func callAll() { for entry in entries { entry.handler?() } }

  /// Adds a handler. Returns its number.
  mutating func add(_ handler: @escaping Handler) -> Int {
    lastNumber += 1
    count += 1
    entries.append((lastNumber, handler))
    return lastNumber
  }

  mutating func remove(_ number: Int) -> Handler? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == number, let handler = entries[low].handler
    else { return nil }
    entries[low].handler = nil
    count -= 1
    if entries.count > 2 * count + 8 { entries.removeAll { $0.handler == nil } }
    return handler
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
