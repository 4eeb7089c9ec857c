#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization
import KatanaRuntime

/// A page of memory that names the update that is executing. The system keeps the page in a file,
/// also when the process is killed.
///
/// ```swift
/// let page = try CrashPage(path)
/// page.store(number: 105, label: "increased")  // before the update
/// page.clear()  // after it
/// ```
///
/// Storing and clearing make no system call. One thread at a time uses a page. The page survives
/// its process, but not a stop of the machine.
package final class CrashPage: @unchecked Sendable {
  // Sendable, because only the thread that executes an update uses the page, one thread at a time.
  private let memory: UnsafeMutableRawPointer
  package let path: String

  /// Creates the file of a page. Throws if the file exists. Follows no link.
  package convenience init(_ path: String) throws(LineFileProblem) {
    try self.init(path, in: AT_FDCWD, path)
  }

  /// Creates the file of a page in an open folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - folder: The descriptor of the folder.
  ///   - name: The path of the file from the folder.
  init(_ path: String, in folder: Int32, _ name: String) throws(LineFileProblem) {
    self.path = path
    do throws(SystemError) {
      let checked = try SystemPath(name)
      let file = try SystemError.check {
        openat(
          folder, checked.text, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      defer { close(file) }
      memory = try Self.map(file)
    } catch { throw LineFileProblem(activity: .create, file: path, error) }
    CutPages.guardPage(memory)
  }

  deinit {
    CutPages.release(memory)
    munmap(memory, CrashPageFormat.size)
  }

  private static func map(_ file: Int32) throws(SystemError) -> UnsafeMutableRawPointer {
    // All bytes are written first. On a full disk, a store into an unwritten part of the file would
    // end the process.
    var page = [UInt8](repeating: 0, count: CrashPageFormat.size)
    page.replaceSubrange(0..<8, with: CrashPageFormat.magic)
    let count = try SystemError.check { write(file, page, page.count) }
    if count != page.count { throw SystemError(code: ENOSPC) }
    let memory = mmap(nil, page.count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let memory, memory != MAP_FAILED else { throw SystemError(code: errno) }
    return memory
  }

  private var state: UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + CrashPageFormat.state).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Stores that an update begins.
  ///
  /// - Parameters:
  ///   - number: The number of the message.
  ///   - label: The name of the message. Whole characters up to 200 bytes are kept.
  package func store(number: UInt64, label: String) {
    // A reader that reads between the two stores of the state sees that the rest is incomplete.
    state.pointee.store(CrashPageFormat.storing, ordering: .sequentiallyConsistent)
    var label = label
    if label.utf8.count > CrashPageFormat.labelLimit { label = CrashPageFormat.cut(label) }
    let count = label.withUTF8 { text in
      if let base = text.baseAddress {
        (memory + CrashPageFormat.label).copyMemory(from: base, byteCount: text.count)
      }
      return text.count
    }
    memory.storeBytes(of: number, toByteOffset: CrashPageFormat.number, as: UInt64.self)
    memory.storeBytes(of: UInt32(count), toByteOffset: CrashPageFormat.count, as: UInt32.self)
    let content = UnsafeRawBufferPointer(
      start: memory + CrashPageFormat.number,
      count: CrashPageFormat.label - CrashPageFormat.number + count)
    memory.storeBytes(
      of: Checksum.of(content), toByteOffset: CrashPageFormat.checksum, as: UInt32.self)
    state.pointee.store(CrashPageFormat.updating, ordering: .releasing)
  }

  /// Stores that the update has ended.
  package func clear() { state.pointee.store(CrashPageFormat.idle, ordering: .releasing) }
}
