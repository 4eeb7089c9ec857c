/// What any thread may ask of a run or hand to it: whether it was cancelled, whether a task of it has
/// begun, and whom to tell of the cancellation. Pure; guarded by ``RuntimeCore/runLock``.
struct RunLife {
  typealias Handler = @Sendable () -> Void

  /// Who is told of a cancellation.
  enum Listener {
    case handler(Handler)
    case task(Task<Void, Never>)
    /// A task that is being made.
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
  /// Whether a task of the run has begun.
  private(set) var hasBegun = false
  /// In the order of their numbers; `nil` where one has left, so that leaving costs the same among
  /// many.
  private var listeners: [(number: Int, listener: Listener?)] = []
  private(set) var count = 0
  private var lastNumber = 0

  /// A task of the run begins. Returns whether it may.
  mutating func begin() -> Bool {
    if isCancelled { return false }
    hasBegun = true
    return true
  }

  /// Cancels the run. Returns whom to tell, in the order in which they came.
  mutating func cancel() -> [Listener] {
    isCancelled = true
    defer { (listeners, count) = ([], 0) }
    return listeners.compactMap(\.listener)
  }

  /// Adds a listener. Returns its number; `nil` if it is too late.
  mutating func add(_ listener: Listener) -> Int? {
    if isCancelled { return nil }
    lastNumber += 1
    count += 1
    listeners.append((lastNumber, listener))
    return lastNumber
  }

  /// Says which task a listener is that was to come. Returns whether it must be cancelled at once.
  mutating func set(_ task: Task<Void, Never>, as number: Int) -> Bool {
    // It may have ended, and left, before this.
    if let index = index(of: number), listeners[index].listener != nil {
      listeners[index].listener = .task(task)
    }
    return isCancelled
  }

  /// Removes a listener, and returns it: its end may run anything, so it must come without the lock.
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
