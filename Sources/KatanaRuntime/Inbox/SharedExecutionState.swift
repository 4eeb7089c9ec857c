import Synchronization

/// The ``ExecutionState`` that all threads share, and the executing thread.
///
/// A message that finds the runtime idle needs two atomic operations for all of that, and no lock.
/// A lock would cost two more operations, and would make competing threads wait.
struct SharedExecutionState: ~Copyable, Sendable {
  private let word = Atomic<UInt>(ExecutionState.initial.bits)
  /// The executing thread; 0 if none executes. A thread only compares it with itself, so no memory
  /// ordering is needed.
  private let thread = Atomic<UInt>(0)

  /// The state during an update in an open runtime in which no other thread executes, reads or
  /// waits.
  private static var executingUpdate: UInt { ExecutionState.executing | ExecutionState.updating }

  /// Changes the state in one atomic operation. The closure may be called several times.
  @discardableResult
  func change<Result>(_ change: (inout ExecutionState) -> Result) -> Result {
    var old = word.load(ordering: .relaxed)
    while true {
      var new = ExecutionState(old)
      let result = change(&new)
      let (isDone, current) = word.compareExchange(
        expected: old, desired: new.bits, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed)
      if isDone { return result }
      old = current
    }
  }

  /// Returns whether the state has at least one of these flags.
  func has(_ flags: UInt) -> Bool { word.load(ordering: .acquiring) & flags != 0 }

  var hasReaders: Bool { ExecutionState(word.load(ordering: .acquiring)).hasReaders }

  // MARK: The thread that executes

  /// Begins to execute if the runtime is open, and no thread executes or reads. Returns whether it
  /// did.
  func begin() -> Bool {
    // Tried only once: if another thread changes the state first, the caller posts with the lock
    // held, which is always correct.
    var state = ExecutionState(word.load(ordering: .relaxed))
    let old = state.bits
    return state.begin() && exchange(old, state.bits)
  }

  /// Begins to execute and begins an update, if the runtime is open, no thread executes or reads,
  /// and nothing observes more of a message than its update. Returns whether it did.
  func beginWithUpdate() -> Bool { exchange(0, Self.executingUpdate) }

  private func exchange(_ old: UInt, _ new: UInt) -> Bool {
    let isDone = word.compareExchange(
      expected: old, desired: new, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
    if isDone { enter() }
    return isDone
  }

  /// Ends the update and the execution. Returns `false` if another thread has posted a job or waits
  /// for the update: then the caller must end both one after the other.
  func endWithUpdate() -> Bool {
    leave()
    let ends = word.compareExchange(
      expected: Self.executingUpdate, desired: 0, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
    if !ends { enter() }
    return ends
  }

  /// Ends the execution. Returns `false` if another thread has posted a job: then the shared queue
  /// must be emptied first.
  func end() -> Bool {
    leave()
    let ends = change { $0.end() }
    if !ends { enter() }
    return ends
  }

  /// Records the calling thread as the executing thread.
  func enter() { thread.store(currentThread, ordering: .relaxed) }

  /// Records that the calling thread no longer executes.
  func leave() { thread.store(0, ordering: .relaxed) }

  // MARK: Any thread

  /// Whether the calling thread executes.
  var isExecutedHere: Bool { thread.load(ordering: .relaxed) == currentThread }

  /// Whether a thread executes.
  var isExecuted: Bool { thread.load(ordering: .relaxed) != 0 }

  /// Whether the calling thread is within an update.
  var isUpdatedHere: Bool { isExecutedHere && has(ExecutionState.updating) }
}
