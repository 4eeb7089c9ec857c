import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// The interpreters of all commands and subscriptions on files.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.files()])
  /// ```
  ///
  /// The commands are performed one after the other, in the order in which updates return them, on
  /// a queue of their own. One that is cancelled before its turn is not performed; one that has
  /// begun is performed to its end. `await runtime.finish()` waits for all of them.
  ///
  /// - Parameter root: A folder that no path leads out of: absolute paths, `..`, and all links
  ///   below it are errors, also if somebody changes the folders meanwhile. For names that come
  ///   from the outside. Without it, paths are those of the process, and links are followed.
  public static func files(root: String? = nil) -> Interpreter {
    let worker = FileWorker(files: SystemFiles(root: root))
    return .group([
      .command(FileInterpreter<ReadFile>(worker: worker)),
      .command(FileInterpreter<ReadTextFile>(worker: worker)),
      .command(FileInterpreter<WriteFile>(worker: worker)),
      .command(FileInterpreter<AppendToFile>(worker: worker)),
      .command(FileInterpreter<RemoveFile>(worker: worker)),
      .command(FileInterpreter<ListFolder>(worker: worker)),
      .command(FileInterpreter<MakeFolder>(worker: worker)),
      .subscription { FileChangedInterpreter(worker.files.paths, $0, $1) },
      .subscription { FolderChangedInterpreter(worker.files.paths, $0, $1) },
      .subscription { FileLinesInterpreter(worker.files.paths, $0, $1) },
    ])
  }
}

/// What all interpreters of one registration share.
struct FileWorker: Sendable {
  let files: SystemFiles
  let queue = WorkQueue("katana.files")
}

struct FileInterpreter<Cmd: FileCommand>: CommandInterpreter {
  let worker: FileWorker

  func interpret(_ command: Cmd, dispatch: Dispatcher) {
    worker.queue.perform(for: dispatch) { [files = worker.files] dispatch in
      do throws(FileError) { dispatch(try command.perform(on: files)) } catch {
        dispatch.failed(error, otherwise: command.failed(error))
      }
    }
  }
}
