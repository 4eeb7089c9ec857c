#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

/// The files of a store. Blocks the thread.
struct StoreFolder: Sendable {
  static let valuesName = "values.json"
  static let lockName = ".lock"
  private static let limit = 256 << 20

  let path: String
  private let files: SystemFiles

  init(_ path: String) { (self.path, files) = (path, SystemFiles(root: path)) }

  /// Performs a command on the settings; one that changes them excludes all other processes.
  func perform<Cmd: StoreCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
    try makeFolder()
    let lock = Cmd.onlyReads ? nil : LockFile(try heldLock())
    defer { withExtendedLifetime(lock) {} }
    let old = try values()
    var new = old
    let message = try command.perform(on: &new)
    if new != old { try write(try new.encoded(), to: Self.valuesName) }
    return message
  }

  /// The bytes of a file; `nil` if there is none.
  func read(_ name: String) throws(StoreError) -> Data? {
    do throws(FileError) {
      return try files.read(name, limit: Self.limit)
    } catch {
      if case .notFound = error { return nil }
      throw .file(error.naming(full(name)))
    }
  }

  /// Replaces a file that only its owner can read.
  func write(_ data: Data, to name: String) throws(StoreError) {
    do throws(FileError) { try files.write(data, to: name, access: .ownerOnly) } catch {
      throw .file(error.naming(full(name)))
    }
  }

  /// Makes the folder unless it exists.
  func makeFolder() throws(StoreError) {
    do throws(FileError) {
      try SystemFiles().makeFolder(path, access: .ownerOnly)
    } catch {
      throw .file(error)
    }
  }

  /// Makes the folder, and those on the path of a persisted file.
  func makeFolders(for file: String) throws(StoreError) {
    let folders = try PersistedPath.names(of: file).dropLast()
    try makeFolder()
    if folders.isEmpty { return }
    do throws(FileError) {
      try files.makeFolder(folders.joined(separator: "/"), access: .ownerOnly)
    } catch {
      throw .file(error.naming(full(error.path)))
    }
  }

  /// Moves a file that cannot be used out of the way.
  private func move(_ name: String, to copy: String) throws(StoreError) {
    do throws(FileError) {
      let from = try files.paths.location(of: name)
      let to = try files.paths.location(of: copy)
      do throws(SystemError) {
        try SystemError.check {
          renameat(from.folder.raw, from.name.text, to.folder.raw, to.name.text)
        }
      } catch {
        throw FileError(error, path: name)
      }
    } catch {
      throw .file(error.naming(full(name)))
    }
  }

  /// Returns the path of a file with the folder of the store, for errors: a person must find it.
  private func full(_ name: String) -> String { "\(path)/\(name)" }

  /// Loads a persisted value; keeps a file aside that cannot be used.
  func load<Cmd: PersistedCommand>(_ command: Cmd) throws(StoreError) -> Cmd.Outcome {
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

  private func heldLock() throws(StoreError) -> Int32 {
    do throws(SystemError) {
      let folder = try Descriptor.folder(SystemPath(path))
      let file = try Descriptor(
        SystemPath(Self.lockName), in: folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
        mode: 0o600)
      try SystemError.check { flock(file.raw, LOCK_EX) }
      return file.release()
    } catch {
      throw .file(FileError(error, path: path + "/" + Self.lockName))
    }
  }
}

/// A lock between processes, given back at the end of its life; also when the process is killed.
private final class LockFile {
  private let file: Descriptor
  init(_ raw: Int32) { file = Descriptor(raw) }
}
