import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// The interpreters of the key-value store and of persistence, with their files in one folder.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.store("/home/ada/.config/player")])
  /// ```
  ///
  /// The folder is made when it is first needed. Settings are in `values.json`, and what is
  /// persisted in the files that the model names. A change of settings holds a lock on the file
  /// `.lock`, so several processes may use the folder; while one of them is stopped in the middle
  /// of a change, the others wait. The last process that writes a persisted file wins. Within a
  /// process, the first `Persisted` that declares a file keeps it.
  ///
  /// Commands are performed in the order in which updates return them, on a queue of their own. One
  /// that is cancelled before its turn is not performed.
  ///
  /// - Parameter folder: The folder. Use a private one, because paths in it are trusted. With `nil`,
  ///   nothing is kept: a loaded setting has its default, and a loaded file is `nil`.
  public static func store(_ folder: String?) -> Interpreter {
    let (store, queue) = (folder.map { StoreFolder($0) }, WorkQueue("katana.store"))
    return .group([
      .command(
        StoreInterpreter(store: store, queue: queue), where: { $0 is any StoreCommand.Type }),
      .command(
        LoadPersistedInterpreter(store: store, queue: queue),
        where: { $0 is any PersistedCommand.Type }),
      .subscription { PersistedInterpreter(store, $0, $1) },
    ])
  }
}

struct StoreInterpreter: CommandInterpreter {
  let store: StoreFolder?
  let queue: WorkQueue

  func interpret(_ command: any StoreCommand, dispatch: Dispatcher) { perform(command, dispatch) }

  private func perform<Cmd: StoreCommand>(_ command: Cmd, _ dispatch: Dispatcher) {
    queue.perform(for: dispatch) { [store] dispatch in
      let outcome: Cmd.Outcome
      do throws(StoreError) { outcome = try Self.perform(command, in: store) } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }

  private static func perform<Cmd: StoreCommand>(
    _ command: Cmd, in store: StoreFolder?
  ) throws(StoreError) -> Cmd.Outcome {
    if let store { return try store.perform(command) }
    var nothing = StoredValues()
    return try command.perform(on: &nothing)
  }
}

struct LoadPersistedInterpreter: CommandInterpreter {
  let store: StoreFolder?
  let queue: WorkQueue

  func interpret(_ command: any PersistedCommand, dispatch: Dispatcher) { load(command, dispatch) }

  private func load<Cmd: PersistedCommand>(_ command: Cmd, _ dispatch: Dispatcher) {
    queue.perform(for: dispatch) { [store] dispatch in
      let outcome: Cmd.Outcome
      do throws(StoreError) { outcome = try Self.load(command, from: store) } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }

  private static func load<Cmd: PersistedCommand>(
    _ command: Cmd, from store: StoreFolder?
  ) throws(StoreError) -> Cmd.Outcome {
    if let store { return try store.load(command) }
    _ = try PersistedPath.names(of: command.path)
    do throws(PersistedProblem) { return try command.loaded(nil) } catch {
      throw error.error(path: command.path)
    }
  }
}
