import Dispatch
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime

final class PersistedInterpreter: SubscriptionInterpreter {
  typealias Sub = Persisted

  private let saver: PersistedSaver

  init(
    _ store: StoreFolder?, _ subscription: Persisted, _ dispatch: SubscriptionDispatcher<Persisted>
  ) {
    saver = PersistedSaver(PersistedFiles(store), subscription, clock: dispatch.clock) { error in
      dispatch { $0.failed(error) }
    }
  }

  func start() { saver.changed() }

  func stop() { saver.stop() }

  func update(to subscription: Persisted) -> Bool {
    saver.update(to: subscription)
    return true
  }
}

/// The files that a subscription keeps, and what they hold. Used by one thread at a time.
final class PersistedFiles {
  private let store: StoreFolder?
  private var known: [String: Data] = [:]

  /// - Parameter store: The folder; `nil` to write nothing.
  init(_ store: StoreFolder?) { self.store = store }

  /// Writes what differs from the files; the first error ends that of its file only.
  func save(_ contents: [(path: String, data: Data)]) -> [StoreError] {
    contents.compactMap { path, data in
      do throws(StoreError) { try save(data, to: path) } catch { return error }
      return nil
    }
  }

  private func save(_ data: Data, to path: String) throws(StoreError) {
    guard let store else { return }
    if known[path] == nil {
      try store.makeFolders(for: path)
      known[path] = try store.read(path)
    }
    if known[path] == data { return }
    known[path] = nil
    try store.write(data, to: path)
    known[path] = data
  }
}

/// Decides when files are written, and writes them on a queue, or at once at the end.
final class PersistedSaver: @unchecked Sendable {
  // Sendable, because the files and what is known of them are used with `writing` held, and all else
  // that changes with `lock`. Neither is held while values are encoded, because that is code of the
  // app.
  private let writing = Lock()
  private let files: PersistedFiles
  /// The number of the newest values that were written.
  private var written = 0
  /// Whether the last values were written.
  private var isOver = false
  private let lock = Lock()
  private var current: Persisted
  private var schedule: SaveSchedule
  private var next: ScheduledAction?
  private var isStopped = false
  /// The number of times that values were taken to be written.
  private var count = 0
  private let clock: any RuntimeClock
  private let queue = DispatchQueue(label: "katana.persisted")
  private let failures: EventOutlet<StoreError>

  init(
    _ files: PersistedFiles, _ subscription: Persisted, clock: any RuntimeClock,
    _ failed: @escaping @Sendable (StoreError) -> Void
  ) {
    (self.files, current, self.clock) = (files, subscription, clock)
    failures = EventOutlet(failed)
    schedule = SaveSchedule(pause: subscription.pause, longest: subscription.longest)
    PersistedAtExit.add(self)
  }

  func update(to subscription: Persisted) {
    // Released without the lock, because a deinitialiser may run any code.
    let old = lock.withLock {
      defer { current = subscription }
      (schedule.pause, schedule.longest) = (subscription.pause, subscription.longest)
      return current
    }
    withExtendedLifetime(old) {}
    changed()
  }

  func changed() { plan { $0.changed(at: $1) } }

  /// Writes what has not been written, and nothing any more after that.
  func stop() {
    failures.close()
    report(save(isLast: true))
    lock.withLock { next }?.cancel()
  }

  /// Writes what has not been written. If a write is running, waits until it has ended.
  func saveAtExit() {
    if !writing.withLock({ isOver }) { report(save()) }
  }

  /// Writes errors to the standard error, because no message can be sent any more.
  private func report(_ errors: [StoreError]) {
    for error in errors { reportOnStandardError("Persisted: \(error)") }
  }

  private func plan(_ moment: (inout SaveSchedule, Duration) -> Duration) {
    let now = clock.now
    let (old, time) = lock.withLock { (next, moment(&schedule, now)) }
    old?.cancel()
    let action = clock.schedule(after: time.subtracting(clock.now)) { [weak self] in
      guard let self else { return }
      queue.async { self.saveInTime() }
    }
    let isTooLate = lock.withLock {
      next = action
      return isStopped
    }
    if isTooLate { action.cancel() }
  }

  private func saveInTime() {
    if lock.withLock({ isStopped || schedule.firstChange == nil }) { return }
    let errors = save()
    if errors.isEmpty || lock.withLock({ isStopped }) { return }
    plan { $0.failed(at: $1) }
    // Without a lock: what is sent may be handled at once, and lead to `stop`.
    for error in errors { failures.send(error) }
  }

  /// Files that hold their value already are not written again.
  private func save(isLast: Bool = false) -> [StoreError] {
    let (items, number) = lock.withLock {
      if isLast { isStopped = true }
      schedule.written()
      count += 1
      return (current.items, count)
    }
    var (errors, contents) = ([StoreError](), [(path: String, data: Data)]())
    for item in items {
      do throws(StoreError) {
        contents.append((item.path, try PersistedContent.encode(item)))
      } catch {
        errors.append(error)
      }
    }
    return writing.withLock {
      // Newer values may have been written meanwhile, also by the code that encodes these.
      if isOver || number < written { return [] }
      (written, isOver) = (number, isLast)
      return errors + files.save(contents)
    }
  }
}
