import Dispatch
import Katana
import KatanaEffects
import KatanaRuntime

final class FileLinesInterpreter: SubscriptionInterpreter {
  typealias Sub = FileLines

  private let (paths, subscription): (FilePaths, FileLines)
  private let outlet: EventOutlet<FileLinesEvent>
  private var follower: Follower?

  init(
    _ paths: FilePaths, _ subscription: FileLines, _ dispatch: SubscriptionDispatcher<FileLines>
  ) {
    (self.paths, self.subscription) = (paths, subscription)
    outlet = EventOutlet { event in dispatch.answer(\.reply, with: event) }
  }

  func start() {
    do throws(FileError) {
      follower = try Follower(paths, subscription, outlet)
    } catch {
      outlet.send(.failed(error))
    }
  }

  func stop() {
    outlet.close()
    follower?.cancel()
    follower = nil
  }
}

/// Reads a file each time its folder changes.
private final class Follower: @unchecked Sendable {
  // Sendable, because `tail` is used only on the queue after the initialiser, and `watch` is set
  // before other threads can access this object.
  private let tail: FileTail
  private let outlet: EventOutlet<FileLinesEvent>
  private var watch: PathWatch?

  init(
    _ paths: FilePaths, _ subscription: FileLines, _ outlet: EventOutlet<FileLinesEvent>
  ) throws(FileError) {
    let path = subscription.path
    let queue = DispatchQueue(label: "katana.file-lines")
    self.outlet = outlet
    tail = try FileTail(
      paths, path: path, from: subscription.start,
      lineLimit: subscription.lineLimit, isOver: { outlet.isClosed })
    watch = try PathWatch(path, .file, in: paths, on: queue) { [weak self] in
      self?.handle($0, path)
    }
    // Reads what was written between the opening of the file and the start of the watch.
    queue.async { self.look() }
  }

  func cancel() { watch?.cancel() }

  private func handle(_ event: FolderEvent, _ path: String) {
    look()
    if event == .gone { outlet.send(.failed(.notFound(path: path))) }
  }

  private func look() { tail.look { outlet.send($0) } }
}
