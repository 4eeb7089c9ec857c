import Synchronization

/// The model of a runtime: written by the step that is at work, read from any thread.
///
/// One word says whether an update is at work and how many readers are copying. An update takes two
/// atomic operations, about 10 ns, and no lock is held while it runs; a published copy of the model
/// instead would make the next change of each array copy it.
///
/// The value is kept by its address, without its type: code that is generic over the model would look
/// the type's metadata up again and again, several hundred ns for each message.
final class ModelCell: @unchecked Sendable {
  // Sendable, because the value is used only between the operations on `gate` that allow it.
  private let value: UnsafeMutableRawPointer
  private let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  private let gate = Atomic<UInt>(0)
  private let writer = Atomic<UInt>(0)
  private let lock = Lock()

  private static var writing: UInt { 1 }
  private static var awaited: UInt { 2 }
  private static var reader: UInt { 4 }

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

  /// Changes the value. One caller at a time, which is the one who works at the mailbox.
  @inline(__always)
  func write<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    writer.store(currentThread, ordering: .relaxed)
    while !gate.compareExchange(
      expected: 0, desired: Self.writing, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged { yieldThread() }
    let result = body(value)
    let old = gate.exchange(0, ordering: .releasing)
    if old & Self.awaited != 0 { lock.withLock { lock.wakeAll() } }
    return result
  }

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
      writer.load(ordering: .relaxed) != currentThread,
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
