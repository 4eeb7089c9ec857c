#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

/// An open file descriptor, which is closed when the value is destroyed.
package struct Descriptor: ~Copyable {
  package let raw: Int32

  /// Takes ownership of a descriptor.
  package init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Returns the open descriptor, and passes its ownership to the caller.
  package consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Opens a folder to reach what is in it. If the user may enter it but not read it, the descriptor
  /// serves for that only: flushing the folder fails with `EBADF`.
  static func folder(
    _ path: SystemPath, in folder: Int32 = AT_FDCWD, _ flags: Int32 = 0
  ) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(path, in: folder, O_RDONLY | O_DIRECTORY | flags)
    } catch {
      if error.code != EACCES { throw error }
      return try Descriptor(path, in: folder, passing | flags)
    }
  }

  private static var passing: Int32 {
    #if canImport(Darwin)
      O_SEARCH | O_DIRECTORY
    #else
      // `O_PATH`, which Swift's module of the C library lacks, because it is not part of POSIX.
      0o10000000 | O_DIRECTORY
    #endif
  }

  /// Opens a path. If a signal interrupts the call, it is repeated.
  ///
  /// - Parameters:
  ///   - path: The path to open.
  ///   - folder: The folder at which a relative path starts; `AT_FDCWD` for the working directory.
  ///   - flags: The flags of `openat`. The descriptor is never inherited by programs.
  ///   - mode: The mode of the file, if the call creates it.
  init(
    _ path: SystemPath, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    raw = try SystemError.check {
      openat(folder, path.text, flags | O_CLOEXEC | O_NOCTTY, mode)
    }
  }
}
