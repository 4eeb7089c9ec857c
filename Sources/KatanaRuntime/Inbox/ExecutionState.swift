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

/// Whether a thread executes the steps of a runtime, how many threads read its model, and whether
/// the runtime has started or ended: one word, and the pure functions that change it.
///
/// ``SharedExecutionState`` applies these functions to a word that all threads share. At most one
/// thread executes at a time; it also takes the messages that other threads post meanwhile. Readers
/// copy the model between updates.
///
/// The flags are numbers, because an `OptionSet` makes each message of a debug build several times
/// slower.
struct ExecutionState: Equatable, Sendable {
  private(set) var bits: UInt

  init(_ bits: UInt = 0) { self.bits = bits }

  /// A thread executes steps, or a worker is scheduled to.
  static var executing: UInt { 1 }
  /// An update changes the model; no thread may read it.
  static var updating: UInt { 2 }
  /// An update waits until all readers have finished; no new reader may begin.
  static var updateWaits: UInt { 4 }
  /// A thread waits for the end of the update.
  static var updateIsAwaited: UInt { 8 }
  /// The shared queue must be checked before the execution ends.
  static var posted: UInt { 16 }
  /// The runtime has not started; posted jobs wait.
  static var notStarted: UInt { 32 }
  /// A worker is scheduled to execute and has not begun. A thread that posts and may execute can
  /// begin first.
  static var scheduled: UInt { 64 }
  /// The runtime refuses messages.
  static var closed: UInt { 128 }
  /// The runtime was released; no further job is executed.
  static var gone: UInt { 256 }
  /// The shutdown has given up on the current step. When the code of the app that the step is calling
  /// returns, the step calls no further observer, interceptor or interpreter.
  static var stepAbandoned: UInt { 512 }
  /// No message takes the fast path, on which only its update sees it: because of a simulation, a
  /// history, an interceptor, an event handler, the purity check, or since the runtime finishes.
  static var fastPathDisabled: UInt { 1_024 }
  /// Observers and stores see a past model. The fast path handles no message meanwhile.
  static var showsPast: UInt { 2_048 }

  /// The value that one reader adds; this bit and all higher ones count the readers.
  private static var reader: UInt { 4_096 }

  /// The state before the start. It says that a thread executes, so that posted jobs wait.
  static var initial: ExecutionState { ExecutionState(notStarted | executing | posted) }

  var hasReaders: Bool { bits >= Self.reader }

  /// Returns whether the state has at least one of these flags.
  func has(_ flags: UInt) -> Bool { bits & flags != 0 }

  /// Adds a flag. Returns `false` if it was already there.
  @discardableResult
  mutating func insert(_ flag: UInt) -> Bool {
    defer { bits |= flag }
    return !has(flag)
  }

  /// Removes flags. Returns `false` if none of them was there.
  @discardableResult
  mutating func remove(_ flags: UInt) -> Bool {
    defer { bits &= ~flags }
    return has(flags)
  }

  // MARK: Executing

  /// Begins to execute if the runtime is open, and no thread executes or reads. Returns whether it
  /// did.
  mutating func begin() -> Bool {
    guard bits & ~Self.fastPathDisabled == 0 else { return false }
    bits |= Self.executing
    return true
  }

  /// Ends the execution. Returns `false` if another thread has posted a job: then the shared queue
  /// must be emptied first.
  mutating func end() -> Bool {
    if has(Self.posted) { return false }
    remove(Self.executing)
    return true
  }

  /// What a thread must do with the job that it posts.
  enum Duty: Equatable {
    /// Append the job to the shared queue, where the executing thread finds it.
    case append
    /// Append the job to the shared queue, and execute the queue.
    case execute
    /// Append the job to the shared queue, and schedule a worker to execute the queue.
    case schedule
    /// Count the job as lost; it will never be executed.
    case refuse
  }

  /// Decides what to do with a job that is posted. Called with the queue's lock held.
  ///
  /// - Parameter here: Whether the thread that posts may execute.
  mutating func post(here: Bool) -> Duty {
    if has(Self.gone) { return .refuse }
    if has(Self.executing) {
      insert(Self.posted)
      return here && remove(Self.scheduled) ? .execute : .append
    }
    insert(Self.executing | Self.posted)
    if here { return .execute }
    insert(Self.scheduled)
    return .schedule
  }

  /// Starts the execution. Called with the queue's lock held.
  ///
  /// - Returns: What the calling thread must do; `nil` if the execution was already started.
  mutating func start(here: Bool) -> Duty? {
    guard remove(Self.notStarted) else { return nil }
    if here { return .execute }
    insert(Self.scheduled)
    return .schedule
  }

  /// Notes that the scheduled worker begins. Returns `false` if another thread has begun before it.
  mutating func arrive() -> Bool { remove(Self.scheduled) }

  /// Ends the execution. Called with the queue's lock held, when the queue is empty.
  mutating func endWithLock(isGone: Bool) {
    remove(Self.executing | Self.posted)
    if isGone { insert(Self.gone) }
  }

  // MARK: Updating and reading

  /// Begins an update. Returns `false` while readers copy the model; no new reader may begin then.
  mutating func beginUpdate() -> Bool {
    if hasReaders {
      insert(Self.updateWaits)
      return false
    }
    remove(Self.updateWaits)
    insert(Self.updating)
    return true
  }

  /// Ends an update. Returns whether a thread waits for its end.
  mutating func endUpdate() -> Bool {
    remove(Self.updating)
    return remove(Self.updateIsAwaited)
  }

  /// Begins to read. Returns `false` while an update runs or waits to run.
  mutating func beginReading() -> Bool {
    if has(Self.updating | Self.updateWaits) { return false }
    bits += Self.reader
    return true
  }

  /// Ends reading. Returns whether this was the last reader and an update waits for it.
  mutating func endReading() -> Bool {
    bits -= Self.reader
    return !hasReaders && has(Self.updateWaits)
  }

  /// Notes that the caller waits for the end of an update. Returns `false` if there is no update to
  /// wait for.
  mutating func awaitUpdate() -> Bool {
    guard has(Self.updating | Self.updateWaits) else { return false }
    insert(Self.updateIsAwaited)
    return true
  }
}
