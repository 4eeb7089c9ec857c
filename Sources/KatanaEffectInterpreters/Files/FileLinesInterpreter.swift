import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

final class FileLinesInterpreter: SubscriptionInterpreter {
  typealias Sub = FileLines

  private let (paths, subscription): (FilePaths, FileLines)
  private let dispatch: SubscriptionDispatcher<FileLines>
  private var follower: Follower?

  init(
    _ paths: FilePaths, _ subscription: FileLines, _ dispatch: SubscriptionDispatcher<FileLines>
  ) {
    (self.paths, self.subscription, self.dispatch) = (paths, subscription, dispatch)
  }

  func start() {
    do throws(FileError) {
      follower = try Follower(paths, subscription) { [dispatch] event in
        dispatch { $0.reply(event) }
      }
    } catch {
      dispatch { [error] in $0.reply(.failed(error)) }
    }
  }

  func stop() {
    follower?.cancel()
    follower = nil
  }
}

/// Looks at a file each time its folder changes.
private final class Follower: @unchecked Sendable {
  // Sendable, because `tail` is used on the queue after it is made, `watch` is set before this is
  // shared, and `send` is used with the lock held.
  private let tail: FileTail
  private let lock = Lock()
  private var send: (@Sendable (FileLinesEvent) -> Void)?
  private var watch: FolderWatch?

  init(
    _ paths: FilePaths, _ subscription: FileLines,
    _ send: @escaping @Sendable (FileLinesEvent) -> Void
  ) throws(FileError) {
    let path = subscription.path
    let target = try paths.target(of: path)
    let queue = DispatchQueue(label: "katana.file-lines")
    self.send = send
    tail = try FileTail(
      paths, target: target, path: path, from: subscription.start,
      lineLimit: subscription.lineLimit)
    let location = try paths.location(of: target)
    do throws(SystemError) {
      watch = try FolderWatch(location.folder, name: location.name, on: queue) { [weak self] in
        self?.handle($0, path)
      }
    } catch {
      throw FileError(error, path: path)
    }
    // What has been written between the opening and the watch.
    queue.async { self.look() }
  }

  func cancel() {
    lock.withLock { send = nil }
    watch?.cancel()
  }

  private func handle(_ event: FolderEvent, _ path: String) {
    look()
    if event == .gone { report(.failed(.notFound(path: path))) }
  }

  private func look() {
    tail.look { report($0) }
  }

  private func report(_ event: FileLinesEvent) {
    // Sent without the lock, since what is sent may be handled at once and lead to `cancel`.
    lock.withLock { send }?(event)
  }
}
