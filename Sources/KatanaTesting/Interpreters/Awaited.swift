import KatanaRuntime

/// State behind a lock. A task can wait, for a limited real time, until the state meets a
/// condition.
final class Awaited<State>: Sendable {
  fileprivate struct Waiter {
    let id: Int
    /// Returns a closure that resumes the task, or `nil` if the state does not meet the condition.
    let attempt: (inout State) -> (() -> Void)?
    let giveUp: () -> Void
  }

  fileprivate struct Contents {
    var state: State
    var waiters: [Waiter] = []
    var lastID = 0
    /// The waiters whose limit passed, or whose task was cancelled, before they were added.
    var tooLate: Set<Int> = []
  }

  private let contents: Locked<Contents>

  init(_ state: State) { contents = Locked(Contents(state: state)) }

  /// Changes the state, and resumes the tasks whose conditions are met, in the order in which they
  /// began to wait.
  @discardableResult
  func update<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, ready) = contents.withLock { contents in
      let result = change(&contents.state)
      return (result, contents.takeReady())
    }
    for resume in ready { resume() }
    return result
  }

  /// Reads the state while the lock is held.
  func read<Result>(_ body: (State) -> Result) -> Result { contents.withLock { body($0.state) } }

  /// Waits until a condition returns a value. The condition may change the state, such as to take
  /// the value out of it.
  ///
  /// - Returns: The value; `nil` if the limit has passed or the task was cancelled.
  func first<Value: Sendable>(
    within limit: Duration, where condition: @escaping @Sendable (inout State) -> Value?
  ) async -> Value? {
    if let value = update(condition) { return value }
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    // Several short sleeps instead of a long one: after each, this task queues behind the tasks
    // that are ready. So on a busy machine the awaited task gets processor time before the limit is
    // over.
    let timer = Task.detached {
      for _ in 0..<10 { try await Task.sleep(for: limit / 10) }
      self.giveUp(id)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, condition, $0) }
    } onCancel: {
      giveUp(id)
    }
  }

  private func wait<Value: Sendable>(
    _ id: Int, _ condition: @escaping @Sendable (inout State) -> Value?,
    _ continuation: CheckedContinuation<Value?, Never>
  ) {
    let waiter = Waiter(id: id) { state in
      condition(&state).map { value in { continuation.resume(returning: value) } }
    } giveUp: {
      continuation.resume(returning: nil)
    }
    let ready = contents.withLock { contents in
      contents.waiters.append(waiter)
      return contents.takeReady() + (contents.tooLate.remove(id) == nil ? [] : contents.take(id))
    }
    for resume in ready { resume() }
  }

  private func giveUp(_ id: Int) {
    let waiting = contents.withLock { contents in
      let waiting = contents.take(id)
      if waiting.isEmpty { contents.tooLate.insert(id) }
      return waiting
    }
    for giveUp in waiting { giveUp() }
  }
}

extension Awaited.Contents {
  fileprivate mutating func takeReady() -> [() -> Void] {
    var ready: [() -> Void] = []
    waiters.removeAll { waiter in
      guard let resume = waiter.attempt(&state) else { return false }
      ready.append(resume)
      return true
    }
    return ready
  }

  fileprivate mutating func take(_ id: Int) -> [() -> Void] {
    let found = waiters.filter { $0.id == id }.map(\.giveUp)
    waiters.removeAll { $0.id == id }
    return found
  }
}
