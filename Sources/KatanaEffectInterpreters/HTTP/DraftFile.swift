import Foundation
import KatanaEffects

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written in the same folder as another one, and replaces it when it is complete.
/// Used by one thread at a time.
final class DraftFile {
  private let path: String
  private let draftPath: String
  private var descriptor: Int32 = -1

  init(for path: String) {
    self.path = path
    let (folder, name) = (path as NSString).partsOfPath
    draftPath = folder + ".\(name).\(UUID().uuidString).draft"
  }

  deinit { remove() }

  func open() throws(HTTPError) {
    descriptor = openFile(draftPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure() }
  }

  func write(_ data: Data) throws(HTTPError) {
    let isComplete = data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    if !isComplete { throw failure() }
  }

  /// Flushes the draft to the disk, and then renames it. So after a loss of power the file is
  /// either the former one or the complete new one.
  func takePlace() throws(HTTPError) {
    guard descriptor >= 0 else { throw .fileUnwritable(path, reason: "it was not opened") }
    guard fsync(descriptor) == 0, rename(draftPath, path) == 0 else { throw failure() }
    close()
  }

  /// Removes the draft, unless it has already replaced the file.
  func remove() {
    guard descriptor >= 0 else { return }
    close()
    unlink(draftPath)
  }

  private func close() {
    closeFile(descriptor)
    descriptor = -1
  }

  private func failure() -> HTTPError {
    .fileUnwritable(path, reason: String(cString: strerror(errno)))
  }
}

extension NSString {
  /// The folder of the path, with a slash at its end or empty, and the name.
  fileprivate var partsOfPath: (folder: String, name: String) {
    let folder = deletingLastPathComponent
    return (folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/", lastPathComponent)
  }
}

/// Returns why a file cannot be read; `nil` if it can.
func whyUnreadable(_ path: String) -> String? {
  var status = stat()
  guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
    return String(cString: strerror(errno))
  }
  return status.st_mode & S_IFMT == S_IFREG ? nil : "it is not a regular file"
}

// These functions call the system, because the class has methods with the same names.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
