import Foundation

/// Keeps a folder for one process. The system ends the lock with the process, however that ends.
final class FolderLock: Sendable {
  private let descriptor: CInt

  /// Creates the folder if it is missing, and locks it.
  ///
  /// - Throws: ``FolderInUse`` if another process has locked it, or the error of the system.
  init(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = "\(folder)/conduit.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    // From here on, the deinitialiser closes it, also if this initialiser throws.
    guard descriptor >= 0 else { throw CannotLock(path: path, reason: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      throw reason == EWOULDBLOCK
        ? FolderInUse(folder: folder) as any Error : CannotLock(path: path, reason: reason)
    }
  }

  deinit { close(descriptor) }

  /// Lets others use the folder.
  func release() { flock(descriptor, LOCK_UN) }
}

/// The error that another process uses a folder.
struct FolderInUse: Error, Equatable, CustomStringConvertible {
  var folder: String

  var description: String {
    "another conduit-server uses the folder \(folder). To fix this, end it, or take another folder."
  }
}

/// The error that a folder cannot be locked.
struct CannotLock: Error, CustomStringConvertible {
  var path: String
  var reason: CInt

  var description: String { "cannot lock \(path): \(String(cString: strerror(reason)))" }
}
