import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaEffects
public import KatanaRuntime

/// A store in memory: the stand-in for the folder of `.store(_:)`.
///
/// ```swift
/// let store = VirtualStore()
/// store.set(7, for: .volume)
/// let app = AppTest(player, interpreters: [.store(store)])
/// ```
///
/// Performs the commands of the store and `LoadPersisted`, and runs the subscription `Persisted`, by the
/// code of the real store on ``VirtualFiles``. `Persisted` uses the clock of the app. In an `AppTest`,
/// each command is answered at once. In `explore`, pass `conditions`, so that delays and failures
/// differ from seed to seed.
public final class VirtualStore: Sendable {
  private let files = VirtualFiles()
  fileprivate let folder: StoreFolder
  fileprivate let order: VirtualOrder

  /// Creates an empty store.
  ///
  /// - Parameter conditions: The delays and failures of the commands. They also choose which writes
  ///   of `Persisted` fail.
  public init(conditions: Conditions = .ideal) {
    folder = StoreFolder(in: files)
    order = VirtualOrder(conditions)
  }

  /// Returns the current value of a setting.
  ///
  /// - Returns: The stored value, or the default value of the key if there is none of its type.
  public func value<Value>(of key: StoreKey<Value>) -> Value {
    let value = try? folder.changeValues { (values) throws(StoreError) in
      try values.value(of: key)
    }
    return value ?? key.defaultValue
  }

  /// Stores a setting. A value that cannot be encoded ends the process.
  public func set<Value>(_ value: Value, for key: StoreKey<Value>) {
    orEnd {
      try folder.changeValues { (values) throws(StoreError) in try values.set(value, for: key) }
    }
  }

  /// Returns the value of a persisted file, migrated as in the app.
  ///
  /// - Returns: The value, or `nil` if there is no file or one that cannot be used.
  public func persisted<Value>(_ file: PersistedFile<Value>) -> Value? {
    guard let data = try? folder.read(file.path) else { return nil }
    return try? PersistedContent.decode(data, of: file)
  }

  /// Persists a value, as if an earlier launch of the app had written it. A value that cannot be
  /// encoded ends the process, and so does a path that `.store(_:)` refuses.
  ///
  /// To test a migration, give the older form of the file: `persist(["tea"], at:
  /// PersistedFile("tasks.json"))` writes version 1.
  public func persist<Value>(_ value: Value, at file: PersistedFile<Value>) {
    orEnd {
      let data = try PersistedContent.encode(value, version: file.version, path: file.path)
      try folder.save(data, to: file.path)
    }
  }

  /// Persists invalid data at a path, to test how an app handles a damaged file. The settings are in
  /// `values.json`. A path that `.store(_:)` refuses ends the process.
  public func damage(_ path: String) {
    if path == StoreFolder.valuesName {
      files[path] = "{"
    } else {
      orEnd { try folder.save(Data("{".utf8), to: path) }
    }
  }

  private func orEnd(_ body: () throws -> Void) {
    do { try body() } catch { preconditionFailure("VirtualStore cannot hold the value: \(error)") }
  }
}

extension Interpreter {
  /// Returns the interpreters of the key-value store and of persistence, with a store in memory.
  public static func store(_ store: VirtualStore) -> Interpreter {
    .group([
      .command(VirtualStoreInterpreter(store: store), where: { $0 is any StoreCommand.Type }),
      .command(
        VirtualPersistedLoader(store: store), where: { $0 is any PersistedCommand.Type }),
      .subscription {
        PersistedInterpreter(
          store.folder, $0, $1, simulating: { store.order.conditions.nextFails() })
      },
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
        if fails { throw .file(.noSpace(path: StoreFolder.valuesName)) }
        outcome = try store.folder.perform(command)
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
    store.order.perform(for: dispatch) { [store] dispatch, fails in
      let outcome: Cmd.Outcome
      do throws(StoreError) {
        if fails { throw .file(.permissionDenied(path: command.path)) }
        outcome = try store.folder.load(command)
      } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }
}
