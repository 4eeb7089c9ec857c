#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaSystem

extension FileError {
  /// Creates the error for an error number of the system.
  init(_ error: SystemError, path: String) {
    switch error.code {
    case ENOENT: self = .notFound(path: path)
    case EACCES, EPERM, EROFS: self = .permissionDenied(path: path)
    case ENOTDIR: self = .notAFolder(path: path)
    // A folder, a device or socket that nothing serves, or a program that is running.
    case EISDIR, ENXIO, ENODEV, ETXTBSY: self = .notARegularFile(path: path)
    case EEXIST: self = .alreadyExists(path: path)
    case ENOSPC, EDQUOT: self = .noSpace(path: path)
    case EFBIG: self = .noSpace(path: path)
    case ENAMETOOLONG, EINVAL: self = .invalidPath(path: path)
    default: self = .other(path: path, reason: error.text)
    }
  }

  /// Creates the error for a watch that could not be started. The limits of inotify have the error
  /// numbers of too many open files and of a full disk.
  init(watching error: SystemError, path: String) {
    #if os(Linux)
      let setting: String? =
        switch error.code {
        case EMFILE: "fs.inotify.max_user_instances, or the limit of open files"
        case ENOSPC: "fs.inotify.max_user_watches"
        default: nil
        }
      if let setting {
        self = .other(path: path, reason: "too many watches are active; raise \(setting)")
        return
      }
    #endif
    self.init(error, path: path)
  }

  /// Runs a closure, and converts its errors into those of a path.
  static func at<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do throws(SystemError) { return try body() } catch { throw FileError(error, path: path) }
  }
}
