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
  private var tracked = TrackedProperties()
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

  /// The current value of a property that cannot be compared; counts as changed by every message.
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

  /// A stored property is read in its place; anything else may run code of the app, which gets a copy.
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
    guard let child = runtime.shownChild(at: address) else { return nil }
    let store = ObservableChild(runtime, address, child)
    children.removeAll { $0.child == nil }
    children.append(WeakChild(child: store))
    return store
  }

  /// Tells those who have read a property that has changed since.
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
  private var composed: [PartialKeyPath<Child>: PartialKeyPath<ObservableChild>] = [:]
  private var notices: [PartialKeyPath<Child>: () -> Void] = [:]

  fileprivate init(
    _ runtime: Runtime<AppModel>, _ address: Address<AppModel, Child>, _ child: Child
  ) {
    self.runtime = runtime[address]
    last = child
  }

  /// Whether the child is still there.
  public var isThere: Bool { runtime.shownModel != nil }

  /// The current value of a property, or its last one if the child is gone; tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<Child, Value> & Sendable
  ) -> Value {
    // Kept: a key path that is made of another one takes longer than the rest of a read.
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

  /// Sends a message of a further type to the child.
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
