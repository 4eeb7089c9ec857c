/// Which thread executes the steps of a runtime, who reads its model, and whether it has started or
/// ended: one word, and the pure functions that change it.
///
/// ``SharedExecutionState`` applies them to a word that all threads share. One thread at a time
/// executes; it takes the messages that others post meanwhile. Readers copy the model between the
/// updates.
///
/// Its flags are numbers, since an `OptionSet` makes each message of a debug build four times as slow.
struct ExecutionState: Equatable, Sendable {
  private(set) var bits: UInt

  init(_ bits: UInt = 0) { self.bits = bits }

  /// A thread executes steps, or was asked to.
  static var executing: UInt { 1 }
  /// An update changes the model: nobody may read it.
  static var updating: UInt { 2 }
  /// An update waits until the readers have left. No other reader enters.
  static var updateWaits: UInt { 4 }
  /// A thread waits for the end of the update.
  static var updateIsAwaited: UInt { 8 }
  /// The shared queue must be looked at before the execution ends.
  static var posted: UInt { 16 }
  /// The runtime has not started: what is posted waits.
  static var notStarted: UInt { 32 }
  /// A worker was asked to execute, and has not come yet. A thread that may execute can be faster.
  static var scheduled: UInt { 64 }
  /// The runtime refuses messages.
  static var closed: UInt { 128 }
  /// The runtime was dropped: nothing is executed any more.
  static var gone: UInt { 256 }
  /// Nothing follows any more in the step that is executed; nobody waits for its end.
  static var stepAbandoned: UInt { 512 }
  /// Something wants to see more of each message than its update: each gets an envelope before it is
  /// handled.
  static var wholeSteps: UInt { 1_024 }
  /// Observers and stores see a past model. No message is handled at once meanwhile.
  static var showsPast: UInt { 2_048 }

  /// What one reader adds; all bits from here on count readers.
  private static var reader: UInt { 4_096 }

  /// Before the start: as if a thread executed that never takes anything.
  static var initial: ExecutionState { ExecutionState(notStarted | executing | posted) }

  var hasReaders: Bool { bits >= Self.reader }

  /// Whether the state has one of these flags.
  func has(_ flags: UInt) -> Bool { bits & flags != 0 }

  /// Adds a flag. False if it was there.
  @discardableResult
  mutating func insert(_ flag: UInt) -> Bool {
    defer { bits |= flag }
    return !has(flag)
  }

  /// Removes flags. False if none of them was there.
  @discardableResult
  mutating func remove(_ flags: UInt) -> Bool {
    defer { bits &= ~flags }
    return has(flags)
  }

  // MARK: Executing

  /// Begins to execute, in an open runtime in which nobody executes and nobody reads.
  mutating func begin() -> Bool {
    guard bits & ~Self.wholeSteps == 0 else { return false }
    bits |= Self.executing
    return true
  }

  /// Ends the execution. False if something was posted: then the shared queue is next.
  mutating func end() -> Bool {
    if has(Self.posted) { return false }
    remove(Self.executing)
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
    if has(Self.gone) { return .refuse }
    if has(Self.executing) {
      insert(Self.posted)
      return here && remove(Self.scheduled) ? .execute : .append
    }
    insert(Self.executing)
    if here { return .handle }
    bits |= Self.scheduled | Self.posted
    return .schedule
  }

  /// Lets the execution begin, once; with the queue's lock held.
  mutating func start(here: Bool) -> Duty? {
    guard remove(Self.notStarted) else { return nil }
    if here { return .execute }
    insert(Self.scheduled)
    return .schedule
  }

  /// The worker has come that was asked to execute. False if another thread was faster.
  mutating func arrive() -> Bool { remove(Self.scheduled) }

  /// Ends the execution with the queue's lock held, where the queue is empty.
  mutating func endWithLock(isGone: Bool) {
    remove(Self.executing | Self.posted)
    if isGone { insert(Self.gone) }
  }

  // MARK: Updating and reading

  /// Begins an update. False while readers copy the model; no other reader enters then.
  mutating func beginUpdate() -> Bool {
    if hasReaders {
      insert(Self.updateWaits)
      return false
    }
    remove(Self.updateWaits)
    insert(Self.updating)
    return true
  }

  /// Ends an update. Returns whether a thread waits for that.
  mutating func endUpdate() -> Bool {
    remove(Self.updating)
    return remove(Self.updateIsAwaited)
  }

  /// Begins to read. Returns false while an update runs, or waits to run.
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

  /// Says that the caller waits for the end of an update. False if there is none to wait for.
  mutating func awaitUpdate() -> Bool {
    guard has(Self.updating | Self.updateWaits) else { return false }
    insert(Self.updateIsAwaited)
    return true
  }
}
