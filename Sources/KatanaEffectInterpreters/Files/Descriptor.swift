#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file descriptor, which is closed when the value is destroyed.
struct Descriptor: ~Copyable {
  let raw: Int32

  /// Takes ownership of a descriptor.
  init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Returns the open descriptor, and passes its ownership to the caller.
  consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// Opens a path. If a signal interrupts the call, it is repeated.
  ///
  /// - Parameters:
  ///   - path: The path to open.
  ///   - folder: The folder at which a relative path starts; `AT_FDCWD` for the working directory.
  ///   - flags: The flags of `openat`. The descriptor is never inherited by programs.
  ///   - mode: The mode of the file, if the call creates it.
  init(
    _ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    raw = try SystemError.check {
      openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode)
    }
  }
}

/// An error number of the system.
struct SystemError: Error, Equatable {
  let code: Int32

  /// The system's description of the error.
  var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Calls a function of the system, and repeats the call while signals interrupt it.
  ///
  /// - Returns: The result of the function.
  /// - Throws: The error number in `errno`, if the function returns -1.
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
