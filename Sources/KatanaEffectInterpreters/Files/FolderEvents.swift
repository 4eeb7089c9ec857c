/// What happened in a watched folder, for one of its names or for all of them. Pure.
enum FolderEvent: Equatable {
  /// Something that is watched has changed, or may have changed.
  case changed
  /// The folder no longer exists at its path. No event follows.
  case gone
}

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension FolderEvent {
    /// The events that inotify should report.
    static let mask =
      UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    private static let endMask =
      UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)

    /// Returns the meaning of the bytes of one read from inotify; `nil` if nothing that is watched
    /// has changed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of one read.
    ///   - name: The name to watch; `nil` for all names in the folder.
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
