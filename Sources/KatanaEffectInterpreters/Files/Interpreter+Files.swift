import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of all commands and subscriptions on files.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.files()])
  /// ```
  ///
  /// Commands are performed one at a time on a queue of their own, in the order in which updates
  /// return them. A command that is cancelled before it begins is not performed; a command that has
  /// begun is performed to its end. `await runtime.finish()` waits for all of them.
  ///
  /// - Parameter root: The folder that no path may lead out of. Absolute paths, `..`, and all links
  ///   below it are then errors, even if other processes change the folders in the meantime. Use a
  ///   root for paths that come from outside of the app. If it is `nil`, relative paths start at
  ///   the working directory of the process, and links are followed.
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

/// The state that all interpreters of one call of `.files()` share.
struct FileWorker: Sendable {
  let files: SystemFiles
  let queue = WorkQueue("katana.files")
}

struct FileInterpreter<Cmd: FileCommand>: CommandInterpreter {
  let worker: FileWorker

  func interpret(_ command: Cmd, dispatch: Dispatcher) {
    worker.queue.perform(for: dispatch) { [files = worker.files] dispatch in
      let outcome: Cmd.Outcome
      do throws(FileError) { outcome = try command.perform(on: files) } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }
}
