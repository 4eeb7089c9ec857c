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

    /// Returns the meaning of the events of a folder; `nil` if nothing that is watched has changed.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - name: The name to watch; `nil` for all names in the folder.
    static func meaning(of events: [InotifyEvent], for name: String?) -> FolderEvent? {
      if events.contains(where: \.isEnd) { return .gone }
      let isChanged = events.contains {
        $0.isOverflow || name == nil || $0.name.elementsEqual(name?.utf8 ?? "".utf8)
      }
      return isChanged ? .changed : nil
    }
  }

  /// One event that inotify reports. Pure.
  struct InotifyEvent: Equatable {
    /// The number of the watched folder.
    let number: Int32
    let mask: UInt32
    /// The bytes of the name in the folder.
    let name: [UInt8]

    /// Whether the folder is not watched any more.
    var isEnd: Bool {
      let end =
        UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)
      return mask & end != 0
    }

    /// Whether events were lost.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

    /// Returns the events that were read.
    static func events(in bytes: [UInt8]) -> [InotifyEvent] {
      func number(_ offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      }
      var (offset, events) = (0, [InotifyEvent]())
      while offset + 16 <= bytes.count {
        let length = Int(number(offset + 12))
        let name = bytes[(offset + 16)...].prefix(length).prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            number: Int32(bitPattern: number(offset)), mask: number(offset + 4),
            name: Array(name)))
        offset += 16 + length
      }
      return events
    }
  }
#endif
