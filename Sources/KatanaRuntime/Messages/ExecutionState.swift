/// Which thread executes the steps of a runtime, who reads its model, and whether it has started or
/// ended: one word, and the pure functions that change it.
///
/// ``SharedExecutionState`` applies them to a word that all threads share. One thread at a time
/// executes; it takes the messages that others post meanwhile. Readers copy the model between the
/// updates.
struct ExecutionState: OptionSet, Sendable {
  let rawValue: UInt

  /// A thread executes steps, or was asked to.
  static let executing = ExecutionState(rawValue: 1)
  /// An update changes the model: nobody may read it.
  static let updating = ExecutionState(rawValue: 2)
  /// An update waits until the readers have left. No other reader enters.
  static let updateWaits = ExecutionState(rawValue: 4)
  /// A thread waits for the end of the update.
  static let updateIsAwaited = ExecutionState(rawValue: 8)
  /// The shared queue must be looked at before the execution ends.
  static let posted = ExecutionState(rawValue: 16)
  /// The runtime has not started: what is posted waits.
  static let notStarted = ExecutionState(rawValue: 32)
  /// A worker was asked to execute, and has not come yet. A thread that may execute can be faster.
  static let scheduled = ExecutionState(rawValue: 64)
  /// The runtime refuses messages.
  static let closed = ExecutionState(rawValue: 128)
  /// The runtime was dropped: nothing is executed any more.
  static let gone = ExecutionState(rawValue: 256)
  /// Nothing follows any more in the step that is executed; nobody waits for its end.
  static let stepAbandoned = ExecutionState(rawValue: 512)
  /// Something wants to see more of each message than its update: no message is handled before it
  /// stands in a queue.
  static let wholeSteps = ExecutionState(rawValue: 1_024)

  /// What one reader adds; all bits from here on count readers.
  private static let reader: UInt = 2_048

  /// Before the start: as if a thread executed that never takes anything.
  static let initial: ExecutionState = [.notStarted, .executing, .posted]

  var hasReaders: Bool { rawValue >= Self.reader }

  // MARK: Executing

  /// Begins to execute, in an open runtime in which nobody executes and nobody reads.
  mutating func begin() -> Bool {
    guard subtracting(.wholeSteps).isEmpty else { return false }
    insert(.executing)
    return true
  }

  /// Ends the execution. False if something was posted: then the shared queue is next.
  mutating func end() -> Bool {
    if contains(.posted) { return false }
    remove(.executing)
    return true
  }

  /// What a thread has to do that has posted something.
  enum Duty: Equatable {
    /// Append it to the shared queue, where the thread that executes finds it.
    case append
    /// Handle it, which is not queued, and then what was posted meanwhile.
    case handle
    /// Append it to the shared queue, and execute.
    case execute
    /// Append it to the shared queue, and ask a worker to execute.
    case schedule
    /// Count it: nobody will handle it.
    case refuse

    /// Whether it must be appended to the shared queue.
    var isQueued: Bool { self != .handle && self != .refuse }
  }

  /// Posts something, with the queue's lock held.
  ///
  /// - Parameter here: Whether the thread that posts may execute.
  mutating func post(here: Bool) -> Duty {
    if contains(.gone) { return .refuse }
    if contains(.executing) {
      insert(.posted)
      return here && remove(.scheduled) != nil ? .execute : .append
    }
    insert(.executing)
    if here { return .handle }
    formUnion([.scheduled, .posted])
    return .schedule
  }

  /// Lets the execution begin, once; with the queue's lock held.
  mutating func start(here: Bool) -> Duty? {
    guard remove(.notStarted) != nil else { return nil }
    if here { return .execute }
    insert(.scheduled)
    return .schedule
  }

  /// The worker has come that was asked to execute. False if another thread was faster.
  mutating func arrive() -> Bool { remove(.scheduled) != nil }

  /// Ends the execution with the queue's lock held, where the queue is empty.
  mutating func endWithLock(isGone: Bool) {
    subtract([.executing, .posted])
    if isGone { insert(.gone) }
  }

  // MARK: Updating and reading

  /// Begins an update. False while readers copy the model; no other reader enters then.
  mutating func beginUpdate() -> Bool {
    if hasReaders {
      insert(.updateWaits)
      return false
    }
    remove(.updateWaits)
    insert(.updating)
    return true
  }

  /// Ends an update. Returns whether a thread waits for that.
  mutating func endUpdate() -> Bool {
    let isAwaited = contains(.updateIsAwaited)
    subtract([.updating, .updateIsAwaited])
    return isAwaited
  }

  /// Lets a reader in, unless an update changes the model or waits.
  mutating func beginReading() -> Bool {
    guard isDisjoint(with: [.updating, .updateWaits]) else { return false }
    self = ExecutionState(rawValue: rawValue + Self.reader)
    return true
  }

  /// A reader leaves. Returns whether an update waits for this one, the last.
  mutating func endReading() -> Bool {
    self = ExecutionState(rawValue: rawValue - Self.reader)
    return !hasReaders && contains(.updateWaits)
  }

  /// Says that the caller waits for the end of an update. False if there is none to wait for.
  mutating func awaitUpdate() -> Bool {
    guard !isDisjoint(with: [.updating, .updateWaits]) else { return false }
    insert(.updateIsAwaited)
    return true
  }
}
