public import Katana
public import Observation
import Synchronization

/// A child of the model, for its view. The view is updated only when a property of the child that
/// it has read changes.
///
/// ```swift
/// if let row = store[App.at.rows[7]] { RowView(row) }
///
/// Toggle("Done", isOn: …)                  // row.isDone, row.dispatch(.toggled)
/// ```
///
/// Created by ``ObservableStore/subscript(_:)``. It does not name the model of the app, so the views of a
/// module know their own children only. It holds the runtime weakly. An element of a
/// collection is found by its `id`, wherever it is. When the child is gone, its properties keep
/// their last values, because a view may read them once more. Messages to it are then counted in
/// ``Statistics/gone``.
///
/// It keeps a copy of the child. So the next change of an array in the child copies that array; give
/// the rows of a large list stores of their own, and its screen one without the list.
@MainActor
@dynamicMemberLookup
public final class ObservableChild<Child: Model>: Observable {
  private let registrar = ObservationRegistrar()
  /// The child after the last change of it that its store was told of.
  private var last: Child
  private var tracked = TrackedProperties()
  private let version: ToldVersion
  /// Weak: the store of the app keeps the runtime alive, and a row does not.
  private weak var store: (any AppStore)?
  let address: AnyAddress
  private let origin: AddressOrigin
  private let dispatcher: Dispatcher
  /// Returns the child in the model that observers see; `nil` if the child or the runtime is gone.
  private let shownModel: () -> Child?

  fileprivate init<AppModel: Model>(
    _ store: ObservableStore<AppModel>, _ address: AnyAddress, _ child: Child,
    _ version: ToldVersion
  ) {
    self.store = store
    self.address = address
    self.version = version
    origin = AddressOrigin(AppModel.self)
    dispatcher = store.runtime.dispatcher
    shownModel = { [weak runtime = store.runtime] in
      runtime.flatMap { $0.child(at: address, in: $0.shownModel) }
    }
    last = child
  }

  /// Whether the model still has the child.
  public var isThere: Bool { shownModel() != nil }

  /// The current value of a property; the last one if the child is gone. Reading it is tracked.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<Child, Value> & Sendable
  ) -> Value {
    typealias Property = ComparedProperty<ObservableChild, Child, Value>
    guard let known = tracked.property(at: keyPath, isCompared: true) else {
      let value = current[keyPath: keyPath]
      let property = Property(of: self, keyPath, \Self.[dynamicMember: keyPath], value)
      registrar.access(self, keyPath: property.composed)
      tracked.add(property, keyPath)
      return value
    }
    let property = unsafeDowncast(known, to: Property.self)
    registrar.access(self, keyPath: property.composed)
    if let offset = property.offset, version.isTold {
      return withUnsafeBytes(of: &last) { $0.load(fromByteOffset: offset, as: Value.self) }
    }
    let value = current[keyPath: keyPath]
    property.noteRead(value)
    return value
  }

  /// The child as it is now. Finding it takes longer than the rest of a read.
  private var current: Child { version.isTold ? last : shownModel() ?? last }

  /// Sends a message to the child.
  public func dispatch(
    _ message: Child.Receives, file: StaticString = #fileID, line: UInt = #line
  ) {
    send(message, file: file, line: line)
  }

  /// Sends a message of another type that the child takes; see ``Katana/MessageTo``.
  public func dispatch<M: MessageTo<Child>>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    send(message, file: file, line: line)
  }

  /// Removes the child from the model, as ``Katana/Dismiss`` does: sends it ``Katana/Dismissed``.
  public func dismiss(file: StaticString = #fileID, line: UInt = #line) {
    send(Dismissed(), file: file, line: line)
  }

  /// Sends a message to the child, or to a child of it.
  func send(
    _ message: any Message, to inner: AnyAddress = .root, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let scoped = ScopedMessage(message, in: address.appending(inner), origin: origin)
    dispatcher(scoped, file: file, line: line)
  }

  /// A store of a child of this child; `nil` if it is gone, or if the store of the app is.
  public subscript<Inner: Model>(inner: Address<Child, Inner>) -> ObservableChild<Inner>? {
    store?.child(Inner.self, at: address.appending(inner.anyAddress))
  }

  /// Calls a function with the value of a property, and again whenever it has changed.
  ///
  /// It is for view controllers and other objects that are told rather than read:
  ///
  /// ```swift
  /// observation = editor.observe(\.canSave) { [weak self] canSave in
  ///   self?.saveButton.isEnabled = canSave
  /// }
  /// ```
  ///
  /// The first call is made before this function returns. When the child is gone, there are no more
  /// calls.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - body: Called on the main actor. A message that it sends is queued.
  /// - Returns: The observation, which ends when it is released.
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Child, Value> & Sendable, _ body: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let value = current[keyPath: keyPath]
    let token = tracked.observe(self, keyPath, value, body) { $0.tracked.forget($1) }
    body(value)
    return token
  }

  /// Whether the child has a child; see ``ObservableStore/hasChild(at:)``.
  package func hasChild<Inner: Model>(at inner: Address<Child, Inner>) -> Bool {
    store?.hasChild(Inner.self, at: address.appending(inner.anyAddress)) ?? false
  }

  /// The store of a child that is presented; see ``ObservableStore/presentedChild(at:)``.
  package func presentedChild<Inner: Model & Identifiable>(
    at inner: Address<Child, Inner>
  ) -> ObservableChild<Inner>? where Inner.ID: Sendable {
    store?.presentedChild(Inner.self, at: address.appending(inner.anyAddress))
  }
}

