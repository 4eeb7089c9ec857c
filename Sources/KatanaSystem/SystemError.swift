#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error number of the system.
package struct SystemError: Error, Equatable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's description of the error.
  package var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a file of that name exists.
  package var isNameTaken: Bool { code == EEXIST }

  /// Calls a function of the system, and repeats the call while signals interrupt it.
  ///
  /// - Returns: The result of the function.
  /// - Throws: The error number in `errno`, if the function returns -1.
  @discardableResult
  package static func check<Number: FixedWidthInteger>(
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
