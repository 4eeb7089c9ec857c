import Dispatch
import KatanaEffects
import KatanaRuntime
import KatanaSystem

/// Reports changes of what is at a path, until it is cancelled. If a link on the path is exchanged,
/// the watch goes on with the new target.
final class PathWatch: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held.
  enum Target {
    case file, folder
  }

  private let paths: FilePaths
  private let path: String
  private let target: Target
  private let queue: DispatchQueue
  private let whileBeginning: @Sendable () -> Void
  private let report: @Sendable (FolderEvent) -> Void
  private let lock = Lock()
  private var watches: [FolderWatch] = []
  private var trail: PathTrail?
  /// The number of the current watches. Events of earlier ones are ignored.
  private var round = 0
  private var isCancelled = false

  /// Starts the watch. Changes from now on are reported.
  ///
  /// - Parameters:
  ///   - path: The path to watch.
  ///   - target: What is watched. Of a file, also what comes to its path later; of a folder, its
  ///     members.
  ///   - paths: Whether links are followed.
  ///   - queue: The queue on which `report` is called.
  ///   - whileBeginning: Called when new watches are made, before they replace the old ones; for tests.
  ///   - report: Called with each event. It is not called again after ``FolderEvent/gone``.
  init(
    _ path: String, _ target: Target, in paths: FilePaths, on queue: DispatchQueue,
    whileBeginning: @escaping @Sendable () -> Void = {},
    _ report: @escaping @Sendable (FolderEvent) -> Void
  ) throws(FileError) {
    (self.path, self.target, self.paths) = (path, target, paths)
    (self.queue, self.whileBeginning, self.report) = (queue, whileBeginning, report)
    if !(try begin()) { throw .notFound(path: path) }
  }

  /// Ends the watch. No event is reported that happens afterwards.
  func cancel() {
    let old = lock.withLock {
      isCancelled = true
      defer { watches = [] }
      return watches
    }
    for watch in old { watch.cancel() }
  }

  /// Starts new watches. They end with the old ones if a link is exchanged meanwhile.
  ///
  /// - Returns: Whether the folder of the path exists.
  private func begin() throws(FileError) -> Bool {
    for _ in 0..<100 {
      let trail = try currentTrail()
      let round = lock.withLock {
        self.round += 1
        return self.round
      }
      do throws(FileError) {
        let new = try watches(of: trail, round)
        whileBeginning()
        let old = lock.withLock {
          defer { if !isCancelled { (watches, self.trail) = (new, trail) } }
          return isCancelled ? new : watches
        }
        for watch in old { watch.cancel() }
      } catch {
        // The path may have changed after it was followed.
        if try currentTrail() == trail { throw error }
        continue
      }
      if try currentTrail() == trail { return trail?.isComplete ?? true }
    }
    throw .other(path: path, reason: "its links change too fast")
  }

  /// Returns the links on the path; `nil` below a root, where there are none.
  private func currentTrail() throws(FileError) -> PathTrail? {
    if paths.root != nil { return nil }
    // A folder may be named by a path without a name, such as `.`.
    do throws(FileError) { return try PathTrail(of: path) } catch {
      if target == .folder, case .notARegularFile = error { return nil }
      throw error
    }
  }

  private func watches(of trail: PathTrail?, _ round: Int) throws(FileError) -> [FolderWatch] {
    var watches: [FolderWatch] = []
    let steps = trail?.steps ?? []
    for (index, step) in steps.enumerated() where target == .file || index < steps.count - 1 {
      let isLast = index == steps.count - 1
      let folder = try paths.open(step.folder, for: path)
      watches.append(try watch(folder, step.name, round, isTarget: isLast))
    }
    switch target {
    case .folder where trail?.isComplete ?? true:
      watches.append(try watch(try paths.folder(at: path), nil, round, isTarget: true))
    case .file where trail == nil:
      let location = try paths.location(of: path)
      watches.append(try watch(location.folder, location.name, round, isTarget: true))
    default: break
    }
    return watches
  }

  private func watch(
    _ folder: borrowing Descriptor, _ name: SystemPath?, _ round: Int, isTarget: Bool
  ) throws(FileError) -> FolderWatch {
    do throws(SystemError) {
      return try FolderWatch(folder, name: name, on: queue) { [weak self] event in
        self?.handle(event, round, isTarget: isTarget)
      }
    } catch {
      throw FileError(watching: error, path: path)
    }
  }

  private func handle(_ event: FolderEvent, _ round: Int, isTarget: Bool) {
    let old = lock.withLock { round == self.round && !isCancelled ? Optional(trail) : nil }
    guard let old else { return }
    let new = try? currentTrail()
    if event == .changed, new == old {
      if isTarget { tell(.changed) }
      return
    }
    // A link may be missing for a moment. Without links, a folder that is gone ends the watch.
    let mayComeBack = old?.hasLinks ?? false || new?.hasLinks ?? false
    let isThere: Bool
    do throws(FileError) { isThere = try begin() } catch {
      // Without watches, nothing would be reported any more.
      return tell(.gone)
    }
    if isThere && (new != old || target == .file) || mayComeBack && target == .file {
      tell(.changed)
    } else {
      tell(.gone)
    }
  }

  /// Reports an event, unless the watch was cancelled in the meantime. It ends after it has gone.
  private func tell(_ event: FolderEvent) {
    if !lock.withLock({ isCancelled }) { report(event) }
    if event == .gone { cancel() }
  }
}
