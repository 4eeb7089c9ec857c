public import Katana
public import Observation
import Synchronization

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
  let runtime: Runtime<AppModel>
  private let registrar = ObservationRegistrar()
  private var tracked = TrackedProperties()
  private var observation: ObservationToken?
  let children: ObservableChildren

  /// Creates a store for a runtime. The store keeps the runtime alive.
  public init(_ runtime: Runtime<AppModel>) {
    self.runtime = runtime
    children = ObservableChildren(runtime.loop.router, runtime.statistics)
    let wake = Wake(children.areThere, runtime.statistics) { [weak self] in
      self?.refresh(by: $0, $1, $2)
    }
    observation = runtime.observeChanges { model, change in wake(model, change) }
  }

  /// The current value of an `Equatable` property. Reading it is tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<AppModel, Value> & Sendable
  ) -> Value {
    typealias Property = ComparedProperty<ObservableStore, AppModel, Value>
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
    typealias Property = ReadProperty<ObservableStore, Value>
    let known = tracked.property(at: keyPath, isCompared: false)
    let property =
      known.map { unsafeDowncast($0, to: Property.self) }
      ?? Property(
        of: self, \Self.[dynamicMember: keyPath], offset: MemoryLayout<AppModel>.offset(of: keyPath)
      )
    let value = value(at: keyPath, property.offset)
    registrar.access(self, keyPath: property.composed)
    if known == nil { tracked.add(property, keyPath) }
    return value
  }

  /// Returns the value of a property. A stored one is read in the model itself. A computed one may
  /// run code of the app, which receives a copy of the model.
  private func value<Value>(at keyPath: KeyPath<AppModel, Value>, _ offset: Int?) -> Value {
    guard let offset, !runtime.showsPast else { return runtime.shownModel[keyPath: keyPath] }
    return runtime.loop.model.read(at: offset)
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

  /// A store of a child, for the view that shows it; `nil` if the child is gone. As long as somebody
  /// keeps it, each access returns the same store.
  public subscript<Child: Model>(
    address: Address<AppModel, Child>
  ) -> ObservableChild<Child>? {
    children.store(at: address.anyAddress, in: runtime, of: self)
  }

  /// Calls a function with the value of a property, and again whenever it has changed.
  ///
  /// The first call is made before this function returns.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - body: Called on the main actor. A message that it sends is queued.
  /// - Returns: The observation, which ends when it is released.
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<AppModel, Value> & Sendable, _ body: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let value = runtime.shownModel[keyPath: keyPath]
    let token = tracked.observe(self, keyPath, value, body) { $0.tracked.forget($1) }
    body(value)
    return token
  }

  /// Notifies the readers of all properties that have changed.
  ///
  /// - Parameters:
  ///   - version: The version of the model after the change.
  ///   - model: The address of the model; `nil` if it must be read. It may be newer.
  private func refresh(by change: ModelChange, _ version: Int, _ model: ReadPlace?) {
    guard let model else {
      return withPlace(of: runtime.shownModel) { refresh(by: change, version, $0) }
    }
    // All values are taken before the first reader is notified: it may send a message that leads here
    // again.
    let isChanged = tracked.takeChanges(from: model)
    let changed = children.takeChanges(change, model, version)
    if isChanged { tracked.notify(registrar) }
    children.notify(changed)
  }
}

/// Calls a function on the main actor with what has changed: immediately if called there; otherwise
/// later, once for all calls that are made before the main actor is free. The order of the changes is
/// kept.
final class Wake: @unchecked Sendable {
  // Sendable, because `changes` is used with the lock held, and `body` on the main actor.
  private let lock = Lock()
  /// The changes that wait for the main actor.
  private var changes: [ModelChange] = []
  /// Whether there are `changes`; set with the lock held.
  private let isWaiting = Flag()
  /// The version of the model after the last of `changes`.
  private var version = 0
  private let wantsChanges: Flag
  private let statistics: Statistics
  private let body: Body

  /// Receives the changes, the version of the model after them, and the address of the model if it is
  /// called immediately.
  typealias Body = @MainActor (ModelChange, _ version: Int, ReadPlace?) -> Void

  /// The number of changes that are kept for one call. More of them count as a change of everything.
  private static let limit = 64

  /// A flag that any thread may read.
  final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// - Parameter wantsChanges: Whether the function is told what has changed. Otherwise, it is told
  ///   that everything has.
  init(_ wantsChanges: Flag, _ statistics: Statistics, _ body: @escaping Body) {
    self.wantsChanges = wantsChanges
    self.statistics = statistics
    self.body = body
  }

  /// Called inside of steps only, so the version of the model is that after the change.
  func callAsFunction(_ model: ReadPlace, _ change: () -> ModelChange) {
    let change = wantsChanges.isSet.load(ordering: .relaxed) ? change() : .everything
    let version = statistics.modelVersion
    if MainQueue.isCurrent {
      // This thread is that of the main actor.
      nonisolated(unsafe) let model = model
      return MainActor.assumeIsolated {
        let isFirst = !isWaiting.isSet.load(ordering: .acquiring)
        body(isFirst ? change : .several(take().changes + [change]), version, model)
      }
    }
    // Released without the lock, because the deinitialiser of an `id` may run any code.
    let old = lock.withLock {
      defer { add(change, version) }
      return changes
    }
    guard old.isEmpty else { return }
    Task { @MainActor in
      let (changes, version) = take()
      if !changes.isEmpty { body(.several(changes), version, nil) }
    }
  }

  private func add(_ change: ModelChange, _ version: Int) {
    if changes.count == Self.limit { changes = [.everything] }
    changes.append(change)
    self.version = version
    isWaiting.isSet.store(true, ordering: .releasing)
  }

  private func take() -> (changes: [ModelChange], version: Int) {
    lock.withLock {
      defer { changes = [] }
      isWaiting.isSet.store(false, ordering: .releasing)
      return (changes, version)
    }
  }
}
