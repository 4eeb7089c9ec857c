/// The state of a run that any thread may use: whether it was cancelled or has ended, its tasks, and
/// its cancellation listeners. Pure; guarded by ``RuntimeCore/runLock``.
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
  /// The listeners in the order of their numbers. A removed one is `nil` until many are, so that
  /// removing one of many takes constant time on average.
  private var listeners: [(number: Int, listener: Listener?)] = []
  private(set) var count = 0
  private var lastNumber = 0

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
    if count == 0 { return [] }
    defer { (listeners, count) = ([], 0) }
    return listeners.compactMap(\.listener)
  }

  /// Adds a listener. Returns its number; `nil` if the run was already cancelled.
  mutating func add(_ listener: Listener) -> Int? {
    if isCancelled { return nil }
    lastNumber += 1
    count += 1
    listeners.append((lastNumber, listener))
    return lastNumber
  }

  /// Sets the task of a listener that was added before its task was created. Returns whether the
  /// task must be cancelled immediately.
  mutating func set(_ task: Task<Void, Never>, as number: Int) -> Bool {
    // The task may have ended and removed its listener before.
    if let index = index(of: number), listeners[index].listener != nil {
      listeners[index].listener = .task(task)
    }
    return isCancelled
  }

  /// Removes a listener and returns it, so that the caller can release it without the lock.
  mutating func remove(_ number: Int) -> Listener? {
    guard let index = index(of: number), let listener = listeners[index].listener else {
      return nil
    }
    listeners[index].listener = nil
    count -= 1
    if listeners.count > 2 * count + 8 { listeners.removeAll { $0.listener == nil } }
    return listener
  }

  private func index(of number: Int) -> Int? {
    var (low, high) = (0, listeners.count)
    while low < high {
      let middle = (low + high) / 2
      if listeners[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < listeners.count && listeners[low].number == number ? low : nil
  }
}
