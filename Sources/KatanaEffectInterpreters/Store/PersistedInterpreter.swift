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
  func save(_ items: [Persisted.Item]) -> [StoreError] {
    items.compactMap { item in
      do throws(StoreError) { try save(item) } catch { return error }
      return nil
    }
  }

  private func save(_ item: Persisted.Item) throws(StoreError) {
    let data = try PersistedContent.encode(item)
    guard let store else { return }
    if known[item.path] == nil {
      try store.makeFolders(for: item.path)
      known[item.path] = try store.read(item.path)
    }
    if known[item.path] == data { return }
    known[item.path] = nil
    try store.write(data, to: item.path)
    known[item.path] = data
  }
}

/// Decides when files are written, and writes them on a queue, or at once at the end.
final class PersistedSaver: @unchecked Sendable {
  // Sendable, because `files` is used with `writing` held, and all else that changes with `lock`.
  private let writing = Lock()
  private let files: PersistedFiles
  private let lock = Lock()
  private var current: Persisted
  private var schedule: SaveSchedule
  private var next: ScheduledAction?
  private var isStopped = false
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
    lock.withLock {
      current = subscription
      (schedule.pause, schedule.longest) = (subscription.pause, subscription.longest)
    }
    changed()
  }

  func changed() { plan { $0.changed(at: clock.now) } }

  /// Writes what has not been written, and nothing any more after that.
  func stop() {
    failures.close()
    report(save(isLast: true))
    lock.withLock { next }?.cancel()
  }

  /// Writes what has not been written. If a write is running, waits until it has ended.
  func saveAtExit() {
    // Nothing is written after the last time. That also holds `writing`, so it is not missed.
    let isStopped = writing.withLock { lock.withLock { self.isStopped } }
    if !isStopped { report(save()) }
  }

  /// Writes errors to the standard error, because no message can be sent any more.
  private func report(_ errors: [StoreError]) {
    for error in errors { reportOnStandardError("Persisted: \(error)") }
  }

  private func plan(_ moment: (inout SaveSchedule) -> Duration) {
    let (old, time) = lock.withLock { (next, moment(&schedule)) }
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
    plan { $0.failed(at: clock.now) }
    // Without a lock: what is sent may be handled at once, and lead to `stop`.
    for error in errors { failures.send(error) }
  }

  /// Files that hold their value already are not written again.
  private func save(isLast: Bool = false) -> [StoreError] {
    writing.withLock {
      let items = lock.withLock {
        if isLast { isStopped = true }
        schedule.written()
        return current.items
      }
      return files.save(items)
    }
  }
}
