import Katana
import KatanaComparison

/// Reads of the model, observers, and streams of models.
extension Runtime {
  /// The model after the last finished update. May be read from any thread, but not from within an
  /// update of this runtime: the process stops then.
  ///
  /// Reading blocks while an update runs, but never for observers, interpreters or other messages.
  /// While the copy is kept, the next change of each array in the model copies that array.
  public var model: AppModel { loop.model.read() }

  /// Returns the model after the last finished update. While an update runs, it suspends the task
  /// instead of blocking the thread.
  public func snapshot() async -> AppModel {
    if let model = loop.model.readIfIdle(as: AppModel.self) { return model }
    return await withCheckedContinuation { continuation in
      core.post { [loop] in continuation.resume(returning: loop.model.read(as: AppModel.self)) }
    }
  }

  /// Calls a function with the new model after each update.
  ///
  /// The function is called on the thread that handles the message, before subscriptions and
  /// commands start. Messages that it sends are queued. The model is not copied. If an observation
  /// begins within a step, the first call is in the next one. When the observation is cancelled, no
  /// further call begins.
  ///
  /// - Parameter body: Called with the new model.
  /// - Returns: The observation, which ends when it is released.
  @inlinable
  public func observe(_ body: @escaping @Sendable (_ new: AppModel) -> Void) -> ObservationToken {
    observeAddresses { body($0[as: AppModel.self]) }
  }

  /// Adds an observer that receives the model by its address. The public function is inlinable, so
  /// that the type of the model is known where it is compiled; generic code would look the type up
  /// for each message.
  @usableFromInline
  func observeAddresses(_ look: @escaping (ReadPlace) -> Void) -> ObservationToken {
    add(Observer(changed: look))
  }

  /// Calls a function after each update, with another one that returns what has changed.
  func observeChanges(_ body: @escaping Observer.LookAtChange) -> ObservationToken {
    add(Observer(changed: body))
  }

  /// Calls a function with the models before and after each update.
  ///
  /// Otherwise this is as `observe(_:)` with one model. It is slower: the old model is kept during
  /// the update, so the first change of each array in it copies that array.
  ///
  /// - Parameter body: Called with the old and the new model.
  /// - Returns: The observation, which ends when it is released.
  public func observe(
    _ body: @escaping @Sendable (_ old: AppModel, _ new: AppModel) -> Void
  ) -> ObservationToken {
    let old = Last<AppModel>()
    return add(
      Observer(
        willChange: { old.value = $0[as: AppModel.self] },
        changed: { model in
          if let last = old.value { body(last, model[as: AppModel.self]) }
          old.value = nil
        }))
  }

  /// Calls a function with a property of the model: first with the current value, then whenever the
  /// value has changed. A NaN counts as equal to itself.
  ///
  /// The first call comes in order with the messages; after the end of the runtime, none comes. It
  /// comes before this function returns if the runtime has not been started, or if it is idle and
  /// this thread may handle messages. The observer keeps a copy of the value, so the next change of
  /// an array in it copies that array. Observe small values.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - body: Called with the value, on the thread that handles the message; before the start of
  ///     the runtime, on this thread.
  /// - Returns: The observation, which ends when it is released.
  @inlinable
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<AppModel, Value> & Sendable,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    let last = LastValue<Value>()
    // A stored property is read by its offset, because reading through a key path is many times
    // slower.
    let offset = MemoryLayout<AppModel>.offset(of: keyPath)
    return observeFromNowOn { model in
      if let offset {
        last.tell((model + offset)[as: Value.self], body)
      } else {
        last.tell(model[as: AppModel.self][keyPath: keyPath], body)
      }
    }
  }

  @usableFromInline
  func observeFromNowOn(_ look: @escaping (ReadPlace) -> Void) -> ObservationToken {
    // Before the start, no message has been handled, so the current model may be used immediately.
    if !core.hasStarted { withPlace(of: model) { look($0) } }
    return add(Observer(added: look, changed: look))
  }

  /// A stream of the models, beginning with the current one, also before the start. If the reader
  /// is slower than the app, it misses models in between, but never the newest one. The stream ends
  /// with the runtime; after that, it has no element.
  ///
  /// If the stream begins before the start, the start repeats the first model only if parts of it
  /// cannot be compared.
  public var models: AsyncStream<AppModel> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let first = Last<AppModel>()
      if !core.hasStarted {
        let model = model
        first.value = model
        continuation.yield(model)
      }
      let observation = add(
        Observer(
          added: { address in
            let model = address[as: AppModel.self]
            defer { first.value = nil }
            if let first = first.value, Comparison.areEqual(first, model) { return }
            continuation.yield(model)
          },
          changed: { continuation.yield($0[as: AppModel.self]) },
          finish: { continuation.finish() }))
      continuation.onTermination = { [core] termination in
        guard case .cancelled = termination else { return observation.cancel() }
        // Not on this thread, which may be in the cancellation handler of a task: the handler must
        // not execute steps.
        core.execution.schedule(core.tasks) { observation.cancel() }
      }
    }
  }

  private func add(_ observer: Observer) -> ObservationToken {
    core.post { [loop] in if observer.isActive { loop.add(observer) } }
    return ObservationToken { [core, life = observer.life] in
      if life.end() { core.post { core.loop?.remove(life) } }
    }
  }
}

/// The last value that an observer has received. Used inside of steps, and before the observer is
/// added to them.
private final class Last<Value>: @unchecked Sendable {
  var value: Value?
}

/// The last value of a property that an observer has received.
@usableFromInline
final class LastValue<Value: Equatable>: @unchecked Sendable {
  // Sendable, because it is used inside of steps, and before the observer is added to them.
  @usableFromInline var value: Value?

  @inlinable init() {}

  @inlinable
  func tell(_ new: Value, _ body: (Value) -> Void) {
    // The second condition comes first in `isUnchanged` too. Here, it is specialized.
    let isSame = value == new || value != value && isStill(new)
    // Stored even if it is equal: it may share its memory with the model, which makes the next
    // comparison short.
    value = new
    if !isSame { body(new) }
  }

  /// Returns whether a value that is not equal to itself is still the same.
  @usableFromInline
  func isStill(_ new: Value) -> Bool { value.map { isUnchanged($0, new) } ?? false }
}
