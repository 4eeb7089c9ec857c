#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaEffects
import KatanaRuntime

extension FileError {
  /// The error that a number of the system means.
  init(_ error: SystemError, path: String) {
    switch error.code {
    case ENOENT: self = .notFound(path: path)
    case EACCES, EPERM, EROFS: self = .permissionDenied(path: path)
    case ENOTDIR: self = .notAFolder(path: path)
    // A device or a socket without anything behind it, a program that runs, a folder.
    case EISDIR, ENXIO, ENODEV, ETXTBSY: self = .notARegularFile(path: path)
    case EEXIST: self = .alreadyExists(path: path)
    case ENOSPC, EDQUOT: self = .noSpace(path: path)
    case EFBIG: self = .noSpace(path: path)
    case ENAMETOOLONG, EINVAL: self = .invalidPath(path: path)
    default: self = .other(path: path, reason: error.text)
    }
  }

  /// Calls functions of the system, whose errors are those of a path.
  static func at<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do throws(SystemError) { return try body() } catch { throw FileError(error, path: path) }
  }
}
