public import Katana
public import Observation

/// The model of a runtime for user interfaces: a view is drawn again only when a property that it
/// has read changes.
///
/// ```swift
/// let store = ObservableStore(runtime)
/// Text("\(store.counter.value)")          // reading tracks \.counter.value
/// Button("+") { store.dispatch(CounterMessage.increased) }
/// ```
///
/// Each key path that is read is remembered with the value that was read, and compared after each
/// update. Make properties `Equatable`; one that is not counts as changed by every message. Read
/// the leaves, `store.session.name` rather than `store.session`, and give the view of a child a
/// store of its own: `store[App.at.rows[7]]`.
///
/// - Important: A key path with an index in it, such as `\.items[2].name`, is read again after each
///   update, and ends the process when the array has become shorter, as an index does everywhere;
///   Swift has no way to ask a key path whether it can be read.
///
/// Lives on the main actor. Changes made on other threads arrive there as soon as it is free,
/// several at once if need be; use ``Execution/main`` to have none in between.
@MainActor
@dynamicMemberLookup
public final class ObservableStore<AppModel: Model>: Observable {
  private let runtime: Runtime<AppModel>
  private let registrar = ObservationRegistrar()
  private var tracked: [PartialKeyPath<AppModel>: any TrackedValue<AppModel>] = [:]
  private var observation: ObservationToken?
  private var children: [WeakChild] = []

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

  /// Sends a message of the type that the app's model receives.
  public func dispatch(
    _ message: AppModel.Receives, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.dispatch(message as any Message, file: file, line: line)
  }

  /// Sends a message to a child.
  public func dispatch<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.dispatch(message, to: address, file: file, line: line)
  }

  /// The store of a child, for the view that shows it; `nil` if the child is not there.
  public subscript<Child: Model>(
    address: Address<AppModel, Child>
  ) -> ObservableChild<AppModel, Child>? {
    guard let child = runtime.child(at: address) else { return nil }
    let store = ObservableChild(runtime, address, child)
    children.removeAll { $0.child == nil }
    children.append(WeakChild(child: store))
    return store
  }

  /// Tells those who have read a property that has changed since.
  private func refresh() {
    let model = runtime.model
    for value in tracked.values where value.takeChange(from: model) {
      value.notify(self, registrar)
    }
    for child in children { child.child?.refresh() }
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

/// A store of one child, which goes when its view goes.
private struct WeakChild {
  weak var child: (any RefreshedChild)?
}

@MainActor
private protocol RefreshedChild: AnyObject {
  func refresh()
}

/// One child of a model for its view: a view is drawn again only when a property of the child that
/// it has read changes.
///
/// ```swift
/// if let row = store[App.at.rows[7]] { RowView(row) }
///
/// Toggle("Done", isOn: …)                  // row.isDone, row.send(.toggled)
/// ```
///
/// Made by ``ObservableStore/subscript(_:)``. Holds the runtime weakly. A row is found by its `id`
/// wherever it stands. When the child is gone, its properties keep their last values, since a view
/// may read them once more, and what is sent is counted in ``Statistics/gone``.
@MainActor
@dynamicMemberLookup
public final class ObservableChild<AppModel: Model, Child: Model>: Observable {
  private let runtime: ChildRuntime<AppModel, Child>
  private let registrar = ObservationRegistrar()
  private var last: Child
  private var changed: [PartialKeyPath<Child>: (_ old: Child, _ new: Child) -> Bool] = [:]
  private var notices: [PartialKeyPath<Child>: () -> Void] = [:]

  fileprivate init(
    _ runtime: Runtime<AppModel>, _ address: Address<AppModel, Child>, _ child: Child
  ) {
    self.runtime = runtime[address]
    last = child
  }

  /// Whether the child is still there.
  public var isThere: Bool { runtime.model != nil }

  /// The current value of a property, or its last one if the child is gone; tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<Child, Value> & Sendable
  ) -> Value {
    registrar.access(self, keyPath: \.[dynamicMember: keyPath])
    if changed[keyPath] == nil {
      changed[keyPath] = { $0[keyPath: keyPath] != $1[keyPath: keyPath] }
      notices[keyPath] = { [unowned self] in
        registrar.withMutation(of: self, keyPath: \.[dynamicMember: keyPath]) {}
      }
    }
    return (runtime.model ?? last)[keyPath: keyPath]
  }

  /// Sends a message to the child.
  public func send(
    _ message: Child.Receives, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.send(message, file: file, line: line)
  }

  /// Sends a message of a further type to the child.
  public func send<M: MessageTo<Child>>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.send(message, file: file, line: line)
  }
}

extension ObservableChild: RefreshedChild {
  fileprivate func refresh() {
    guard let model = runtime.model else { return }
    let old = last
    last = model
    for (keyPath, isChanged) in changed where isChanged(old, model) { notices[keyPath]?() }
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

/// Calls a function on the main actor: at once when already there, else once for any number of
/// calls that come before it is free.
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
