#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaRuntime

/// An open file descriptor, closed at the end of its life.
struct Descriptor: ~Copyable {
  let raw: Int32

  /// Takes over a descriptor.
  init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Gives the descriptor away, open.
  consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Opens a path; calls that signals interrupt are repeated.
  ///
  /// - Parameter folder: What a relative path begins at; `AT_FDCWD` for the working directory.
  init(
    _ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    raw = try SystemError.check {
      openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode)
    }
  }
}
