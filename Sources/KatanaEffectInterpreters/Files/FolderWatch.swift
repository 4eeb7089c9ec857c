#if os(Linux)
  import Dispatch

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import KatanaRuntime
  import KatanaSystem

  /// Reports changes in a folder, by inotify, until it is cancelled.
  final class FolderWatch: @unchecked Sendable {
    // Sendable, because `report` is accessed only while the lock is held.
    private let lock = Lock()
    private let name: String?
    private let queue: DispatchQueue
    private var report: (@Sendable (FolderEvent) -> Void)?

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
      _ folder: borrowing Descriptor, name: SystemPath?, on queue: DispatchQueue,
      _ report: @escaping @Sendable (FolderEvent) -> Void
    ) throws(SystemError) {
      (self.name, self.queue, self.report) = (name?.text, queue, report)
      try Inotify.shared.add(self, to: folder)
    }

    deinit { Inotify.shared.remove(ObjectIdentifier(self)) }

    /// Ends the watch, and releases the closure. Changes that were not reported yet are not
    /// reported.
    func cancel() {
      let report = lock.withLock {
        defer { self.report = nil }
        return self.report
      }
      if report != nil { Inotify.shared.remove(ObjectIdentifier(self)) }
    }

    /// Reports what the events of the folder mean for this watch.
    fileprivate func tell(_ events: [InotifyEvent]) {
      guard let event = FolderEvent.meaning(of: events, for: name) else { return }
      queue.async { [self] in
        let report = lock.withLock {
          defer { if event == .gone { self.report = nil } }
          return self.report
        }
        report?(event)
      }
    }
  }

  /// The inotify instance of the process. Linux allows a user 128 of them, so all watches share one.
  private final class Inotify: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
    static let shared = Inotify()

    private struct Entry {
      let id: ObjectIdentifier
      weak var watch: FolderWatch?
    }

    private let lock = Lock()
    private let queue = DispatchQueue(label: "katana.inotify")
    private var instance: (raw: Int32, source: any DispatchSourceRead)?
    /// The watches of each watched folder, by the number that Linux has given it.
    private var entries: [Int32: [Entry]] = [:]
    private var numbers: [ObjectIdentifier: Int32] = [:]

    func add(_ watch: FolderWatch, to folder: borrowing Descriptor) throws(SystemError) {
      // Uses the descriptor instead of the path, so that nobody can exchange the folder in the
      // meantime.
      let path = "/proc/self/fd/\(folder.raw)"
      let result = lock.withLock { () -> Result<Void, SystemError> in
        do throws(SystemError) {
          let raw = try opened()
          // What has happened before is not for this watch.
          takeAll(raw)
          let number = try SystemError.check { inotify_add_watch(raw, path, FolderEvent.mask) }
          let entry = Entry(id: ObjectIdentifier(watch), watch: watch)
          entries[number, default: []].append(entry)
          numbers[entry.id] = number
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }

    func remove(_ id: ObjectIdentifier) {
      lock.withLock {
        guard let number = numbers.removeValue(forKey: id) else { return }
        entries[number]?.removeAll { $0.id == id }
        if entries[number]?.isEmpty == true { forget(number) }
      }
    }

    /// Called while the lock is held.
    private func opened() throws(SystemError) -> Int32 {
      if let instance { return instance.raw }
      let raw = try SystemError.check { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
      let source = DispatchSource.makeReadSource(fileDescriptor: raw, queue: queue)
      source.setEventHandler { [self] in lock.withLock { takeAll(raw) } }
      source.activate()
      instance = (raw, source)
      return raw
    }

    /// Stops watching a folder. Called while the lock is held.
    private func forget(_ number: Int32) {
      for entry in entries.removeValue(forKey: number) ?? [] { numbers[entry.id] = nil }
      if let instance { inotify_rm_watch(instance.raw, number) }
    }

    /// Reads all events, and tells the watches of them. Called while the lock is held; a watch only
    /// adds a job to its queue.
    private func takeAll(_ raw: Int32) {
      let events = InotifyEvent.events(in: read(raw))
      if events.isEmpty { return }
      let isOverflow = events.contains(where: \.isOverflow)
      var numbers: [Int32] = isOverflow ? Array(entries.keys) : []
      for event in events where !isOverflow && !numbers.contains(event.number) {
        numbers.append(event.number)
      }
      for number in numbers {
        let own = events.filter { $0.number == number || $0.isOverflow }
        // Kept alive until the lock is released, because a watch removes itself at its end.
        let watches = (entries[number] ?? []).compactMap(\.watch)
        for watch in watches { watch.tell(own) }
        if own.contains(where: \.isEnd) { forget(number) }
        released.append(contentsOf: watches)
      }
      let released = released
      self.released = []
      queue.async { withExtendedLifetime(released) {} }
    }

    private var released: [FolderWatch] = []

    private func read(_ raw: Int32) -> [UInt8] {
      let capacity = 64 << 10
      var (chunk, all) = ([UInt8](repeating: 0, count: capacity), [UInt8]())
      while true {
        let count = readBytes(raw, &chunk, capacity)
        if count <= 0 { return all }
        all += chunk[..<count]
      }
    }
  }

  private func readBytes(_ raw: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(raw, bytes, count)
  }
#endif
