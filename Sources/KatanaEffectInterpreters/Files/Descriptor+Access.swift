#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

extension Descriptor {
  /// Gives the open file the owner, the group, the access list and the mode of another one.
  ///
  /// The user may not be allowed to give it the group. Then the new group gets only the rights that
  /// all users have.
  func takeAccess(of old: stat, at location: borrowing FileLocation) throws(SystemError) {
    var mode = old.st_mode & 0o7777
    let own = try status()
    if own.st_uid != old.st_uid || own.st_gid != old.st_gid,
      fchown(raw, old.st_uid, old.st_gid) != 0
    {
      // A program must not run with the rights of another user than before.
      mode &= 0o1777
      let keepsGroup = own.st_gid == old.st_gid || fchown(raw, own.st_uid, old.st_gid) == 0
      if !keepsGroup { mode = mode & ~0o070 | mode & (mode << 3) & 0o070 }
    }
    if !takeAccessList(at: location) { mode &= ~0o070 }
    try SystemError.check { fchmod(raw, mode) }
  }

  /// Copies the access list of a file. With a list, the bits of the group are the limit of all
  /// entries: without the list, they would be the rights of the group.
  ///
  /// - Returns: Whether the file has no list, or the list was copied.
  private func takeAccessList(at location: borrowing FileLocation) -> Bool {
    #if os(Linux)
      AccessList.copy(
        from: "/proc/self/fd/\(location.folder.raw)/\(location.name.text)", to: raw)
    #else
      true
    #endif
  }

  /// Copies a range of bytes into the same range of another file.
  func copy(_ range: Range<Int>, to other: borrowing Descriptor) throws(SystemError) {
    var offset = range.lowerBound
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while offset < range.upperBound {
      let wanted = min(chunk.count, range.upperBound - offset)
      let count = try SystemError.check { pread(raw, &chunk, wanted, off_t(offset)) }
      if count == 0 { throw SystemError(code: EIO) }
      var written = 0
      while written < count {
        let (start, rest) = (written, offset + written)
        written += try SystemError.check {
          chunk.withUnsafeBytes {
            pwrite(other.raw, $0.baseAddress.map { $0 + start }, count - start, off_t(rest))
          }
        }
      }
      offset += count
    }
  }
}

#if os(Linux)
  /// The access lists of files. Swift's module of the C library lacks the functions, so they are
  /// looked up; a program that is linked statically finds none.
  private enum AccessList {
    private typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int
    private typealias Set =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    private typealias Remove = @convention(c) (Int32, UnsafePointer<CChar>) -> Int32

    static func copy(from path: String, to file: Int32) -> Bool {
      guard let get = dlsym(nil, "lgetxattr"), let set = dlsym(nil, "fsetxattr"),
        let remove = dlsym(nil, "fremovexattr")
      else { return false }
      let name = "system.posix_acl_access"
      var list = [UInt8](repeating: 0, count: 64 << 10)
      let count = unsafeBitCast(get, to: Get.self)(path, name, &list, list.count)
      if count < 0 {
        if errno == ENOTSUP { return true }
        guard errno == ENODATA else { return false }
        // The folder may have given the draft a list, which would let others in.
        let isRemoved = unsafeBitCast(remove, to: Remove.self)(file, name) == 0
        return isRemoved || errno == ENODATA || errno == ENOTSUP
      }
      return unsafeBitCast(set, to: Set.self)(file, name, list, count, 0) == 0
    }
  }
#endif
