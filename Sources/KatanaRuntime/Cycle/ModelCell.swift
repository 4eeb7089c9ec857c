import Synchronization

/// The model of a runtime: written by the step that is at work, read from any thread.
///
/// One word says whether somebody is at work, whether an update is, and how many readers are copying. A
/// message that finds the runtime idle takes two atomic operations for all of that, about 13 ns, and no
/// lock: half of what two round trips of the mailbox's lock cost. No lock is held while an update runs;
/// a published copy of the model instead would make the next change of each array copy it.
///
/// The value is kept by its address, without its type: code that is generic over the model would look
/// the type's metadata up again and again, several hundred ns for each message.
final class ModelCell: @unchecked Sendable {
  // Sendable, because the value is used only between the operations on `gate` that allow it.
  private let value: UnsafeMutableRawPointer
  private let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  private let gate = Atomic<UInt>(ModelCell.busy)
  /// The thread whose update is at work; 0 outside of updates, so that a thread that reads never finds
  /// itself here while another one's update has begun, but not yet said whose it is.
  private let writer = Atomic<UInt>(0)
  private let lock = Lock()

  private static var writing: UInt { 1 }
  private static var awaited: UInt { 2 }
  /// Somebody works at the mailbox, or will. Not set while the mailbox is idle, and nobody handles a
  /// message that was never posted.
  private static var busy: UInt { 4 }
  /// The mailbox must be looked at before the runtime is idle again.
  private static var posted: UInt { 8 }
  /// The runtime refuses messages: nobody begins at once any more. A flag beside this word could be
  /// asked too early, with a whole shutdown between the question and the beginning.
  private static var closed: UInt { 16 }
  private static var reader: UInt { 32 }

  init<Value: Sendable>(_ value: Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    self.value = UnsafeMutableRawPointer(pointer)
    self.destroy = { address in
      let pointer = address.assumingMemoryBound(to: Value.self)
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
  }

  deinit { destroy(value) }

  /// The value's address, for the one who works at the mailbox, outside of `write`: nobody writes.
  var inside: UnsafeRawPointer { UnsafeRawPointer(value) }

  // MARK: The one who is at work

  /// Begins an update on an open runtime where nobody works, waits or reads. The value's address, or
  /// `nil`.
  @inline(__always)
  func beginAtOnce() -> UnsafeMutableRawPointer? {
    let begins = gate.compareExchange(
      expected: 0, desired: Self.busy | Self.writing, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
    guard begins else { return nil }
    writer.store(currentThread, ordering: .relaxed)
    return value
  }

  /// Ends what ``beginAtOnce()`` has begun; the runtime is idle again. False if somebody has posted or
  /// waits meanwhile: then ``endUpdate()`` and the mailbox are next.
  @inline(__always)
  func endAtOnce() -> Bool {
    writer.store(0, ordering: .relaxed)
    return gate.compareExchange(
      expected: Self.busy | Self.writing, desired: 0, successOrdering: .releasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Ends an update; the step goes on.
  func endUpdate() {
    writer.store(0, ordering: .relaxed)
    let old = gate.bitwiseAnd(~(Self.writing | Self.awaited), ordering: .releasing).oldValue
    if old & Self.awaited != 0 { lock.withLock { lock.wakeAll() } }
  }

  /// Changes the value. One caller at a time, which is the one who works at the mailbox.
  @inline(__always)
  func write<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    while !beginUpdate() { yieldThread() }
    writer.store(currentThread, ordering: .relaxed)
    defer { endUpdate() }
    return body(value)
  }

  private func beginUpdate() -> Bool {
    let state = gate.load(ordering: .relaxed)
    return state < Self.reader
      && gate.compareExchange(
        expected: state, desired: state | Self.writing, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      ).exchanged
  }

  // MARK: With the mailbox's lock held

  /// The mailbox is not idle any more. False if a thread that came without the lock is at work: it will
  /// look into the mailbox.
  func claim() -> Bool {
    gate.bitwiseOr(Self.busy | Self.posted, ordering: .acquiringAndReleasing).oldValue & Self.busy
      == 0
  }

  /// The mailbox is idle.
  func release() { _ = gate.bitwiseAnd(~(Self.busy | Self.posted), ordering: .releasing) }

  // MARK: Any thread

  /// From now on, nobody begins an update without the mailbox.
  func close() { gate.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing) }

  /// Whether the calling thread is within an update.
  var isWrittenHere: Bool { writer.load(ordering: .relaxed) == currentThread }

  /// A copy of the value after the last finished update; waits for one that is at work.
  func read<Value>(as type: Value.Type = Value.self) -> Value {
    while true {
      if let value: Value = readIfIdle() { return value }
      waitForWriter()
    }
  }

  /// A copy of the value, unless an update is at work.
  func readIfIdle<Value>(as type: Value.Type = Value.self) -> Value? {
    while true {
      let state = gate.load(ordering: .acquiring)
      if state & Self.writing != 0 { return nil }
      let (entered, _) = gate.compareExchange(
        expected: state, desired: state + Self.reader, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      guard entered else { continue }
      let copy = value.assumingMemoryBound(to: Value.self).pointee
      gate.subtract(Self.reader, ordering: .releasing)
      return copy
    }
  }

  private func waitForWriter() {
    precondition(
      !isWrittenHere,
      "The model was read from within an update, which would wait for itself. Use the model that the"
        + " update is given.")
    lock.withLock {
      while true {
        let state = gate.load(ordering: .relaxed)
        if state & Self.writing == 0 { return }
        let isMarked =
          state & Self.awaited != 0
          || gate.compareExchange(
            expected: state, desired: state | Self.awaited, ordering: .relaxed
          ).exchanged
        if isMarked { lock.wait() }
      }
    }
  }
}
