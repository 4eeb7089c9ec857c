import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// A store in memory: the stand-in for the folder of `.store(_:)`.
///
/// ```swift
/// let store = VirtualStore()
/// store.set(7, for: .volume)
/// let app = AppTest(player, interpreters: [.store(store)])
/// ```
///
/// Performs the commands of the store and `LoadPersisted`, and runs the subscription `Persisted`.
/// Values are encoded and decoded as in the real store. `Persisted` uses the clock of the app. In
/// an `AppTest`, each command is answered at once. In `explore`, pass `conditions`, so that delays
/// and failures differ from seed to seed.
public final class VirtualStore: Sendable {
  fileprivate struct State {
    var values = StoredValues()
    var files: [String: Data] = [:]
  }

  fileprivate let state = Locked(State())
  fileprivate let order: VirtualOrder

  /// Creates an empty store.
  ///
  /// - Parameter conditions: The delays and failures of the commands. They also choose which writes
  ///   of `Persisted` fail.
  public init(conditions: Conditions = .ideal) { order = VirtualOrder(conditions) }

  /// Returns the current value of a setting.
  ///
  /// - Returns: The stored value, or the default value of the key if there is none of its type.
  public func value<Value>(of key: StoreKey<Value>) -> Value {
    // Values are encoded and decoded without the lock, because that is code of the app.
    (try? state.withLock { $0.values }.value(of: key)) ?? key.defaultValue
  }

  /// Stores a setting. A value that cannot be encoded ends the process.
  public func set<Value>(_ value: Value, for key: StoreKey<Value>) {
    do { try use { (values) throws(StoreError) in try values.set(value, for: key) } } catch {
      preconditionFailure("VirtualStore cannot hold the value: \(error)")
    }
  }

  /// Returns the value of a persisted file, migrated as in the app.
  ///
  /// - Returns: The value, or `nil` if there is no file or one that cannot be used.
  public func persisted<Value>(_ file: PersistedFile<Value>) -> Value? {
    guard let path = try? Self.key(file.path), let data = state.withLock({ $0.files[path] }) else {
      return nil
    }
    return try? PersistedContent.decode(data, of: file)
  }

  /// Persists a value, as if an earlier launch of the app had written it. A value that cannot be
  /// encoded ends the process, and so does a path that `.store(_:)` refuses.
  ///
  /// To test a migration, give the older form of the file: `persist(["tea"], at:
  /// PersistedFile("tasks.json"))` writes version 1.
  public func persist<Value>(_ value: Value, at file: PersistedFile<Value>) {
    do {
      let path = try Self.key(file.path)
      let data = try PersistedContent.encode(value, version: file.version, path: file.path)
      state.withLock { $0.files[path] = data }
    } catch {
      preconditionFailure("VirtualStore cannot hold the value: \(error)")
    }
  }

  /// Persists invalid data at a path, to test how an app handles a damaged file.
  public func damage(_ path: String) {
    state.withLock { $0.files[(try? Self.key(path)) ?? path] = Data("{".utf8) }
  }

  fileprivate func perform<Cmd: StoreCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
    try use { (values) throws(StoreError) in try command.perform(on: &values) }
  }

  /// Changes the settings. If they have changed meanwhile, does so again.
  private func use<Result>(
    _ body: (inout StoredValues) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    while true {
      let old = state.withLock { $0.values }
      var new = old
      let result = try body(&new)
      let isTaken = state.withLock { state in
        guard state.values == old else { return false }
        state.values = new
        return true
      }
      if isTaken { return result }
    }
  }

  /// Returns the path under which a file is kept: paths that name the same file are equal.
  fileprivate static func key(_ path: String) throws(StoreError) -> String {
    try PersistedPath.names(of: path).joined(separator: "/")
  }

  /// Writes all items, and returns an error for each item that was not written.
  fileprivate func save(_ items: [Persisted.Item], fails: Bool) -> [StoreError] {
    items.compactMap { item in
      if fails { return .file(.noSpace(path: item.path)) }
      do throws(StoreError) {
        let path = try Self.key(item.path)
        let data = try PersistedContent.encode(item)
        state.withLock { $0.files[path] = data }
        return nil
      } catch {
        return error
      }
    }
  }
}

