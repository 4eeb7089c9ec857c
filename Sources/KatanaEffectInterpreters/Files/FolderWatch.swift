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
    // Sendable, because a dispatch source may be used on any thread.
    private let source: any DispatchSourceRead

    /// Starts the watch. Changes from now on are reported.
    ///
    /// - Important: The caller must close the folder afterwards, because Linux does not report the
    ///   removal of a folder while a descriptor of it is open.
    /// - Parameters:
    ///   - folder: The folder to watch.
    ///   - name: The name to watch in the folder; `nil` for all names.
    ///   - queue: The queue on which `report` is called.
    ///   - report: Called with each event. It is not called again after ``FolderEvent/gone``.
    init(
      _ folder: borrowing Descriptor, name: String?, on queue: DispatchQueue,
      _ report: @escaping @Sendable (FolderEvent) -> Void
    ) throws(SystemError) {
      let events = Descriptor(
        try SystemError.check { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
      // Uses the descriptor instead of the path, so that nobody can exchange the folder in the
      // meantime.
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

    /// Ends the watch, and releases the closure. Changes that were not reported yet are not
    /// reported.
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
