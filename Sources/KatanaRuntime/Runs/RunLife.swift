/// The state of a run that any thread may use: whether it was cancelled or has ended, its tasks, and
/// its cancellation handlers. Pure; guarded by ``RuntimeCore/rareLock``.
struct RunLife {
  typealias Handler = @Sendable () -> Void

  private(set) var isCancelled = false
  /// Whether the last reference to the run was released.
  private(set) var hasEnded = false
  /// Whether a task of the run has begun.
  private(set) var hasBegun = false
  /// The identities of the run's tasks that have begun and not ended. By them, `shutdown` and
  /// `finish` recognise the run that calls them. Most runs have one task, which needs no set.
  private var task: Int?
  private var otherTasks: Set<Int> = []
  /// By their numbers, in which order they are called.
  private var handlers: [UInt64: Handler] = [:]
  private var lastNumber: UInt64 = 0
  /// The number of handlers.
  var count: Int { handlers.count }

  /// Notes that a task of the run begins. Returns `false` if the run was cancelled and the task
  /// must not begin.
  mutating func begin(_ newTask: Int?) -> Bool {
    if isCancelled { return false }
    hasBegun = true
    if task == nil { task = newTask } else if let newTask { otherTasks.insert(newTask) }
    return true
  }

  /// Forgets a task that ends. The task itself calls this.
  mutating func end(_ endedTask: Int?) {
    if task == endedTask { task = nil } else if let endedTask { otherTasks.remove(endedTask) }
  }

  /// Whether a task is one of the run's.
  func isPerformed(by other: Int) -> Bool { task == other || otherTasks.contains(other) }

  /// Cancels the run. Returns the handlers to inform, in the order in which they were added; `nil`
  /// if the run has ended.
  mutating func cancel() -> [Handler]? {
    if hasEnded { return nil }
    isCancelled = true
    return takeHandlers()
  }

  /// Ends the run. Returns the handlers, so that the caller can release them without the lock: a
  /// deinitialiser may run any code.
  mutating func end() -> [Handler] {
    hasEnded = true
    return takeHandlers()
  }

  private mutating func takeHandlers() -> [Handler] {
    if handlers.isEmpty { return [] }
    defer { handlers = [:] }
    return handlers.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds a handler. Returns its number; `nil` if the run was already cancelled.
  mutating func add(_ handler: @escaping Handler) -> UInt64? {
    if isCancelled { return nil }
    lastNumber += 1
    handlers[lastNumber] = handler
    return lastNumber
  }

  /// Replaces a handler that was added before its task was created. Returns whether the task must be
  /// cancelled immediately.
  mutating func set(_ handler: @escaping Handler, as number: UInt64) -> Bool {
    // The task may have ended and removed its handler before.
    if handlers[number] != nil { handlers[number] = handler }
    return isCancelled
  }

  /// Removes a handler and returns it, so that the caller can release it without the lock.
  mutating func remove(_ number: UInt64) -> Handler? { handlers.removeValue(forKey: number) }
}
