/// The state of a run that any thread may use: whether it was cancelled or has ended, its tasks, and
/// its cancellation handlers. Pure; guarded by ``RuntimeCore/rareLock``.
struct RunLife {
  typealias Handler = @Sendable () -> Void

  /// A handler or a task that is informed of a cancellation.
  enum CancellationHandler {
    case handler(Handler)
    case task(Task<Void, Never>)
    /// A task that is being created.
    case taskToCome

    func tell() {
      switch self {
      case .handler(let handler): handler()
      case .task(let task): task.cancel()
      case .taskToCome: break
      }
    }
  }

  private(set) var isCancelled = false
  /// Whether the last reference to the run was released.
  private(set) var hasEnded = false
  /// Whether a task of the run has begun.
  private(set) var hasBegun = false
  /// The identities of the run's tasks that have begun and not ended. By them, `shutdown` and
  /// `finish` recognise the run that calls them. Most runs have one task, which needs no set.
  private var task: Int?
  private var otherTasks: Set<Int> = []
  private var handlers = NumberedList<CancellationHandler>()
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
  mutating func cancel() -> [CancellationHandler]? {
    if hasEnded { return nil }
    isCancelled = true
    return takeHandlers()
  }

  /// Ends the run. Returns the handlers, so that the caller can release them without the lock: a
  /// deinitialiser may run any code.
  mutating func end() -> [CancellationHandler] {
    hasEnded = true
    return takeHandlers()
  }

  private mutating func takeHandlers() -> [CancellationHandler] {
    if handlers.isEmpty { return [] }
    defer { handlers = NumberedList() }
    return handlers.all
  }

  /// Adds a handler. Returns its number; `nil` if the run was already cancelled.
  mutating func add(_ handler: CancellationHandler) -> UInt64? {
    if isCancelled { return nil }
    lastNumber += 1
    handlers.append(handler, as: lastNumber)
    return lastNumber
  }

  /// Sets the task of a handler that was added before its task was created. Returns whether the
  /// task must be cancelled immediately.
  mutating func set(_ task: Task<Void, Never>, as number: UInt64) -> Bool {
    // The task may have ended and removed its handler before.
    handlers[number] = .task(task)
    return isCancelled
  }

  /// Removes a handler and returns it, so that the caller can release it without the lock.
  mutating func remove(_ number: UInt64) -> CancellationHandler? { handlers.remove(number) }
}
