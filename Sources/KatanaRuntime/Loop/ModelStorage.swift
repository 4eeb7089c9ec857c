import Katana

/// The model of a runtime: written by the current step, read from any thread.
///
/// No lock is held while an update runs; the runtime's ``SharedExecutionState`` keeps readers and
/// the update apart. Publishing a copy of the model instead would make the next change of each
/// array copy that array.
///
/// The value is stored at an address, without its type. Code that is generic over the model would
/// look up the metadata of its type again and again for each message, which is measurable.
final class ModelStorage: @unchecked Sendable {
  // Sendable, because the value is used only between operations on that state that allow it.
  /// The address of the value, for an update that has begun.
  let address: OpenPlace
  /// Holds the memory.
  private let holder: AnyObject
  let core: RuntimeCore

  init<Value: Sendable>(_ value: Value, core: RuntimeCore) {
    let copy = Copy(value)
    (address, holder, self.core) = (copy.openPlace, copy, core)
  }

  /// The address of the value, for the executing thread outside of an update, when no thread
  /// writes.
  var inside: ReadPlace { address.forReading }

  /// Returns a copy of the value after the last finished update, from any thread. Blocks while an
  /// update runs.
  ///
  /// - Parameter offset: The offset of a property, to read that alone.
  func read<Value>(as type: Value.Type = Value.self, at offset: Int = 0) -> Value {
    while true {
      if let value: Value = readIfIdle(at: offset) { return value }
      precondition(
        !core.inbox.state.isUpdatedHere,
        "The model was read from within an update, which would wait for itself. Use the model that"
          + " the update is given.")
      core.inbox.waitForUpdate()
    }
  }

  /// Replaces the value, inside of a step.
  func replace<Value>(with value: Value) {
    // Kept until the update has ended: releasing it may run code of the app, which may read the
    // model.
    let old = address[as: Value.self]
    core.inbox.beginUpdate()
    address[as: Value.self] = value
    core.inbox.endUpdate()
    withExtendedLifetime(old) {}
  }

  /// Returns a copy of the value, or of the property that is stored at an offset; `nil` if an
  /// update runs or waits to run.
  func readIfIdle<Value>(as type: Value.Type = Value.self, at offset: Int = 0) -> Value? {
    guard core.inbox.state.change({ $0.beginReading() }) else { return nil }
    defer { core.inbox.endReading() }
    return (address + offset)[as: Value.self]
  }
}

extension ObservedRuntime {
  init<AppModel: Model>(_ model: ModelStorage, of type: AppModel.Type) {
    self.init(clock: model.core.clock) { [weak model] in
      model?.read(as: type)
    } show: { [weak model] past in
      guard let core = model?.core, past == nil || past is AppModel else { return }
      core.post { core.loop?.show(past) }
    } goOn: { [weak model] past, told in
      guard let core = model?.core, past is AppModel else { return }
      core.post { core.loop?.goOn(from: past, told: told) }
    }
  }
}
