#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
package import Foundation
package import KatanaEffects
import KatanaSystem

/// The files of a store: those of a folder, or those of a test. Blocks the thread.
package struct StoreFolder: Sendable {
  package static let valuesName = "values.json"
  static let lockName = ".lock"
  private static let limit = 256 << 20

  /// The path of the folder; `nil` in a test.
  let path: String?
  private let files: any FileSystem
  /// Which subscriptions keep the files.
  let keepers: FileKeepers
  /// The folder, as `keepers` names it.
  let id: SystemPath?

  /// Opens a folder, which need not exist.
  init(_ path: String) {
    (self.path, files, keepers) = (path, SystemFiles(root: path), .ofProcess)
    id = try? SystemPath(URL(filePath: path).resolvingSymlinksInPath().path)
  }

  /// Creates a store whose files are those of a test.
  package init(in files: some FileSystem) {
    (path, self.files, keepers, id) = (nil, files, FileKeepers(), nil)
  }

  /// Performs a command on the settings; one that changes them excludes all other processes.
  package func perform<Cmd: StoreCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
    try changeValues(onlyReads: Cmd.onlyReads) { (values) throws(StoreError) in
      try command.perform(on: &values)
    }
  }

  /// Reads the settings, and writes them if a closure has changed them.
  package func changeValues<Value>(
    onlyReads: Bool = false, _ body: (inout StoredValues) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try makeFolder()
    let lock = onlyReads ? nil : try heldLock()
    defer { withExtendedLifetime(lock) {} }
    let old = try values()
    var new = old
    let result = try body(&new)
    if new != old { try write(try new.encoded(), to: Self.valuesName) }
    return result
  }

  /// Returns the bytes of a file; `nil` if there is none.
  package func read(_ name: String) throws(StoreError) -> Data? {
    do throws(FileError) {
      return try files.read(name, limit: Self.limit)
    } catch {
      if case .notFound = error { return nil }
      throw .file(error.naming(full(name)))
    }
  }

  /// Replaces a persisted file, and makes the folders on its path.
  package func save(_ data: Data, to name: String) throws(StoreError) {
    let folders = try PersistedPath.names(of: name).dropLast().map(\.text)
    try makeFolder()
    if !folders.isEmpty {
      do throws(FileError) {
        try files.makeFolder(folders.joined(separator: "/"), access: .ownerOnly)
      } catch {
        throw .file(error.naming(full(error.path)))
      }
    }
    try write(data, to: name)
  }

  /// Replaces a file that only its owner can read.
  private func write(_ data: Data, to name: String) throws(StoreError) {
    do throws(FileError) { try files.write(data, to: name, access: .ownerOnly) } catch {
      throw .file(error.naming(full(name)))
    }
  }

  /// Makes the folder unless it exists.
  private func makeFolder() throws(StoreError) {
    guard let path else { return }
    do throws(FileError) {
      try SystemFiles().makeFolder(path, access: .ownerOnly)
    } catch {
      throw .file(error)
    }
  }

  /// Moves a file that cannot be used out of the way.
  private func move(_ name: String, to copy: String) throws(StoreError) {
    do throws(FileError) { try files.move(name, to: copy) } catch {
      throw .file(error.naming(full(name)))
    }
  }

  /// Returns the path of a file with the folder of the store, for errors: a person must find it.
  func full(_ name: String) -> String { path.map { "\($0)/\(name)" } ?? name }

  /// Loads a persisted value; keeps a file aside that cannot be used.
  package func load<Cmd: PersistedCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
    _ = try PersistedPath.names(of: command.path)
    let data = try read(command.path)
    do throws(PersistedProblem) { return try command.loaded(data) } catch {
      try move(command.path, to: error.copy(of: command.path))
      throw error.error(path: full(command.path))
    }
  }

  private func values() throws(StoreError) -> StoredValues {
    guard let data = try read(Self.valuesName) else { return StoredValues() }
    if let values = StoredValues(data) { return values }
    let problem = PersistedProblem.damaged
    try move(Self.valuesName, to: problem.copy(of: Self.valuesName))
    throw problem.error(path: full(Self.valuesName))
  }

  private func heldLock() throws(StoreError) -> LockFile? {
    guard let path else { return nil }
    do throws(SystemError) {
      let folder = try Descriptor.folder(SystemPath(path))
      let file = try Descriptor(
        SystemPath(Self.lockName), in: folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
        mode: 0o600)
      try SystemError.check { flock(file.raw, LOCK_EX) }
      return LockFile(file)
    } catch {
      throw .file(FileError(error, path: full(Self.lockName)))
    }
  }
}

/// A lock between processes, given back at the end of its life; also when the process is killed.
private final class LockFile {
  private let file: Descriptor
  init(_ file: consuming Descriptor) { self.file = file }
}
