public import Katana
public import Observation

/// The model of a runtime for user interfaces: a view is drawn again only when a property that it has
/// read changes.
///
/// ```swift
/// let store = ObservableStore(runtime)
/// Text("\(store.counter.value)")          // reading tracks \.counter.value
/// Button("+") { store.dispatch(CounterMessage.increased) }
/// ```
///
/// Each key path that is read is remembered with the value that was read, and compared after each
/// update. Make properties `Equatable`; one that is not counts as changed by every message. Read the
/// leaves, `store.session.name` rather than `store.session`, and pass slices with ``slice(_:)``.
///
/// Lives on the main actor. Changes made on other threads arrive there as soon as it is free, several
/// at once if need be; use ``Execution/main`` to have none in between.
@MainActor
@dynamicMemberLookup
public final class ObservableStore<AppModel: Model>: Observable {
  private let runtime: Runtime<AppModel>
  private let registrar = ObservationRegistrar()
  private var tracked: [PartialKeyPath<AppModel>: any TrackedValue<AppModel>] = [:]
  private var observation: Observation?

  /// A store for a runtime, which it keeps alive.
  public init(_ runtime: Runtime<AppModel>) {
    self.runtime = runtime
    let wake = Wake { [weak self] in self?.refresh() }
    observation = runtime.observe { _ in wake() }
  }

  /// The current value of a property that can be compared; tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<AppModel, Value> & Sendable
  ) -> Value {
    let value = runtime.model[keyPath: keyPath]
    registrar.access(self, keyPath: \.[dynamicMember: keyPath])
    if let known = tracked[keyPath] as? Comparable<AppModel, Value> {
      known.noteRead(value)
    } else {
      tracked[keyPath] = Comparable(keyPath, value)
    }
    return value
  }

  /// The current value of a property that cannot be compared; counts as changed by every message.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<AppModel, Value> & Sendable) -> Value {
    let value = runtime.model[keyPath: keyPath]
    registrar.access(self, keyPath: \.[dynamicMember: keyPath])
    if tracked[keyPath] == nil { tracked[keyPath] = Incomparable<AppModel, Value>(keyPath) }
    return value
  }

  /// Sends a message to the runtime.
  public func dispatch(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.dispatch(message, file: file, line: line)
  }

  /// Tells those who have read a property that has changed since.
  private func refresh() {
    let model = runtime.model
    for value in tracked.values where value.takeChange(from: model) {
      value.notify(self, registrar)
    }
  }

  fileprivate func changed<Value: Equatable>(
    _ keyPath: KeyPath<AppModel, Value> & Sendable, _ registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: \.[dynamicMember: keyPath]) {}
  }

  fileprivate func changedSomehow<Value>(
    _ keyPath: KeyPath<AppModel, Value> & Sendable, _ registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: self, keyPath: \.[dynamicMember: keyPath]) {}
  }
}

/// A property that was read, with what is needed to know whether it has changed.
@MainActor
private protocol TrackedValue<AppModel>: AnyObject {
  associatedtype AppModel: Model
  func takeChange(from model: AppModel) -> Bool
  func notify(_ store: ObservableStore<AppModel>, _ registrar: ObservationRegistrar)
}

@MainActor
private final class Comparable<AppModel: Model, Value: Equatable>: TrackedValue {
  private let keyPath: KeyPath<AppModel, Value> & Sendable
  private var last: Value
  private var isReadAhead = false

  init(_ keyPath: KeyPath<AppModel, Value> & Sendable, _ value: Value) {
    self.keyPath = keyPath
    self.last = value
  }

  /// Somebody has read a value that is newer than the last comparison: the next one tells them
  /// whatever it finds, since the value may have gone back by then.
  func noteRead(_ value: Value) { isReadAhead = isReadAhead || value != last }

  func takeChange(from model: AppModel) -> Bool {
    let value = model[keyPath: keyPath]
    defer { (last, isReadAhead) = (value, false) }
    return isReadAhead || value != last
  }

  func notify(_ store: ObservableStore<AppModel>, _ registrar: ObservationRegistrar) {
    store.changed(keyPath, registrar)
  }
}

@MainActor
private final class Incomparable<AppModel: Model, Value>: TrackedValue {
  private let keyPath: KeyPath<AppModel, Value> & Sendable

  init(_ keyPath: KeyPath<AppModel, Value> & Sendable) { self.keyPath = keyPath }

  func takeChange(from model: AppModel) -> Bool { true }

  func notify(_ store: ObservableStore<AppModel>, _ registrar: ObservationRegistrar) {
    store.changedSomehow(keyPath, registrar)
  }
}

/// Calls a function on the main actor: at once when already there, else once for any number of calls
/// that come before it is free.
private final class Wake: @unchecked Sendable {
  // Sendable, because `isScheduled` is used with the lock held, and `body` on the main actor.
  private let lock = Lock()
  private var isScheduled = false
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  func callAsFunction() {
    if MainQueue.isCurrent { return MainActor.assumeIsolated { body() } }
    let isFirst = lock.withLock {
      defer { isScheduled = true }
      return !isScheduled
    }
    guard isFirst else { return }
    Task { @MainActor in
      lock.withLock { isScheduled = false }
      body()
    }
  }
}
