import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// A store in memory, which takes the place of the folder of `.store(_:)` in a test.
///
/// ```swift
/// let store = VirtualStore()
/// store.set(7, for: .volume)
/// let app = AppTest(player, interpreters: [.store(store)])
/// ```
///
/// Performs the commands of the store, `LoadPersisted` and `Persisted`; values are encoded and
/// decoded as in the real one. `Persisted` goes by the clock of the app. In an `AppTest` each
/// command is answered at once. In `explore`, give it `conditions`.
public final class VirtualStore: Sendable {
  fileprivate struct State {
    var values = StoredValues()
    var files: [String: Data] = [:]
  }

  fileprivate let state = Locked(State())
  fileprivate let order: VirtualOrder

  /// Creates an empty store.
  public init(conditions: Conditions = .ideal) { order = VirtualOrder(conditions) }

  /// The value of a setting now; the default if none is stored, or one of another type.
  public func value<Value>(of key: StoreKey<Value>) -> Value {
    state.withLock { (try? $0.values.value(of: key)) ?? key.defaultValue }
  }

  /// Stores a setting.
  public func set<Value>(_ value: Value, for key: StoreKey<Value>) {
    state.withLock { try? $0.values.set(value, for: key) }
  }

  /// Returns the value of a persisted file, migrated as the app would; `nil` if there is none, or one
  /// that cannot be used.
  public func persisted<Value>(_ file: PersistedFile<Value>) -> Value? {
    guard let data = state.withLock({ $0.files[file.path] }) else { return nil }
    return try? PersistedContent.decode(data, of: file)
  }

  /// Persists a value, as an earlier run of the app would have.
  ///
  /// To test a migration, give the older form of the file: `persist(["tea"], at:
  /// PersistedFile("tasks.json"))` writes version 1.
  public func persist<Value>(_ value: Value, at file: PersistedFile<Value>) {
    let data = try? PersistedContent.encode(value, version: file.version, path: file.path)
    state.withLock { $0.files[file.path] = data }
  }

  /// Persists bytes that are not those of a value, to test what an app does then.
  public func damage(_ path: String) {
    state.withLock { $0.files[path] = Data("{".utf8) }
  }

  fileprivate func perform(_ command: some StoreCommand) throws(StoreError) -> any Message {
    let result: Result<any Message, StoreError> = state.withLock { state in
      do throws(StoreError) { return .success(try command.perform(on: &state.values)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Writes what is persisted, or fails.
  fileprivate func save(_ items: [Persisted.Item], fails: Bool) -> [StoreError] {
    items.compactMap { item in
      if fails { return .file(.noSpace(path: item.path)) }
      do throws(StoreError) {
        let data = try PersistedContent.encode(item)
        state.withLock { $0.files[item.path] = data }
        return nil
      } catch {
        return error
      }
    }
  }
}

extension Interpreter {
  /// The interpreters of the key-value store and of persistence, with a store in memory.
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

  func interpret(_ command: any StoreCommand, dispatch: Dispatcher) {
    store.order.perform(for: dispatch) { [store] dispatch, fails in
      do throws(StoreError) {
        if fails { throw .file(.noSpace(path: "values.json")) }
        dispatch(try store.perform(command))
      } catch {
        dispatch.failed(error, otherwise: command.failed(error))
      }
    }
  }
}

private struct VirtualPersistedLoader: CommandInterpreter {
  let store: VirtualStore

  func interpret(_ command: any PersistedCommand, dispatch: Dispatcher) {
    store.order.perform(for: dispatch) { dispatch, fails in
      do throws(StoreError) {
        if fails { throw .file(.permissionDenied(path: command.path)) }
        dispatch(try load(command))
      } catch {
        dispatch.failed(error, otherwise: command.failed(error))
      }
    }
  }

  private func load(_ command: any PersistedCommand) throws(StoreError) -> any Message {
    let data = store.state.withLock { $0.files[command.path] }
    do throws(PersistedProblem) { return try command.loaded(data) } catch {
      store.state.withLock { state in
        state.files[error.copy(of: command.path)] = data
        state.files[command.path] = nil
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

/// Writes by the clock, without a queue.
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
    state.withLock { $0.current = subscription }
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
    let (old, time) = state.withLock { ($0.next, moment(&$0.schedule, clock.now)) }
    old?.cancel()
    let action = clock.schedule(after: time - clock.now) { [weak self] in self?.save() }
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
