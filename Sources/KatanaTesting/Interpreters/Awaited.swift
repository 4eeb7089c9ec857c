import KatanaRuntime

/// State behind a lock, for whose changes tasks can wait; how long is real time.
final class Awaited<State>: Sendable {
  fileprivate struct Waiter {
    let id: Int
    /// What resumes the task, if the state is as wanted.
    let attempt: (inout State) -> (() -> Void)?
    let giveUp: () -> Void
  }

  fileprivate struct Contents {
    var state: State
    var waiters: [Waiter] = []
    var lastID = 0
    /// Whose time was over, or whose task was cancelled, before they began to wait.
    var tooLate: Set<Int> = []
  }

  private let contents: Locked<Contents>

  init(_ state: State) { contents = Locked(Contents(state: state)) }

  /// Changes the state, and resumes those who waited for that, in the order in which they began.
  @discardableResult
  func update<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, ready) = contents.withLock { contents in
      let result = change(&contents.state)
      return (result, contents.takeReady())
    }
    for resume in ready { resume() }
    return result
  }

  /// Reads the state.
  func read<Result>(_ body: (State) -> Result) -> Result { contents.withLock { body($0.state) } }

  /// Waits until a condition has a value, which it may take out of the state.
  ///
  /// - Returns: The value; `nil` when the limit has passed or the task was cancelled.
  func first<Value: Sendable>(
    within limit: Duration, where condition: @escaping @Sendable (inout State) -> Value?
  ) async -> Value? {
    if let value = update(condition) { return value }
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    // In several sleeps, each of which waits for its turn among the tasks that are ready: where
    // hundreds of tests share two processors, what is waited for must get its turn too.
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
