import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime
import KatanaSystem

final class FileChangedInterpreter: SubscriptionInterpreter {
  typealias Sub = FileChanged

  private let (paths, path): (FilePaths, String)
  private let outlet: EventOutlet<FileChange>
  private var watch: PathWatch?

  init(
    _ paths: FilePaths, _ subscription: FileChanged,
    _ dispatch: SubscriptionDispatcher<FileChanged>
  ) {
    (self.paths, self.path) = (paths, subscription.path)
    outlet = EventOutlet { change in dispatch.answer(\.reply, with: change) }
  }

  func start() {
    do throws(FileError) {
      watch = try begin()
    } catch {
      outlet.send(.failed(error))
    }
  }

  func stop() {
    outlet.close()
    watch?.cancel()
    watch = nil
  }

  private func begin() throws(FileError) -> PathWatch {
    let file = WatchedFile(exists: try paths.exists(path)) { [paths, path] in
      (try? paths.exists(path)) ?? false
    }
    return try PathWatch(path, .file, in: paths, on: DispatchQueue(label: "katana.file-changed")) {
      [outlet, path] event in
      if let change = file.change(event, path) { outlet.send(change) }
    }
  }
}

/// Decides whether an event means that the file was removed or that it changed.
private final class WatchedFile: @unchecked Sendable {
  // Sendable, because `exists` is used only on the queue of the watch.
  private var exists: Bool
  private let look: @Sendable () -> Bool

  init(exists: Bool, _ look: @escaping @Sendable () -> Bool) {
    (self.exists, self.look) = (exists, look)
  }

  func change(_ event: FolderEvent, _ path: String) -> FileChange? {
    if event == .gone { return .failed(.notFound(path: path)) }
    let existed = exists
    exists = look()
    return exists ? .changed : existed ? .removed : nil
  }
}

extension FilePaths {
  /// Whether something exists at a path, or at the target of the link there.
  fileprivate func exists(_ path: String) throws(FileError) -> Bool {
    let location = try location(of: try target(of: path), for: path)
    return try FileError.at(path) { () throws(SystemError) in try location.status() != nil }
  }
}

final class FolderChangedInterpreter: SubscriptionInterpreter {
  typealias Sub = FolderChanged

  private let (paths, path): (FilePaths, String)
  private let outlet: EventOutlet<FileChange>
  private var watch: PathWatch?

  init(
    _ paths: FilePaths, _ subscription: FolderChanged,
    _ dispatch: SubscriptionDispatcher<FolderChanged>
  ) {
    (self.paths, self.path) = (paths, subscription.path)
    outlet = EventOutlet { change in dispatch.answer(\.reply, with: change) }
  }

  func start() {
    do throws(FileError) {
      watch = try PathWatch(
        path, .folder, in: paths, on: DispatchQueue(label: "katana.folder-changed")
      ) { [outlet] event in outlet.send(event == .gone ? .removed : .changed) }
    } catch {
      outlet.send(.failed(error))
    }
  }

  func stop() {
    outlet.close()
    watch?.cancel()
    watch = nil
  }
}
