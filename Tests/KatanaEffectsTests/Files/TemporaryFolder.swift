import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new folder for one test, which is removed with its contents by the deinitialiser.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    let template = FileManager.default.temporaryDirectory.path + "/katana-XXXXXX"
    var bytes = template.utf8CString.map { $0 }
    guard mkdtemp(&bytes) != nil else { preconditionFailure("no temporary folder was made") }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file or folder with this name in the folder.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func write(_ text: String, to name: String) { write(Data(text.utf8), to: name) }

  func write(_ bytes: Data, to name: String) {
    let isMade = FileManager.default.createFile(atPath: self(name), contents: bytes)
    precondition(isMade, "the file of a test was not made")
  }

  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func makeFolder(_ name: String) { mkdir(self(name), 0o755) }

  func link(_ name: String, to target: String) { symlink(target, self(name)) }

  /// Returns what a link holds.
  func target(of link: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: self(link))
  }

  func mode(of name: String) -> mode_t {
    var status = stat()
    lstat(self(name), &status)
    return status.st_mode & 0o7777
  }

  /// Returns the number that the system has given a file.
  func number(of name: String) -> UInt64 {
    var status = stat()
    lstat(self(name), &status)
    return UInt64(status.st_ino)
  }

  #if os(Linux)
    /// Sets the access list of a file, in the form of the system. Returns false if the file system
    /// has no lists.
    func setAccessList(
      of name: String, to list: [UInt8], kind: String = "system.posix_acl_access"
    ) -> Bool {
      typealias Function =
        @convention(c) (
          UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
        ) -> Int32
      guard let found = dlsym(nil, "setxattr") else { return false }
      let set = unsafeBitCast(found, to: Function.self)
      return set(self(name), kind, list, list.count, 0) == 0
    }

    func accessList(of name: String) -> [UInt8] {
      typealias Function =
        @convention(c) (
          UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
        ) -> Int
      guard let found = dlsym(nil, "getxattr") else { return [] }
      var list = [UInt8](repeating: 0, count: 1_024)
      let get = unsafeBitCast(found, to: Function.self)
      return Array(list[..<max(get(self(name), "system.posix_acl_access", &list, 1_024), 0)])
    }
  #endif

  func setMode(of name: String, to mode: mode_t) { chmod(self(name), mode) }
}
