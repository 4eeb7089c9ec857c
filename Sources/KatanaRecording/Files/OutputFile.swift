#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

/// The system functions that write bytes. Tests replace them to simulate a full or broken disk.
package struct OutputFunctions: Sendable {
  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  package var truncate: @Sendable (Int32, Int) -> Int32
  package var sync: @Sendable (Int32) -> Int32

  package static var system: OutputFunctions {
    OutputFunctions(
      write: { systemWrite($0, $1) }, truncate: { ftruncate($0, off_t($1)) }, sync: { syncData($0) }
    )
  }

  private static func syncData(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      fsync(file)
    #else
      fdatasync(file)
    #endif
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

/// The file that lines are written to. Used by one thread at a time.
final class OutputFile {
  let name: String
  private(set) var size = 0
  private let descriptor: Int32
  private let functions: OutputFunctions
  /// Whether the file ends with a part of a line that could not be removed.
  private var isTorn = false

  init(name: String, descriptor: Int32, functions: OutputFunctions) {
    (self.name, self.descriptor, self.functions) = (name, descriptor, functions)
  }

  /// Closes the file. A copy of its descriptor may still be open, to be synced.
  deinit { close(descriptor) }

  /// Returns another descriptor of the file, to sync it while lines are written.
  func copy() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
  }

  /// Allows other writers to remove the file. Called when the file is complete.
  func unlock() { flock(descriptor, LOCK_UN) }

  /// Writes either all lines or none.
  ///
  /// If the disk refuses a part of them, the file is truncated to its former size.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    if isTorn { try endTornLine() }
    var written = 0
    do throws(SystemError) {
      while written < bytes.count {
        let offset = written
        let count = try SystemError.check {
          bytes.withUnsafeBytes {
            functions.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[offset...]))
          }
        }
        if count == 0 { throw SystemError(code: EIO) }
        written += count
      }
      size += written
    } catch {
      if written > 0 { takeBack(written) }
      throw error
    }
  }

  private func takeBack(_ written: Int) {
    if functions.truncate(descriptor, size) == 0 { return }
    size += written
    isTorn = true
  }

  private func endTornLine() throws(SystemError) {
    try SystemError.check {
      withUnsafeBytes(of: ASCII.newline) { functions.write(descriptor, $0) }
    }
    size += 1
    isTorn = false
  }
}
