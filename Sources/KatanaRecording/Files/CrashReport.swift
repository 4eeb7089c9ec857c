#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaRuntime

/// The content of a ``CrashPage`` after its process has ended.
package enum CrashReport: Equatable, Sendable {
  /// No update was executing.
  case noUpdate
  /// The process ended during an update.
  case diedInUpdate(number: UInt64, label: String)
  /// The file cannot be read, is incomplete, or is not a crash page; the reason.
  case damaged(String)

  /// Reads the page of a process that has ended. The page of a running process shows its current
  /// update.
  package static func read(_ path: String) -> CrashReport {
    let file: Int32
    do throws(SystemError) {
      let checked = try SystemPath(path)
      file = try SystemError.check {
        open(checked.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      }
    } catch {
      return .damaged("The file cannot be read: \(error.text).")
    }
    defer { close(file) }
    var page = [UInt8](repeating: 0, count: CrashPageFormat.size + 1)
    let count = pread(file, &page, page.count, 0)
    guard count == CrashPageFormat.size else { return .damaged("The file has another size.") }
    return page.withUnsafeBytes { report($0) }
  }

  private static func report(_ page: UnsafeRawBufferPointer) -> CrashReport {
    guard page.starts(with: CrashPageFormat.magic) else {
      return .damaged("The file is not a crash page.")
    }
    switch page.load(fromByteOffset: CrashPageFormat.state, as: UInt64.self) {
    case CrashPageFormat.idle: return .noUpdate
    case CrashPageFormat.updating: return update(page)
    case CrashPageFormat.storing:
      return .damaged("The process ended while it stored the number of an update.")
    default: return .damaged("The state of the page is unknown.")
    }
  }

  private static func update(_ page: UnsafeRawBufferPointer) -> CrashReport {
    let count = Int(page.load(fromByteOffset: CrashPageFormat.count, as: UInt32.self))
    guard count <= CrashPageFormat.labelLimit else { return .damaged("The label is too long.") }
    let end = CrashPageFormat.label + count
    let content = UnsafeRawBufferPointer(rebasing: page[CrashPageFormat.number..<end])
    let checksum = page.load(fromByteOffset: CrashPageFormat.checksum, as: UInt32.self)
    guard Checksum.of(content) == checksum else { return .damaged("The checksum is wrong.") }
    return .diedInUpdate(
      number: page.load(fromByteOffset: CrashPageFormat.number, as: UInt64.self),
      label: String(decoding: page[CrashPageFormat.label..<end], as: UTF8.self))
  }
}