extension Interpreter {
  /// Returns the interpreters of the key-value store and of persistence, with a store in memory.
  public static func store(_ store: VirtualStore) -> Interpreter {
    .group([
      .command(VirtualStoreInterpreter(store: store), where: { $0 is any StoreCommand.Type }),
      .command(
        VirtualPersistedLoader(store: store), where: { $0 is any PersistedCommand.Type }),
      .subscription { VirtualPersistedInterpreter(store, $0, $1) },
    ])
  }
}

private struct VirtualStoreInterpreter: CommandInterpreter {
  let store: VirtualStore

  func interpret(_ command: any StoreCommand, dispatch: Dispatcher) { perform(command, dispatch) }

  private func perform<Cmd: StoreCommand>(_ command: Cmd, _ dispatch: Dispatcher) {
    store.order.perform(for: dispatch) { [store] dispatch, fails in
      let outcome: Cmd.Outcome
      do throws(StoreError) {
        if fails { throw .file(.noSpace(path: "values.json")) }
        outcome = try store.perform(command)
      } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }
}

private struct VirtualPersistedLoader: CommandInterpreter {
  let store: VirtualStore

  func interpret(_ command: any PersistedCommand, dispatch: Dispatcher) { load(command, dispatch) }

  private func load<Cmd: PersistedCommand>(_ command: Cmd, _ dispatch: Dispatcher) {
    store.order.perform(for: dispatch) { dispatch, fails in
      let outcome: Cmd.Outcome
      do throws(StoreError) {
        if fails { throw .file(.permissionDenied(path: command.path)) }
        outcome = try load(command)
      } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }

  private func load<Cmd: PersistedCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
    let path = try VirtualStore.key(command.path)
    let data = store.state.withLock { $0.files[path] }
    do throws(PersistedProblem) { return try command.loaded(data) } catch {
      store.state.withLock { state in
        state.files[error.copy(of: path)] = data
        state.files[path] = nil
      }
      throw error.error(path: command.path)
    }
  }
}

private final class VirtualPersistedInterpreter: SubscriptionInterpreter {
  typealias Sub = Persisted

  private let saver: VirtualSaver

  init(
    _ store: VirtualStore, _ subscription: Persisted,
    _ dispatch: SubscriptionDispatcher<Persisted>
  ) {
    saver = VirtualSaver(store, subscription, dispatch)
  }

  func start() { saver.changed() }

  func stop() { saver.stop() }

  func update(to subscription: Persisted) -> Bool {
    saver.update(to: subscription)
    return true
  }
}

/// Writes the items of a `Persisted` by the clock of the app; each write is immediate.
private final class VirtualSaver: Sendable {
  private struct State {
    var current: Persisted
    var schedule: SaveSchedule
    var next: ScheduledAction?
    var isStopped = false
  }

  private let store: VirtualStore
  private let dispatch: SubscriptionDispatcher<Persisted>
  private let state: Locked<State>

  init(
    _ store: VirtualStore, _ current: Persisted, _ dispatch: SubscriptionDispatcher<Persisted>
  ) {
    (self.store, self.dispatch) = (store, dispatch)
    let schedule = SaveSchedule(pause: current.pause, longest: current.longest)
    state = Locked(State(current: current, schedule: schedule))
  }

  func update(to subscription: Persisted) {
    // Released without the lock, because a deinitialiser may run any code.
    let old = state.withLock { state in
      defer { state.current = subscription }
      return state.current
    }
    withExtendedLifetime(old) {}
    changed()
  }

  func changed() { plan { $0.changed(at: $1) } }

  func stop() {
    let (next, items) = state.withLock { state in
      state.isStopped = true
      return (state.next, state.current.items)
    }
    next?.cancel()
    _ = store.save(items, fails: false)
  }

  private func plan(_ moment: (inout SaveSchedule, Duration) -> Duration) {
    let clock = dispatch.clock
    let now = clock.now
    let (old, time) = state.withLock { ($0.next, moment(&$0.schedule, now)) }
    old?.cancel()
    let action = clock.schedule(after: time.subtracting(clock.now)) { [weak self] in self?.save() }
    state.withLock { $0.next = action }
  }

  private func save() {
    let (isStopped, items) = state.withLock { state in
      state.schedule.written()
      return (state.isStopped, state.current.items)
    }
    if isStopped { return }
    let errors = store.save(items, fails: store.order.conditions.nextFails())
    if errors.isEmpty { return }
    plan { $0.failed(at: $1) }
    for error in errors { dispatch { $0.failed(error) } }
  }
}