/// The store of an app, without the type of its model.
@MainActor
protocol AppStore: AnyObject {
  func child<Child: Model>(_ type: Child.Type, at address: AnyAddress) -> ObservableChild<Child>?
  func hasChild<Child: Model>(_ type: Child.Type, at address: AnyAddress) -> Bool
  func presentedChild<Child: Model & Identifiable>(
    _ type: Child.Type, at address: AnyAddress
  ) -> ObservableChild<Child>? where Child.ID: Sendable
}

extension ObservableStore: AppStore {
  func child<Child: Model>(_ type: Child.Type, at address: AnyAddress) -> ObservableChild<Child>? {
    children.store(at: address, in: runtime, of: self)
  }

  func hasChild<Child: Model>(_ type: Child.Type, at address: AnyAddress) -> Bool {
    hasChild(at: Address<AppModel, Child>(untyped: address))
  }

  func presentedChild<Child: Model & Identifiable>(
    _ type: Child.Type, at address: AnyAddress
  ) -> ObservableChild<Child>? where Child.ID: Sendable {
    presentedChild(at: Address<AppModel, Child>(untyped: address))
  }
}

extension ObservableChild: RefreshedChild {
  func take(from child: ReadPlace) -> Bool {
    last = child[as: Child.self]
    return tracked.takeChanges(from: child)
  }

  func notify() { tracked.notify(registrar) }
}

/// The version of the model that the stores of children have been told of.
@MainActor
private final class ToldVersion {
  private let statistics: Statistics
  var told: Int

  init(_ statistics: Statistics) {
    self.statistics = statistics
    told = statistics.modelVersion
  }

  /// Whether the model has not changed since.
  var isTold: Bool { told == statistics.modelVersion }
}

/// The stores of children that an ``ObservableStore`` has created.
@MainActor
final class ObservableChildren {
  private let router: Router
  private let version: ToldVersion
  private let root = ChildRecord()
  /// The number of stores at which the records of those that nobody keeps are removed.
  private var limit = 8
  private var count = 0
  private let lastIndices = LastIndices()
  /// Empty memory for the stores whose readers must be notified.
  private var waiting: [any RefreshedChild] = []
  /// Whether there may be stores of children.
  let areThere = Wake.Flag()

  init(_ router: Router, _ statistics: Statistics) {
    self.router = router
    version = ToldVersion(statistics)
  }

  deinit { lastIndices.deallocate() }

  /// The number of children with a record; for tests.
  var recordCount: Int {
    var count = -1
    root.forEach { _ in count += 1 }
    return count
  }

  /// Returns the store of a child, which it creates if nobody keeps one; `nil` if the child is gone.
  func store<AppModel: Model, Child: Model>(
    at address: AnyAddress, in runtime: Runtime<AppModel>, of app: ObservableStore<AppModel>
  ) -> ObservableChild<Child>? {
    // From now on, changes are told. A change that waits to be told was recorded as one of
    // everything, which covers all children.
    areThere.isSet.store(true, ordering: .relaxed)
    let found: Child? = runtime.child(at: address, in: runtime.shownModel, lastIndices)
    guard let child = found else { return nil }
    let record = root.record(at: address)
    if let store = record.store as? ObservableChild<Child> { return store }
    let store = ObservableChild(app, address, child, version)
    record.store = store
    count += 1
    if count >= limit { removeUnused() }
    return store
  }

  /// Removes the records of the stores that nobody keeps any more.
  private func removeUnused() {
    var unused: [ChildRecord] = []
    count = 0
    root.forEach { record in
      if record.store != nil { count += 1 } else if record.groups.isEmpty { unused.append(record) }
    }
    for record in unused { record.removeIfIdle() }
    // So that its cost is spread over many stores.
    limit = max(8, 2 * count)
  }

  /// Gives the stores of the children that may have changed their new values. Returns those whose
  /// readers must be notified.
  ///
  /// - Parameters:
  ///   - model: The address of the model. It may be newer than the version.
  ///   - version: The version of the model after the changes.
  func takeChanges(
    _ change: ModelChange, _ model: ReadPlace, _ version: Int
  ) -> [any RefreshedChild] {
    self.version.told = version
    // Taken, because a reader that is notified may send a message that leads here again.
    var changed: [any RefreshedChild] = []
    swap(&changed, &waiting)
    var unused: [ChildRecord] = []
    root.search(change, router, model, lastIndices) { record, child in
      guard let store = record.store else { return unused.append(record) }
      if let child, store.take(from: child) { changed.append(store) }
    }
    for record in unused { record.removeIfIdle() }
    return changed
  }

  func notify(_ changed: consuming [any RefreshedChild]) {
    var stores = consume changed
    for store in stores { store.notify() }
    stores.removeAll(keepingCapacity: stores.count <= 64)
    waiting = stores
  }
}
