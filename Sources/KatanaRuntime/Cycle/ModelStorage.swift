/// The model of a runtime: written by the step that is executed, read from any thread.
///
/// No lock is held while an update runs; the runtime's ``SharedExecutionState`` keeps readers and the update apart.
/// A published copy of the model instead would make the next change of each array copy it.
///
/// The value is kept by its address, without its type: code that is generic over the model would
/// look the type's metadata up again and again, several hundred ns for each message.
final class ModelStorage: @unchecked Sendable {
  // Sendable, because the value is used only between the operations on that state which allow it.
  /// The value's address, for an update that has begun.
  let address: UnsafeMutableRawPointer
  private let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
  let core: RuntimeCore

  init<Value: Sendable>(_ value: Value, core: RuntimeCore) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    self.address = UnsafeMutableRawPointer(pointer)
    self.destroy = { address in
      let pointer = address.assumingMemoryBound(to: Value.self)
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    self.core = core
  }

  deinit { destroy(address) }

  /// The value's address, for the thread that executes, outside of an update: nobody writes.
  var inside: UnsafeRawPointer { UnsafeRawPointer(address) }

  /// A copy of the value after the last finished update, from any thread; waits for one that
  /// runs.
  func read<Value>(as type: Value.Type = Value.self) -> Value { read(at: 0) }

  /// A copy of what is stored at an offset.
  func read<Value>(at offset: Int) -> Value {
    while true {
      if let value: Value = readIfIdle(at: offset) { return value }
      precondition(
        !core.state.isUpdatedHere,
        "The model was read from within an update, which would wait for itself. Use the model that"
          + " the update is given.")
      core.waitForUpdate()
    }
  }

  /// Puts another value in the place of this one, inside the runtime's steps.
  func replace<Value>(with value: Value) {
    let pointer = address.assumingMemoryBound(to: Value.self)
    // Kept until the update is over: its end may run code of the app, which may read the model.
    let old = pointer.pointee
    core.beginUpdate()
    pointer.pointee = value
    core.endUpdate()
    withExtendedLifetime(old) {}
  }

  /// A copy of the value, unless an update runs.
  func readIfIdle<Value>(as type: Value.Type = Value.self, at offset: Int = 0) -> Value? {
    guard core.state.change({ $0.beginReading() }) else { return nil }
    defer { core.endReading() }
    return (address + offset).assumingMemoryBound(to: Value.self).pointee
  }
}
