package import Foundation
import Katana
import KatanaEffectInterpreters
package import KatanaEffects
public import KatanaRuntime
import KatanaTesting

/// Files in memory, which take the place of the system's files in a test.
///
/// ```swift
/// let files = VirtualFiles(["notes.txt": "tea"])
/// let app = AppTest(notes, interpreters: [.files(files)])
/// ```
///
/// Performs the commands of `.files(root:)` with the same errors, as below a root without links:
/// its paths are relative, and the folders of the first files are made. In an `AppTest` each
/// command is answered at once. In `explore`, give it `conditions`, so that answers come later and
/// some are failures; the order of the commands is kept.
///
/// `FileChanged`, `FolderChanged` and `FileLines` see what commands and the test write, when the clock
/// advances: `app.advance(by: .zero)`. To append as a
/// log does, use ``append(_:to:)``; a file that is set is a new one.
public final class VirtualFiles: Sendable {
  private let tree: Locked<FileTree>
  private let watches = Locked<[VirtualWatch]>([])
  let order: VirtualOrder

  /// Creates the files, by their paths.
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

  /// The text of a file now; `nil` if there is none. To set it writes the file and makes its
  /// folders, or removes the file.
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

  /// Adds text to a file, which is made if there is none in its folder.
  public func append(_ text: String, to path: String) {
    try? append(Data(text.utf8), to: path, access: .usual)
  }

  /// The files as they are now.
  var current: FileTree { tree.withLock { $0 } }

  func add(_ watch: VirtualWatch) { watches.withLock { $0.append(watch) } }
  func remove(_ watch: VirtualWatch) { watches.withLock { $0.removeAll { $0 === watch } } }

  private func change(
    _ body: (inout FileTree) throws(FileError) -> Void
  ) throws(FileError) {
    try use(body)
    for watch in watches.withLock({ $0 }) { watch.filesHaveChanged() }
  }

  /// A failure that the conditions choose.
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

  package func list(_ path: String) throws(FileError) -> [FolderEntry] {
    try use { (tree) throws(FileError) in try tree.list(path) }
  }

  package func makeFolder(_ path: String, access: FileAccess) throws(FileError) {
    try change { (tree) throws(FileError) in try tree.makeFolder(path) }
  }
}

extension Interpreter {
  /// The interpreters of all commands and subscriptions on files, performed on files in memory.
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
      do throws(FileError) {
        if fails { throw files.failure(at: command.path) }
        dispatch(try command.perform(on: files))
      } catch {
        dispatch.failed(error, otherwise: command.failed(error))
      }
    }
  }
}
