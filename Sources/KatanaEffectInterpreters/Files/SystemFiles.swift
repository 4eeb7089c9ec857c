#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import KatanaEffects
import KatanaSystem

/// The files of the system, below a root or everywhere. All functions block the thread.
struct SystemFiles: FileSystem {
  let paths: FilePaths
  /// What tests replace.
  var hooks = ReplacementHooks()

  init(root: String? = nil) { paths = FilePaths(root: root) }

  func read(_ path: String, limit: Int) throws(FileError) -> Data {
    let file = try openRegular(try paths.location(of: path), path, O_RDONLY)
    guard
      let data = try FileError.at(
        path,
        { () throws(SystemError) in
          try file.readAll(limit: limit)
        })
    else { throw .tooLarge(path: path, limit: limit) }
    return data
  }

  func write(_ contents: Data, to path: String, access: FileAccess) throws(FileError) {
    let replacement = try FileReplacement(of: path, in: paths, access: access, hooks: hooks)
    try replacement.write(contents)
    try replacement.complete()
  }

  func append(_ contents: Data, to path: String, access: FileAccess) throws(FileError) {
    let file = try openRegular(
      try paths.location(of: path), path, O_WRONLY | O_APPEND | O_CREAT, mode: access.fileMode)
    try FileError.at(path) { () throws(SystemError) in
      let before = try file.status().st_size
      var written = 0
      do throws(SystemError) {
        try file.writeAll(contents, counting: &written)
      } catch {
        // Only if no other process has added bytes after it.
        if written > 0, try file.status().st_size == before + off_t(written) {
          ftruncate(file.raw, before)
        }
        throw error
      }
    }
  }

  func remove(_ path: String) throws(FileError) {
    let location = try paths.location(of: path)
    try FileError.at(path) { () throws(SystemError) in
      guard let status = try location.status() else { throw SystemError(code: ENOENT) }
      // For a folder, a link or a device, `write` reports this error too.
      guard FileKind(status) == .file else { throw SystemError(code: EISDIR) }
      try SystemError.check { unlinkat(location.folder.raw, location.name.text, 0) }
    }
  }

  func move(_ path: String, to copy: String) throws(FileError) {
    let from = try paths.location(of: path)
    let to = try paths.location(of: copy, for: path)
    _ = try FileError.at(path) { () throws(SystemError) in
      try SystemError.check {
        renameat(from.folder.raw, from.name.text, to.folder.raw, to.name.text)
      }
    }
  }

  /// Throws if a path names nothing that can be read as a regular file.
  func checkReadable(_ path: String) throws(FileError) {
    _ = try openRegular(try paths.location(of: path), path, O_RDONLY)
  }

  /// Opens a regular file. Anything else is an error.
  func openRegular(
    _ location: borrowing FileLocation, _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(FileError) -> Descriptor {
    let file = try open(location, path, flags, mode)
    let status = try FileError.at(path) { () throws(SystemError) in try file.status() }
    guard FileKind(status) == .file else { throw .notARegularFile(path: path) }
    return file
  }

  private func open(
    _ location: borrowing FileLocation, _ path: String, _ flags: Int32, _ mode: mode_t
  ) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return try location.open(flags, mode: mode)
    } catch {
      if !location.followsLinks, FilePaths.isLink(location.name, in: location.folder) {
        throw .outsideRoot(path: path)
      }
      throw FileError(error, path: path)
    }
  }
}

extension FileAccess {
  var fileMode: mode_t { self == .ownerOnly ? 0o600 : 0o666 }
  var folderMode: mode_t { self == .ownerOnly ? 0o700 : 0o777 }
}
