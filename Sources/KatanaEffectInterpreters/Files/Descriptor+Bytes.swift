#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Foundation
import KatanaSystem

extension Descriptor {
  /// Returns the status of the open file.
  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(raw, &status) }
    return status
  }

  /// Returns the bytes from the current offset to the end; `nil` if there are more than the limit.
  func readAll(limit: Int) throws(SystemError) -> Data? {
    var data = Data()
    let (limit, size) = (max(limit, 0), Int(try status().st_size))
    if size > limit { return nil }
    // Some files of the system have contents although their size is 0.
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
  /// - Parameters:
  ///   - data: The bytes.
  ///   - written: The number of bytes written so far. It is also set when an error is thrown.
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

  /// Waits until the written bytes have reached the disk.
  func flush() throws(SystemError) {
    #if canImport(Darwin)
      // On Apple's systems, `fsync` may leave the bytes in the cache of the drive.
      if fcntl(raw, F_FULLFSYNC) != -1 { return }
    #endif
    try SystemError.check { fsync(raw) }
  }

  /// Flushes a folder, so that the names of its files survive a crash. It does nothing if the file
  /// system cannot do this, or if the user may not read the folder.
  func flushFolder() throws(SystemError) {
    do throws(SystemError) {
      try SystemError.check { fsync(raw) }
    } catch {
      guard [EINVAL, ENOTSUP, EBADF].contains(error.code) else { throw error }
    }
  }
}
