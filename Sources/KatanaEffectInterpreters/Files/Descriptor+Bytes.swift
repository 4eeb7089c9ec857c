#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import KatanaRuntime

extension Descriptor {
  /// What the descriptor is open on.
  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(raw, &status) }
    return status
  }

  /// The bytes from the current offset to the end; `nil` if there are more than the limit.
  func readAll(limit: Int) throws(SystemError) -> Data? {
    var data = Data()
    let (limit, size) = (max(limit, 0), Int(try status().st_size))
    if size > limit { return nil }
    // Some files of the system have bytes and no size.
    let capacity = min(max(size + 1, 4_096), 1 << 20)
    var chunk = [UInt8](repeating: 0, count: capacity)
    while true {
      let count = try SystemError.check { read(raw, &chunk, capacity) }
      if count == 0 { return data }
      if data.count + count > limit { return nil }
      data.append(contentsOf: chunk[..<count])
    }
  }

  /// Writes all bytes.
  ///
  /// - Parameter written: The number of bytes written so far; also set when an error is thrown.
  func writeAll(_ data: Data, counting written: inout Int) throws(SystemError) {
    let end = data.count
    while written < end {
      let offset = written
      written += try SystemError.check {
        data.withUnsafeBytes { write(raw, $0.baseAddress.map { $0 + offset }, end - offset) }
      }
    }
  }

  /// Writes all bytes.
  func writeAll(_ data: Data) throws(SystemError) {
    var written = 0
    try writeAll(data, counting: &written)
  }

  /// Returns when what was written has reached the disk.
  func flush() throws(SystemError) {
    #if canImport(Darwin)
      // `fsync` leaves the bytes in the memory of the drive there.
      if fcntl(raw, F_FULLFSYNC) != -1 { return }
    #endif
    try SystemError.check { fsync(raw) }
  }

  /// Flushes a folder, so that its names survive a crash; not every file system can.
  func flushFolder() throws(SystemError) {
    do throws(SystemError) {
      try SystemError.check { fsync(raw) }
    } catch {
      guard [EINVAL, ENOTSUP, EBADF].contains(error.code) else { throw error }
    }
  }
}
