#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

/// The number of an error of the system.
struct SystemError: Error, Equatable {
  let code: Int32

  /// The system's text.
  var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls a function of the system again as long as signals interrupt it.
  @discardableResult
  static func check<Number: FixedWidthInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result != -1 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}
