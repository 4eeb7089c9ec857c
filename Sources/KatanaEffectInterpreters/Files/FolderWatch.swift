#if os(Linux)
  import Dispatch

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KatanaRuntime

  /// Reports changes in a folder, by inotify, until it is cancelled.
  final class FolderWatch: @unchecked Sendable {
    // Sendable, because a source of Dispatch may be used from any thread.
    private let source: any DispatchSourceRead

    /// Begins: changes from now on are reported.
    ///
    /// While somebody has a folder open, the system does not report that it is removed; so nobody
    /// who watches one keeps it open.
    ///
    /// - Parameters:
    ///   - name: The name in the folder that is watched; `nil` for all.
    ///   - queue: Where `report` is called. After ``FolderEvent/gone`` it is not called again.
    init(
      _ folder: borrowing Descriptor, name: String?, on queue: DispatchQueue,
      _ report: @escaping @Sendable (FolderEvent) -> Void
    ) throws(SystemError) {
      let events = Descriptor(
        try SystemError.check { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
      // By descriptor, so that nobody can exchange the folder meanwhile.
      let path = "/proc/self/fd/\(folder.raw)"
      try SystemError.check { inotify_add_watch(events.raw, path, FolderEvent.mask) }
      let raw = events.release()
      source = DispatchSource.makeReadSource(fileDescriptor: raw, queue: queue)
      source.setEventHandler { [weak self] in
        guard let event = FolderEvent.meaning(of: Self.takeAll(raw), for: name) else { return }
        guard let self, !source.isCancelled else { return }
        if event == .gone { source.cancel() }
        report(event)
      }
      source.setCancelHandler { close(raw) }
      source.activate()
    }

    deinit { source.cancel() }

    /// Ends the watch: what has not been reported by now is not, and the closure is let go.
    func cancel() { source.cancel() }

    private static func takeAll(_ raw: Int32) -> [UInt8] {
      let capacity = 64 << 10
      var (chunk, all) = ([UInt8](repeating: 0, count: capacity), [UInt8]())
      while true {
        let count = read(raw, &chunk, capacity)
        if count <= 0 { return all }
        all += chunk[..<count]
      }
    }
  }
#endif
