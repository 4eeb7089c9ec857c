public import Katana
public import Observation

/// The model of a runtime, for user interfaces. A view is updated only when a property that it has
/// read changes.
///
/// ```swift
/// let store = ObservableStore(runtime)
/// Text("\(store.counter.value)")          // reading tracks \.counter.value
/// Button("+") { store.dispatch(CounterMessage.increased) }
/// ```
///
/// The store remembers each key path that is read, with its value, and compares the values after
/// each update. Make properties `Equatable`: one that is not counts as changed by every message.
/// Read `store.session.name` rather than `store.session`, and give the view of a child a store of
/// its own: `store[App.at.rows[7]]`.
///
/// - Important: A key path with an index, such as `\.items[2].name`, is read again after each
///   update. If the array has become shorter, the process stops, as with any index out of bounds.
///   Swift offers no way to test whether a key path can be read.
///
/// The store belongs to the main actor. If other threads handle messages, changes arrive when the
/// main actor is free, several at once if necessary. Use ``Execution/main`` to receive each change
/// by itself.
@MainActor
@dynamicMemberLookup
public final class ObservableStore<AppModel: Model>: Observable {
  private let runtime: Runtime<AppModel>
  private let registrar = ObservationRegistrar()
  private var tracked = TrackedProperties()
  private var observation: ObservationToken?
  private var children: [WeakChild] = []

  /// Creates a store for a runtime. The store keeps the runtime alive.
  public init(_ runtime: Runtime<AppModel>) {
    self.runtime = runtime
    let wake = Wake { [weak self] in self?.refresh() }
    observation = runtime.observe { _ in wake() }
  }

  /// The current value of an `Equatable` property. Reading it is tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<AppModel, Value> & Sendable
  ) -> Value {
    typealias Property = ComparedProperty<AppModel, Value>
    guard let known = tracked.property(at: keyPath, isCompared: true) else {
      let value = runtime.shownModel[keyPath: keyPath]
      let property = Property(of: self, keyPath, \Self.[dynamicMember: keyPath], value)
      registrar.access(self, keyPath: property.composed)
      tracked.add(property, keyPath)
      return value
    }
    let property = unsafeDowncast(known, to: Property.self)
    let value = value(at: keyPath, property.offset)
    registrar.access(self, keyPath: property.composed)
    property.noteRead(value)
    return value
  }

  /// The current value of a property that is not `Equatable`. Reading it is tracked, and every
  /// message counts as a change.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<AppModel, Value> & Sendable) -> Value {
    typealias Property = UncomparedProperty<AppModel, Value>
    let known = tracked.property(at: keyPath, isCompared: false)
    let property =
      known.map { unsafeDowncast($0, to: Property.self) }
      ?? Property(of: self, keyPath, \Self.[dynamicMember: keyPath])
    let value = value(at: keyPath, property.offset)
    registrar.access(self, keyPath: property.composed)
    if known == nil { tracked.add(property, keyPath) }
    return value
  }

  /// Returns the value of a property. A stored one is read in the model itself. A computed one may
  /// run code of the app, which receives a copy of the model.
  private func value<Value>(at keyPath: KeyPath<AppModel, Value>, _ offset: Int?) -> Value {
    guard let offset, !runtime.showsPast else { return runtime.shownModel[keyPath: keyPath] }
    return runtime.cycle.model.read(at: offset)
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

  /// Sends a message to a child; see `Runtime.dispatch(_:to:)`.
  public func dispatch<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.dispatch(message, to: address, file: file, line: line)
  }

  /// A store of a child, for the view that shows it; `nil` if the child is gone. Each access
  /// creates a new store.
  public subscript<Child: Model>(
    address: Address<AppModel, Child>
  ) -> ObservableChild<AppModel, Child>? {
    guard let child = runtime.shownChild(at: address) else { return nil }
    let store = ObservableChild(runtime, address, child)
    children.removeAll { $0.child == nil }
    children.append(WeakChild(child: store))
    return store
  }

  /// Notifies the readers of all properties that have changed.
  private func refresh() {
    let model = runtime.shownModel
    withUnsafePointer(to: model) { model in
      for property in tracked.all where property.takeChange(from: UnsafeRawPointer(model)) {
        property.notify(registrar)
      }
    }
    for child in children { child.child?.refresh() }
  }
}

/// A weak reference to the store of a child, which its view keeps alive.
private struct WeakChild {
  weak var child: (any RefreshedChild)?
}

@MainActor
private protocol RefreshedChild: AnyObject {
  func refresh()
}

/// A child of the model, for its view. The view is updated only when a property of the child that
/// it has read changes.
///
/// ```swift
/// if let row = store[App.at.rows[7]] { RowView(row) }
///
/// Toggle("Done", isOn: …)                  // row.isDone, row.send(.toggled)
/// ```
///
/// Created by ``ObservableStore/subscript(_:)``. It holds the runtime weakly. An element of a
/// collection is found by its `id`, wherever it is. When the child is gone, its properties keep
/// their last values, because a view may read them once more. Messages to it are then counted in
/// ``Statistics/gone``.
@MainActor
@dynamicMemberLookup
public final class ObservableChild<AppModel: Model, Child: Model>: Observable {
  private let runtime: ChildRuntime<AppModel, Child>
  private let registrar = ObservationRegistrar()
  private var last: Child
  private var changed: [PartialKeyPath<Child>: (_ old: Child, _ new: Child) -> Bool] = [:]
  private var composed: [PartialKeyPath<Child>: PartialKeyPath<ObservableChild>] = [:]
  private var notices: [PartialKeyPath<Child>: () -> Void] = [:]

  fileprivate init(
    _ runtime: Runtime<AppModel>, _ address: Address<AppModel, Child>, _ child: Child
  ) {
    self.runtime = runtime[address]
    last = child
  }

  /// Whether the model still has the child.
  public var isThere: Bool { runtime.shownModel != nil }

  /// The current value of a property; the last one if the child is gone. Reading it is tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<Child, Value> & Sendable
  ) -> Value {
    // Cached, because composing a key path takes longer than the rest of a read.
    let known = composed[keyPath] as? KeyPath<ObservableChild, Value>
    let own: KeyPath<ObservableChild, Value> = known ?? \ObservableChild.[dynamicMember: keyPath]
    registrar.access(self, keyPath: own)
    if known == nil {
      composed[keyPath] = own
      changed[keyPath] = { $0[keyPath: keyPath] != $1[keyPath: keyPath] }
      notices[keyPath] = { [unowned self] in registrar.withMutation(of: self, keyPath: own) {} }
    }
    return (runtime.shownModel ?? last)[keyPath: keyPath]
  }

  /// Sends a message to the child.
  public func send(
    _ message: Child.Receives, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.send(message, file: file, line: line)
  }

  /// Sends a message of another type that the child takes; see ``Katana/MessageTo``.
  public func send<M: MessageTo<Child>>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    runtime.send(message, file: file, line: line)
  }
}

extension ObservableChild: RefreshedChild {
  fileprivate func refresh() {
    guard let model = runtime.shownModel else { return }
    let old = last
    last = model
    for (keyPath, isChanged) in changed where isChanged(old, model) { notices[keyPath]?() }
  }
}

/// Calls a function on the main actor: immediately if called there; otherwise later, once for all
/// calls that are made before the main actor is free.
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
