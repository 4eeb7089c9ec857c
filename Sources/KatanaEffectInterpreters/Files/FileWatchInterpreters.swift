import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

final class FileChangedInterpreter: SubscriptionInterpreter {
  typealias Sub = FileChanged

  private let (paths, path): (FilePaths, String)
  private let outlet: EventOutlet<FileChange>
  private var watch: FolderWatch?

  init(
    _ paths: FilePaths, _ subscription: FileChanged,
    _ dispatch: SubscriptionDispatcher<FileChanged>
  ) {
    (self.paths, self.path) = (paths, subscription.path)
    outlet = EventOutlet { change in dispatch { $0.reply(change) } }
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

  private func begin() throws(FileError) -> FolderWatch {
    let target = try paths.target(of: path)
    let location = try paths.location(of: target)
    let file = WatchedFile(exists: location.exists) { [paths] in
      (try? paths.location(of: target).exists) ?? false
    }
    do throws(SystemError) {
      return try FolderWatch(
        location.folder, name: location.name, on: DispatchQueue(label: "katana.file-changed")
      ) { [outlet, path] event in
        if let change = file.change(event, path) { outlet.send(change) }
      }
    } catch {
      throw FileError(watching: error, path: path)
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

extension FileLocation {
  /// Whether something exists at the name.
  var exists: Bool { ((try? status()) ?? nil) != nil }
}

final class FolderChangedInterpreter: SubscriptionInterpreter {
  typealias Sub = FolderChanged

  private let (paths, path): (FilePaths, String)
  private let outlet: EventOutlet<FileChange>
  private var watch: FolderWatch?

  init(
    _ paths: FilePaths, _ subscription: FolderChanged,
    _ dispatch: SubscriptionDispatcher<FolderChanged>
  ) {
    (self.paths, self.path) = (paths, subscription.path)
    outlet = EventOutlet { change in dispatch { $0.reply(change) } }
  }

  func start() {
    do throws(FileError) {
      watch = try begin(try paths.folder(at: path))
    } catch {
      outlet.send(.failed(error))
    }
  }

  func stop() {
    outlet.close()
    watch?.cancel()
    watch = nil
  }

  private func begin(_ folder: borrowing Descriptor) throws(FileError) -> FolderWatch {
    do throws(SystemError) {
      return try FolderWatch(
        folder, name: nil, on: DispatchQueue(label: "katana.folder-changed")
      ) { [outlet] event in
        outlet.send(event == .gone ? .removed : .changed)
      }
    } catch {
      throw FileError(watching: error, path: path)
    }
  }
}
