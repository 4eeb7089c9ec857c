package import Foundation
import Katana
import KatanaEffectInterpreters
package import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// Files in memory: the stand-in for the file system.
///
/// ```swift
/// let files = VirtualFiles(["notes.txt": "tea"])
/// let app = AppTest(notes, interpreters: [.files(files)])
/// ```
///
/// Performs the commands of `.files(root:)` with the same errors, as below a root folder without
/// links. Paths are relative to the root. In an `AppTest`, each command is answered at once. In
/// `explore`, pass `conditions`, so that answers are delayed and some are failures. The commands
/// are performed in their order.
///
/// `FileChanged`, `FolderChanged` and `FileLines` report the changes that commands and the test
/// make, when the clock is advanced next: `app.advance(by: .zero)`. Setting the text of a file
/// replaces the file by a new one. To add lines to a log, use ``append(_:to:)``.
public final class VirtualFiles: Sendable {
  private let tree: Locked<FileTree>
  private let watches = Locked<[VirtualWatch]>([])
  let order: VirtualOrder

  /// Creates files in memory.
  ///
  /// Stops the process if a path is invalid.
  ///
  /// - Parameters:
  ///   - files: The texts of the first files by their paths. Their folders are created too.
  ///   - conditions: The delays and failures of the commands, and the delays of subscriptions.
  public init(_ files: [String: String] = [:], conditions: Conditions = .ideal) {
    var tree = FileTree()
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      do throws(FileError) { try tree.put(text, at: path) } catch {
        preconditionFailure("VirtualFiles cannot hold a file: \(error)")
      }
    }
    self.tree = Locked(tree)
    order = VirtualOrder(conditions)
  }

  /// The text of a file; `nil` if there is no file at the path.
  ///
  /// Setting a text writes a new file and creates its folders. Setting `nil` removes the file. If
  /// that is not possible, such as for a folder, setting has no effect.
  public subscript(path: String) -> String? {
    get {
      let data = tree.withLock { try? $0.read(path, limit: .max) }
      return data.map { String(decoding: $0, as: UTF8.self) }
    }
    set {
      try? change { (tree) throws(FileError) in
        if let newValue { try tree.put(newValue, at: path) } else { try tree.remove(path) }
      }
    }
  }

  /// Appends text to a file, and creates the file if its folder exists.
  ///
  /// If that is not possible, this has no effect.
  public func append(_ text: String, to path: String) {
    try? append(Data(text.utf8), to: path, access: .usual)
  }

  /// Throws if a path names no file.
  func checkReadable(_ path: String) throws(FileError) {
    if try current.content(at: path) == nil { throw .notFound(path: path) }
  }

  /// The current files.
  var current: FileTree { tree.withLock { $0 } }

  func add(_ watch: VirtualWatch) { watches.withLock { $0.append(watch) } }
  func remove(_ watch: VirtualWatch) { watches.withLock { $0.removeAll { $0 === watch } } }

  private func change(
    _ body: (inout FileTree) throws(FileError) -> Void
  ) throws(FileError) {
    try use(body)
    for watch in watches.withLock({ $0 }) { watch.filesHaveChanged() }
  }

  /// Returns an error that the conditions choose.
  fileprivate func failure(at path: String) -> FileError {
    order.conditions.choose(among: [
      .permissionDenied(path: path), .other(path: path, reason: "a failure that the seed chose"),
    ])
  }

  private func use<Value>(
    _ body: (inout FileTree) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    let result: Result<Value, FileError> = tree.withLock { tree in
      do throws(FileError) { return .success(try body(&tree)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

extension VirtualFiles: FileSystem {
  package func read(_ path: String, limit: Int) throws(FileError) -> Data {
    try use { (tree) throws(FileError) in try tree.read(path, limit: limit) }
  }

  package func write(_ contents: Data, to path: String, access: FileAccess) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.write(contents, to: path) }
  }

  package func append(_ contents: Data, to path: String, access: FileAccess) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.append(contents, to: path) }
  }

  package func remove(_ path: String) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.remove(path) }
  }

  package func move(_ path: String, to copy: String) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.move(path, to: copy) }
  }

  package func list(_ path: String) throws(FileError) -> [FolderEntry] {
    try use { (tree) throws(FileError) in try tree.list(path) }
  }

  package func makeFolder(_ path: String, access: FileAccess) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.makeFolder(path) }
  }
}

extension Interpreter {
  /// Returns the interpreters of all file commands and subscriptions, for files in memory.
  public static func files(_ files: VirtualFiles) -> Interpreter {
    .group([
      .command(VirtualFileInterpreter<ReadFile>(files: files)),
      .command(VirtualFileInterpreter<ReadTextFile>(files: files)),
      .command(VirtualFileInterpreter<WriteFile>(files: files)),
      .command(VirtualFileInterpreter<AppendToFile>(files: files)),
      .command(VirtualFileInterpreter<RemoveFile>(files: files)),
      .command(VirtualFileInterpreter<ListFolder>(files: files)),
      .command(VirtualFileInterpreter<MakeFolder>(files: files)),
      .subscription { VirtualWatchInterpreter<FileChangedLooks>(files, $0, $1) },
      .subscription { VirtualWatchInterpreter<FolderChangedLooks>(files, $0, $1) },
      .subscription { VirtualWatchInterpreter<FileLinesLooks>(files, $0, $1) },
    ])
  }
}

private struct VirtualFileInterpreter<Cmd: FileCommand>: CommandInterpreter {
  let files: VirtualFiles

  func interpret(_ command: Cmd, dispatch: Dispatcher) {
    files.order.perform(for: dispatch) { [files] dispatch, fails in
      let outcome: Cmd.Outcome
      do throws(FileError) {
        if fails { throw files.failure(at: command.path) }
        outcome = try command.perform(on: files)
      } catch {
        outcome = command.failed(error)
      }
      dispatch.answer(command.reply, with: outcome)
    }
  }
}
