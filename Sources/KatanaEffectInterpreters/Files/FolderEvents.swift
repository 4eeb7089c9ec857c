/// What the changes in a watched folder mean for one of its names, or for all of them. Pure.
enum FolderEvent: Equatable {
  /// Something of what is watched has changed, or may have.
  case changed
  /// The folder is no longer at its path; nothing else comes.
  case gone
}

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension FolderEvent {
    /// What is asked of the system.
    static let mask =
      UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    private static let endMask =
      UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)

    /// The meaning of the bytes of one read from inotify; `nil` if nothing watched has changed.
    ///
    /// - Parameter name: The name that is watched; `nil` for all.
    static func meaning(of bytes: [UInt8], for name: String?) -> FolderEvent? {
      var (offset, result) = (0, FolderEvent?.none)
      while offset + 16 <= bytes.count {
        let mask = number(bytes, offset + 4)
        let length = Int(number(bytes, offset + 12))
        let field = bytes[(offset + 16)...].prefix(length).prefix { $0 != 0 }
        offset += 16 + length
        if mask & endMask != 0 { return .gone }
        let isOverflow = mask & UInt32(IN_Q_OVERFLOW) != 0
        if isOverflow || name == nil || field.elementsEqual(name?.utf8 ?? "".utf8) {
          result = .changed
        }
      }
      return result
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }
  }
#endif
