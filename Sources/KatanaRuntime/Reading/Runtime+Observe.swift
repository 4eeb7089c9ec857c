import Katana

extension Runtime {
  /// The model after the last finished update, from any thread, free of races.
  ///
  /// Waits while an update runs, never for observers, interpreters or other messages. Who
  /// keeps the copy makes the next change of each array in the model copy that array.
  public var model: AppModel { cycle.model.read() }

  /// The model after the last finished update; suspends rather than blocks while one runs.
  public func snapshot() async -> AppModel {
    if let model = cycle.model.readIfIdle(as: AppModel.self) { return model }
    return await withCheckedContinuation { continuation in
      core.post { continuation.resume(returning: $0.model.read(as: AppModel.self)) }
    }
  }

  /// Calls a function with the model after each update, for as long as the observation is kept.
  ///
  /// Called on the thread that handles the message, before subscriptions and commands; what it
  /// dispatches is queued. Copies nothing. An observation that begins within a step counts from the
  /// next one; one that is cancelled is not called any more.
  @inlinable
  public func observe(_ body: @escaping @Sendable (_ new: AppModel) -> Void) -> ObservationToken {
    observeAddresses { body($0.assumingMemoryBound(to: AppModel.self).pointee) }
  }

  /// The same where the type of the model is not known, so that what reads it can be compiled where
  /// it is: generic code looks the type up for each message.
  @usableFromInline
  func observeAddresses(_ look: @escaping (UnsafeRawPointer) -> Void) -> ObservationToken {
    add(Observer(changed: look))
  }

  /// Calls a function with the models before and after each update.
  ///
  /// As `observe(_:)` with one model. Costs more: the old model is kept during the update, so the
  /// first change of each array in it copies that array.
  public func observe(
    _ body: @escaping @Sendable (_ old: AppModel, _ new: AppModel) -> Void
  ) -> ObservationToken {
    let old = Last<AppModel>()
    return add(
      Observer(
        willChange: { old.value = Self.model(at: $0) },
        changed: { model in
          if let last = old.value { body(last, Self.model(at: model)) }
          old.value = nil
        }))
  }

  /// Calls a function with a part of the model: at once, then whenever the part has changed.
  ///
  /// The first call comes in order with the messages: before this returns if the runtime has not been
  /// started, or is idle and handles messages here. Keeps a copy of the part, so the next change of an array in it
  /// copies that array; observe small parts.
  @inlinable
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<AppModel, Value> & Sendable,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    let last = LastValue<Value>()
    // By its place, where there is one: a read through a key path takes ten times as long.
    let offset = MemoryLayout<AppModel>.offset(of: keyPath)
    return observeFromNowOn { model in
      if let offset {
        last.tell((model + offset).assumingMemoryBound(to: Value.self), body)
      } else {
        let value = model.assumingMemoryBound(to: AppModel.self).pointee[keyPath: keyPath]
        withUnsafePointer(to: value) { last.tell($0, body) }
      }
    }
  }

  @usableFromInline
  func observeFromNowOn(_ look: @escaping (UnsafeRawPointer) -> Void) -> ObservationToken {
    // Before the start nothing is in order with messages yet.
    if !core.hasStarted { withUnsafePointer(to: model) { look(UnsafeRawPointer($0)) } }
    return add(Observer(added: look, changed: look))
  }

  /// The models, beginning with the current one, also before the start. A reader that is slower than the app misses models
  /// in between, never the newest. Ends with the runtime.
  public var models: AsyncStream<AppModel> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      if !core.hasStarted { continuation.yield(model) }
      let observation = add(
        Observer(
          added: { continuation.yield(Self.model(at: $0)) },
          changed: { continuation.yield(Self.model(at: $0)) },
          finish: { continuation.finish() }))
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  private static func model(at address: UnsafeRawPointer) -> AppModel {
    address.assumingMemoryBound(to: AppModel.self).pointee
  }

  private func add(_ observer: Observer) -> ObservationToken {
    core.post { if observer.isActive { $0.addObserver(observer) } }
    return ObservationToken { [core, life = observer.life] in
      if life.end() { core.post { $0.observers.remove(life) } }
    }
  }
}

/// The value that an observer has seen last; used inside the runtime's steps, and before the observer
/// is added to them.
private final class Last<Value>: @unchecked Sendable {
  var value: Value?
}

/// The value of a property that an observer has last received.
@usableFromInline
final class LastValue<Value: Equatable>: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps, and before the observer is added to them.
  @exclusivity(unchecked) @usableFromInline var value: Value?

  @inlinable init() {}

  @inlinable
  func tell(_ new: UnsafePointer<Value>, _ body: (Value) -> Void) {
    let isSame = value == new.pointee
    // Also an equal value: it may share its memory with the model, so that the next comparison is short.
    value = new.pointee
    if !isSame { body(new.pointee) }
  }
}
