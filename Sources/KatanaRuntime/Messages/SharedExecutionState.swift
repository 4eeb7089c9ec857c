import Synchronization

/// The ``ExecutionState`` that all threads share, and the thread that executes.
///
/// A message that finds the runtime idle needs two atomic operations for all of that and no lock,
/// which would cost two more, and a wait where threads compete for it.
struct SharedExecutionState: ~Copyable, Sendable {
  private let word = Atomic<UInt>(ExecutionState.initial.bits)
  /// The thread that executes; 0 if none does. Each thread only asks whether it is the one, so no
  /// order is needed.
  private let thread = Atomic<UInt>(0)

  /// An update in an open runtime where nobody else has anything to do.
  private static var executingUpdate: UInt { ExecutionState.executing | ExecutionState.updating }

  /// Changes the state in one atomic operation. The function may be called several times.
  @inline(__always)
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

  /// Whether the state has one of these flags.
  @inline(__always)
  func has(_ flags: UInt) -> Bool { word.load(ordering: .acquiring) & flags != 0 }

  var hasReaders: Bool { ExecutionState(word.load(ordering: .acquiring)).hasReaders }

  // MARK: The thread that executes

  /// Begins to execute, in an open runtime in which nobody executes and nobody reads.
  @inline(__always)
  func begin() -> Bool {
    // Tried once: if another thread is faster, posting with the lock held is right anyway.
    var state = ExecutionState(word.load(ordering: .relaxed))
    let old = state.bits
    return state.begin() && exchange(old, state.bits)
  }

  /// The same, and begins an update, where nothing wants to see more of a message.
  @inline(__always)
  func beginWithUpdate() -> Bool { exchange(0, Self.executingUpdate) }

  @inline(__always)
  private func exchange(_ old: UInt, _ new: UInt) -> Bool {
    let isDone = word.compareExchange(
      expected: old, desired: new, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
    if isDone { enter() }
    return isDone
  }

  /// Ends the update and the execution. False if something was posted meanwhile, or a thread waits:
  /// then both must end one by one.
  @inline(__always)
  func endWithUpdate() -> Bool {
    leave()
    let ends = word.compareExchange(
      expected: Self.executingUpdate, desired: 0, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
    if !ends { enter() }
    return ends
  }

  /// Ends the execution. False if something was posted: then the shared queue is next.
  func end() -> Bool {
    leave()
    let ends = change { $0.end() }
    if !ends { enter() }
    return ends
  }

  /// The calling thread executes from now on.
  func enter() { thread.store(currentThread, ordering: .relaxed) }

  /// The calling thread executes no more.
  func leave() { thread.store(0, ordering: .relaxed) }

  // MARK: Any thread

  /// Whether the calling thread executes.
  var isExecutedHere: Bool { thread.load(ordering: .relaxed) == currentThread }

  /// Whether another thread executes.
  var isExecutedElsewhere: Bool {
    let thread = thread.load(ordering: .relaxed)
    return thread != 0 && thread != currentThread
  }

  /// Whether the calling thread is within an update.
  var isUpdatedHere: Bool { isExecutedHere && has(ExecutionState.updating) }
}
