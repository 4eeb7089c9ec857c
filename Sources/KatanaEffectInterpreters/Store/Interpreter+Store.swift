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
  /// `.lock`, so several processes may use the folder; while one of them is stopped in the middle of
  /// a change, the others wait. The last writer of a persisted file wins.
  ///
  /// Commands are performed in the order in which updates return them, on a queue of their own. One
  /// that is cancelled before its turn is not performed.
  ///
  /// - Parameter folder: The folder; a private one, since its paths are trusted.
  public static func store(_ folder: String) -> Interpreter {
    let (store, queue) = (StoreFolder(folder), WorkQueue("katana.store"))
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
  let store: StoreFolder
  let queue: WorkQueue

  func interpret(_ command: any StoreCommand, dispatch: Dispatcher) {
    queue.perform(for: dispatch) { [store] dispatch in
      do throws(StoreError) { dispatch(try store.perform(command)) } catch {
        dispatch(command.failed(error))
      }
    }
  }
}

struct LoadPersistedInterpreter: CommandInterpreter {
  let store: StoreFolder
  let queue: WorkQueue

  func interpret(_ command: any PersistedCommand, dispatch: Dispatcher) {
    queue.perform(for: dispatch) { [store] dispatch in
      do throws(StoreError) { dispatch(try store.load(command)) } catch {
        dispatch(command.failed(error))
      }
    }
  }
}
