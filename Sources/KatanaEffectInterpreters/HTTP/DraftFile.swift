import Foundation
import KatanaEffects
import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written in the same folder as another one, and replaces it when it is complete.
/// Used by one thread at a time. It is closed when the object is released.
final class DraftFile {
  private let path: String
  private let draftPath: String
  private let file: Descriptor
  /// Whether the draft is removed when the object is released.
  var isTemporary: Bool

  /// Creates a draft with a name that no other file has.
  init(for path: String) throws(HTTPError) {
    self.path = path
    draftPath = hiddenPath(beside: path, "\(UUID().uuidString).draft")
    isTemporary = true
    do throws(SystemError) {
      file = try Descriptor(draftPath, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    } catch {
      throw HTTPError(error, writing: path)
    }
  }

  /// Opens the part that an earlier download has kept, or creates it. Only one object at a time, in
  /// all processes, can have it open.
  ///
  /// - Returns: `nil` if another download has the part open.
  init?(partOf path: String) throws(HTTPError) {
    self.path = path
    draftPath = Self.partPath(of: path)
    do throws(SystemError) {
      file = try Descriptor(
        draftPath, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o644)
      let status = try file.status()
      guard FileKind(status) == .file else { throw SystemError(code: EISDIR) }
      isTemporary = status.st_size == 0
    } catch {
      throw HTTPError(error, writing: Self.partPath(of: path))
    }
    guard flock(file.raw, LOCK_EX | LOCK_NB) == 0, isStillNamed else {
      isTemporary = false
      return nil
    }
  }

  deinit { if isTemporary { unlink(draftPath) } }

  /// The path of the part of a download.
  static func partPath(of path: String) -> String { hiddenPath(beside: path, "part") }

  /// Whether the name still belongs to the open file. Another download may have completed the file
  /// after it was opened here and before it was locked.
  private var isStillNamed: Bool {
    var named = stat()
    guard lstat(draftPath, &named) == 0, let open = try? file.status() else { return false }
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev
  }

  /// The size in bytes.
  var size: Int { (try? file.status()).map { Int($0.st_size) } ?? 0 }

  func write(_ data: Data) throws(HTTPError) {
    try attempt { () throws(SystemError) in try file.writeAll(data) }
  }

  /// Shortens the draft to a number of bytes. What is written next follows them.
  func truncate(to count: Int) throws(HTTPError) {
    try attempt { () throws(SystemError) in
      try SystemError.check { ftruncate(file.raw, off_t(count)) }
      try SystemError.check { lseek(file.raw, off_t(count), SEEK_SET) }
    }
  }

  /// Flushes the draft to the disk, and then renames it. So after a loss of power the file is
  /// either the former one or the complete new one.
  func takePlace() throws(HTTPError) {
    try attempt { () throws(SystemError) in
      try file.flush()
      try SystemError.check { rename(draftPath, path) }
    }
    isTemporary = false
  }

  private func attempt(_ body: () throws(SystemError) -> Void) throws(HTTPError) {
    do throws(SystemError) { try body() } catch { throw HTTPError(error, writing: path) }
  }
}

/// Returns the path of a hidden file in the folder of another one: `a/.name.suffix` for `a/name`.
func hiddenPath(beside path: String, _ suffix: String) -> String {
  // Bytes are compared, because a combining mark forms one character with a slash before it.
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let name = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
  return "\(path[..<name]).\(path[name...]).\(suffix)"
}

/// Returns why a file cannot be read; `nil` if it can.
func whyUnreadable(_ path: String) -> String? {
  var status = stat()
  guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
    return SystemError(code: errno).text
  }
  return FileKind(status) == .file ? nil : "it is not a regular file"
}

extension HTTPError {
  init(_ error: SystemError, writing path: String) {
    self = .fileUnwritable(path, reason: error.text)
  }
}
