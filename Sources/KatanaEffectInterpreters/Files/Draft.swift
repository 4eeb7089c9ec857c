#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaSystem

/// A hidden file in the folder of another one, which holds what will replace it.
///
/// It is locked for as long as it is open. The system unlocks it when its process dies, so a draft that
/// can be locked has no writer any more.
struct Draft: ~Copyable {
  let name: SystemPath
  let file: Descriptor

  /// The numbers of the drafts that are removed if their writer has died. A file that more processes
  /// write at the same time is rare.
  private static let numbers = 0..<8

  /// Creates a draft that no other process writes, and removes those that dead processes have left of
  /// the same file.
  static func new(for location: borrowing FileLocation, mode: mode_t) throws(SystemError) -> Draft {
    for number in numbers { removeIfDead(try name(of: location.name, number), in: location.folder) }
    for number in 0... {
      let name = try name(of: location.name, number)
      do throws(SystemError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        let file = try Descriptor(name, in: location.folder.raw, flags, mode: mode)
        // Another process may look at it before it is locked, and remove it.
        if lock(file) != EWOULDBLOCK, isNamed(file, name, in: location.folder) {
          return Draft(name: name, file: file)
        }
      } catch {
        if !error.isNameTaken { throw error }
      }
    }
    throw SystemError(code: EEXIST)
  }

  private static func removeIfDead(_ name: SystemPath, in folder: borrowing Descriptor) {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK
    guard let file = try? Descriptor(name, in: folder.raw, flags) else { return }
    if let status = try? file.status(), FileKind(status) == .file, lock(file) == 0,
      isNamed(file, name, in: folder)
    {
      unlinkat(folder.raw, name.text, 0)
    }
  }

  /// Locks an open file.
  ///
  /// - Returns: 0, or the error number: `EWOULDBLOCK` if it is locked, another one if this file system
  ///   has no locks. There, no draft is known to be dead.
  static func lock(_ file: borrowing Descriptor) -> Int32 {
    flock(file.raw, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
  }

  /// Whether a name still belongs to an open file.
  static func isNamed(
    _ file: borrowing Descriptor, _ name: SystemPath, in folder: borrowing Descriptor
  ) -> Bool {
    var named = stat()
    guard fstatat(folder.raw, name.text, &named, AT_SYMLINK_NOFOLLOW) == 0,
      let open = try? file.status()
    else { return false }
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev
  }

  private static func name(of file: SystemPath, _ number: Int) throws(SystemError) -> SystemPath {
    try SystemPath(prefix(of: file) + "-\(number).draft")
  }

  /// Returns the name under which the only complete content of a file is kept.
  static func nameIfKept(of file: SystemPath) throws(SystemError) -> SystemPath {
    try SystemPath(prefix(of: file) + ".kept")
  }

  private static func prefix(of file: SystemPath) -> String {
    ".katana-\(String(FNV.hash(file.text.utf8), radix: 16))"
  }
}
