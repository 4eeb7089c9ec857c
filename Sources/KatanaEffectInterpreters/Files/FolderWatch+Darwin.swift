#if canImport(Darwin)
  import Darwin
  import Dispatch
  import KatanaRuntime
  import KatanaSystem

  /// Reports changes in a folder, by kqueue, until it is cancelled.
  ///
  /// A folder reports only changes of its names. So a watched file has an event source of its own,
  /// which is opened again when the names change. If the folder is watched as a whole, writes to
  /// its members are not reported.
  final class FolderWatch: @unchecked Sendable {
    // Sendable, because `file` is accessed on the queue, or while the lock is held.
    private let lock = Lock()
    private let folder: any DispatchSourceFileSystemObject
    private var file: (any DispatchSourceFileSystemObject)?
    private let folderDescriptor: Int32
    private let name: SystemPath?
    private let queue: DispatchQueue
    private let report: @Sendable (FolderEvent) -> Void

    init(
      _ folder: borrowing Descriptor, name: SystemPath?, on queue: DispatchQueue,
      _ report: @escaping @Sendable (FolderEvent) -> Void
    ) throws(SystemError) {
      let raw = try Descriptor(.workingDirectory, in: folder.raw, O_EVTONLY | O_DIRECTORY).release()
      (self.name, self.queue, self.report, folderDescriptor) = (name, queue, report, raw)
      self.folder = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: raw, eventMask: [.write, .delete, .rename, .revoke], queue: queue)
      self.folder.setEventHandler { [weak self] in self?.folderChanged() }
      self.folder.setCancelHandler { close(raw) }
      watchFile()
      self.folder.activate()
    }

    deinit { cancel() }

    func cancel() {
      folder.cancel()
      lock.withLock { file }?.cancel()
    }

    private func folderChanged() {
      if folder.isCancelled { return }
      if !folder.data.isDisjoint(with: [.delete, .rename, .revoke]) {
        cancel()
        return report(.gone)
      }
      watchFile()
      report(.changed)
    }

    private func watchFile() {
      guard let name else { return }
      lock.withLock { file }?.cancel()
      let raw = openat(folderDescriptor, name.text, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW)
      guard raw >= 0 else { return }
      let source = DispatchSource.makeFileSystemObjectSource(
        // With `.attrib`, because a truncation is no `.write` there.
        fileDescriptor: raw, eventMask: [.write, .extend, .attrib], queue: queue)
      source.setEventHandler { [report] in report(.changed) }
      source.setCancelHandler { close(raw) }
      lock.withLock { file = source }
      source.activate()
    }
  }
#endif
