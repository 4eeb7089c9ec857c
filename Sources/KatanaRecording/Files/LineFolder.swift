#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

/// The folder of recordings. It is held open, so that replacing the folder has no effect.
final class LineFolder: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a folder. Throws `ELOOP` if the folder is a link. Links before it are followed.
  ///
  /// - Parameter isMade: Whether it and its parents are created if they are missing.
  init(_ path: String, isMade: Bool = true) throws(SystemError) {
    // With a slash at its end, the path means what the link leads to.
    let end = path.lastIndex { $0 != "/" }
    let path = end.map { String(path[...$0]) } ?? path
    let checked = try SystemPath(path)
    self.path = path
    if isMade { try Self.make(path) }
    descriptor = open(checked.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor < 0 else { return }
    let code = errno
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    throw SystemError(code: isLink ? ELOOP : code)
  }

  deinit { close(descriptor) }

  private static func make(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError(code: errno)
    }
    try make(String(path[..<slash]))
    if mkdir(path, 0o700) != 0 && errno != EEXIST { throw SystemError(code: errno) }
  }

  /// Creates a file without a name, which gets its name after its header is written. So no file is
  /// ever visible without a header. Returns `nil` if the system does not support this.
  func createNameless() -> Int32? {
    #if os(Linux)
      let temporary: Int32 = 0o20_000_000 | O_DIRECTORY
      let file = openat(descriptor, ".", temporary | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
      if file >= 0 { return prepared(file) }
    #endif
    return nil
  }

  /// Gives a nameless file its name. Returns false if the name is taken, or if the system does not
  /// support this.
  func name(_ file: Int32, _ name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(file)", descriptor, name, AT_SYMLINK_FOLLOW) == 0
  }

  /// Creates a file and locks it against removal by other writers. Throws if the file exists.
  /// Follows no link.
  func create(_ name: String) throws(SystemError) -> Int32 {
    let file = try SystemError.check {
      openat(
        descriptor, name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    return prepared(file)
  }

  private func prepared(_ file: Int32) -> Int32 {
    // The mode must not depend on the mask of the process.
    fchmod(file, 0o600)
    flock(file, LOCK_EX | LOCK_NB)
    return file
  }

  /// Syncs the folder, so that the names of new files survive a stop of the machine. An error is
  /// ignored, because some file systems do not support this.
  func sync() { fsync(descriptor) }

  /// Removes a file that was just created and is empty.
  func removeNew(_ name: String) { unlinkat(descriptor, name, 0) }

  // MARK: Old files

  /// Returns the names of all entries that satisfy a condition, sorted.
  func names(where accepts: (String) -> Bool) -> [String] {
    // A separate descriptor, because reading moves the offset.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let folder = fdopendir(copy) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if accepts(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// The time of the clock, in seconds.
  static var now: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int(now.tv_sec)
  }

  /// Opens a regular file. Follows no link.
  func file(_ name: String) -> OldFile? {
    // Non-blocking, because opening a pipe would wait for a writer.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    return OldFile(file, status)
  }

  /// Removes a file, if its name still refers to it.
  func remove(_ name: String, _ file: OldFile) throws(SystemError) {
    var status = stat()
    try SystemError.check { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    guard status.st_ino == file.status.st_ino, status.st_dev == file.status.st_dev else { return }
    try SystemError.check { unlinkat(descriptor, name, 0) }
  }
}

/// An open file of an earlier recording.
final class OldFile {
  fileprivate let descriptor: Int32
  fileprivate let status: stat

  fileprivate init(_ descriptor: Int32, _ status: stat) {
    (self.descriptor, self.status) = (descriptor, status)
  }

  deinit { close(descriptor) }

  /// What decides whether a file is removed.
  struct Facts {
    let name: String
    let order: UInt64
    /// The time of the last write, in seconds.
    let time: Int
  }

  func facts(_ name: String, order: UInt64) -> Facts {
    #if canImport(Darwin)
      Facts(name: name, order: order, time: Int(status.st_mtimespec.tv_sec))
    #else
      Facts(name: name, order: order, time: Int(status.st_mtim.tv_sec))
    #endif
  }

  /// Returns false if a writer has locked the file. Otherwise it is locked until it is closed.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Returns the first bytes.
  func beginning(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(pread(descriptor, buffer.baseAddress, count, 0), 0)
    }
  }
}

/// Whether a process still writes a recording: it holds a lock on the file, however it ends.
package func isBeingWritten(_ path: String) -> Bool {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard file >= 0 else { return false }
  defer { close(file) }
  return flock(file, LOCK_SH | LOCK_NB) != 0
}
