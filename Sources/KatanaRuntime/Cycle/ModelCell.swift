/// The model of a runtime: written by the step that is at work, read from any thread.
///
/// No lock is held while an update runs; the runtime's ``Gate`` keeps readers and the update apart.
/// A published copy of the model instead would make the next change of each array copy it.
///
/// The value is kept by its address, without its type: code that is generic over the model would
/// look the type's metadata up again and again, several hundred ns for each message.
final class ModelCell: @unchecked Sendable {
  // Sendable, because the value is used only between the operations on the gate that allow it.
  /// The value's address, for an update that the gate has let begin.
  let address: UnsafeMutableRawPointer
  private let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  private let home: Home

  init<Value: Sendable>(_ value: Value, home: Home) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    self.address = UnsafeMutableRawPointer(pointer)
    self.destroy = { address in
      let pointer = address.assumingMemoryBound(to: Value.self)
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    self.home = home
  }

  deinit { destroy(address) }

  /// The value's address, for the one who is at work, outside of `write`: nobody writes.
  var inside: UnsafeRawPointer { UnsafeRawPointer(address) }

  /// Changes the value. One caller at a time, which is the one who is at work.
  @inline(__always)
  func write<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    while !home.gate.beginUpdate() { home.waitForReaders() }
    defer { home.endUpdate() }
    return body(address)
  }

  /// A copy of the value after the last finished update, from any thread; waits for one that is at
  /// work.
  func read<Value>(as type: Value.Type = Value.self) -> Value { read(at: 0) }

  /// A copy of what is stored at an offset.
  func read<Value>(at offset: Int) -> Value {
    while true {
      if let value: Value = readIfIdle(at: offset) { return value }
      precondition(
        !home.gate.isWrittenHere,
        "The model was read from within an update, which would wait for itself. Use the model that"
          + " the update is given.")
      home.waitForUpdate()
    }
  }

  /// A copy of the value, unless an update is at work.
  func readIfIdle<Value>(as type: Value.Type = Value.self, at offset: Int = 0) -> Value? {
    guard home.gate.beginReading() else { return nil }
    defer { home.endReading() }
    return (address + offset).assumingMemoryBound(to: Value.self).pointee
  }
}
