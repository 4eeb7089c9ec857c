#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import KatanaEffects
import KatanaRuntime

extension SystemFiles {
  func write(_ contents: Data, to path: String, access: FileAccess) throws(FileError) {
    let location = try paths.location(of: try paths.target(of: path))
    let mode = try modeOfReplaced(location, path, access)
    let draft = Draft.newName()
    try FileError.at(path) { () throws(SystemError) in
      let file = try Descriptor(
        draft, in: location.folder.raw, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
        mode: mode == nil ? access.fileMode : 0o600)
      do throws(SystemError) {
        if let mode { try SystemError.check { fchmod(file.raw, mode) } }
        try file.writeAll(contents)
        try file.flush()
        beforeRename()
        try SystemError.check {
          renameat(location.folder.raw, draft, location.folder.raw, location.name)
        }
      } catch {
        unlinkat(location.folder.raw, draft, 0)
        throw error
      }
      try location.folder.flushFolder()
    }
  }

  /// Returns the mode that the written file should have; `nil` for the mode of a new file.
  private func modeOfReplaced(
    _ location: borrowing FileLocation, _ path: String, _ access: FileAccess
  ) throws(FileError) -> mode_t? {
    let status: stat?
    do throws(SystemError) {
      status = try location.status()
    } catch {
      throw FileError(error, path: path)
    }
    if let status {
      if FileKind(status) == .link && !location.followsLinks { throw .outsideRoot(path: path) }
      guard FileKind(status) == .file else { throw .notARegularFile(path: path) }
    }
    if access == .ownerOnly { return 0o600 }
    return status.map { $0.st_mode & 0o7777 }
  }
}

/// The file that receives the bytes, before it replaces the former file.
enum Draft {
  /// Returns a random name, which no other file is expected to have.
  static func newName() -> String {
    ".katana-\(String(UInt64.random(in: 0 ... .max), radix: 16)).draft"
  }
}
