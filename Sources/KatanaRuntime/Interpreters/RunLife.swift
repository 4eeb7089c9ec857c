/// The state of a run that any thread may use: whether it was cancelled or has ended, its tasks, and
/// its cancellation listeners. Pure; guarded by ``RuntimeCore/rareLock``.
struct RunLife {
  typealias Handler = @Sendable () -> Void

  /// A handler or a task that is informed of a cancellation.
  enum Listener {
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
  private var listeners = NumberedList<Listener>()
  private var lastNumber: UInt64 = 0
  /// The number of listeners.
  var count: Int { listeners.count }

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

  /// Cancels the run. Returns the listeners to inform, in the order in which they were added; `nil`
  /// if the run has ended.
  mutating func cancel() -> [Listener]? {
    if hasEnded { return nil }
    isCancelled = true
    return takeListeners()
  }

  /// Ends the run. Returns the listeners, so that the caller can release them without the lock: a
  /// deinitialiser may run any code.
  mutating func end() -> [Listener] {
    hasEnded = true
    return takeListeners()
  }

  private mutating func takeListeners() -> [Listener] {
    if listeners.isEmpty { return [] }
    defer { listeners = NumberedList() }
    return listeners.all
  }

  /// Adds a listener. Returns its number; `nil` if the run was already cancelled.
  mutating func add(_ listener: Listener) -> UInt64? {
    if isCancelled { return nil }
    lastNumber += 1
    listeners.append(listener, as: lastNumber)
    return lastNumber
  }

  /// Sets the task of a listener that was added before its task was created. Returns whether the
  /// task must be cancelled immediately.
  mutating func set(_ task: Task<Void, Never>, as number: UInt64) -> Bool {
    // The task may have ended and removed its listener before.
    listeners[number] = .task(task)
    return isCancelled
  }

  /// Removes a listener and returns it, so that the caller can release it without the lock.
  mutating func remove(_ number: UInt64) -> Listener? { listeners.remove(number) }
}
