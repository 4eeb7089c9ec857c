import Dispatch
import Foundation
import Katana
package import KatanaEffects
package import KatanaRuntime
import KatanaSystem

/// Runs a `Persisted`.
package final class PersistedInterpreter: SubscriptionInterpreter {
  package typealias Sub = Persisted

  private let saver: PersistedSaver

  /// Creates the interpreter.
  ///
  /// - Parameters:
  ///   - store: The folder; `nil` to write nothing.
  ///   - fails: In a test, whether the next write fails. All is written on the thread of the clock
  ///     then.
  package init(
    _ store: StoreFolder?, _ subscription: Persisted, _ dispatch: SubscriptionDispatcher<Persisted>,
    simulating fails: (@Sendable () -> Bool)? = nil
  ) {
    saver = PersistedSaver(store, subscription, clock: dispatch.clock, simulating: fails) { error in
      dispatch { $0.failed(error) }
    }
  }

  package func start() { saver.changed() }

  package func stop() { saver.stop() }

  package func update(to subscription: Persisted) -> Bool {
    saver.update(to: subscription)
    return true
  }
}

/// The files that a subscription keeps, and what they hold. Used by one thread at a time.
private struct PersistedFiles {
  /// What a file is to hold.
  typealias Content = (path: String, data: Outcome<Data, StoreError>)

  /// The folder; `nil` to write nothing.
  let store: StoreFolder?
  private var known: [[SystemPath]: Data] = [:]
  private var lastNumber = 0

  init(_ store: StoreFolder?) { self.store = store }

  /// Writes what differs from the files; the first error ends that of its file only.
  ///
  /// - Parameters:
  ///   - contents: What the files are to hold.
  ///   - number: The number of these contents. Newer ones that were written before stay.
  ///   - keeper: The subscription that keeps the files.
  mutating func save(
    _ contents: [Content], _ number: Int, for keeper: ObjectIdentifier
  ) -> [StoreError] {
    if number < lastNumber { return [] }
    lastNumber = number
    var seen: Set<[SystemPath]> = []
    var errors: [StoreError] = []
    for content in contents {
      do throws(StoreError) { try save(content, &seen, for: keeper) } catch { errors.append(error) }
    }
    known = known.filter { seen.contains($0.key) }
    return errors
  }

  private mutating func save(
    _ content: Content, _ seen: inout Set<[SystemPath]>, for keeper: ObjectIdentifier
  ) throws(StoreError) {
    let (path, data) = (content.path, try content.data.get())
    let names = try PersistedPath.names(of: path)
    let isFirst = seen.insert(names).inserted
    guard isFirst, store.map({ $0.keepers.mayWrite($0.file(names), keeper) }) ?? true else {
      throw .keptTwice(path: store?.full(path) ?? path)
    }
    guard let store else { return }
    if known[names] == nil { known[names] = try store.read(path) }
    if known[names] == data { return }
    known[names] = nil
    try store.save(data, to: path)
    known[names] = data
  }
}

/// Decides when files are written, and writes them on a queue, or at once at the end.
final class PersistedSaver: @unchecked Sendable {
  // Sendable, because `files` is used with `writing` held, and all else that changes with `lock`.
  private let writing = Lock()
  private var files: PersistedFiles
  private let lock = Lock()
  private var current: Persisted
  private var schedule: SaveSchedule
  private var next: ScheduledAction?
  private var isStopped = false
  /// Whether the last write has ended.
  private var hasEnded = false
  private var lastNumber = 0
  /// The files of `current`.
  private var declared: Set<FileKeepers.File> = []
  private let store: StoreFolder?
  private let clock: any RuntimeClock
  private let fails: (@Sendable () -> Bool)?
  private let queue = DispatchQueue(label: "katana.persisted")
  private let failures: EventOutlet<StoreError>

  init(
    _ store: StoreFolder?, _ subscription: Persisted, clock: any RuntimeClock,
    simulating fails: (@Sendable () -> Bool)?, _ failed: @escaping @Sendable (StoreError) -> Void
  ) {
    (self.store, files, self.fails) = (store, PersistedFiles(store), fails)
    (current, self.clock) = (subscription, clock)
    failures = EventOutlet(failed)
    schedule = SaveSchedule(pause: subscription.pause, longest: subscription.longest)
    declare(subscription.items)
    if fails == nil { PersistedAtExit.add(self) }
  }

  deinit { declare([]) }

  func update(to subscription: Persisted) {
    // Released without the lock, because a deinitialiser may run any code.
    let old = lock.withLock {
      defer { current = subscription }
      (schedule.pause, schedule.longest) = (subscription.pause, subscription.longest)
      return current
    }
    let hasSameFiles = old.items.elementsEqual(subscription.items) {
      $0.path.utf8.elementsEqual($1.path.utf8)
    }
    if !hasSameFiles { declare(subscription.items) }
    changed()
  }

  func changed() { plan { $0.changed(at: $1) } }

  /// Writes what has not been written, and nothing any more after that.
  func stop() {
    failures.close()
    report(save(isLast: true))
    lock.withLock { hasEnded = true }
    declare([])
    lock.withLock { next }?.cancel()
  }

  /// Says which files this keeps. Called at the start, in updates and at the end.
  private func declare(_ items: [Persisted.Item]) {
    guard let store else { return }
    let new = Set(items.compactMap { (try? PersistedPath.names(of: $0.path)).map(store.file) })
    let old = lock.withLock {
      defer { declared = new }
      return declared
    }
    store.keepers.change(old, to: new, for: ObjectIdentifier(self))
  }

  /// Writes what has not been written. If a write is running, waits until it has ended.
  func saveAtExit() {
    if !lock.withLock({ hasEnded }) { report(save()) }
  }

  /// Writes errors to the standard error, because no message can be sent any more.
  private func report(_ errors: [StoreError]) {
    for error in errors { reportOnStandardError("Persisted: \(error)") }
  }

  private func plan(_ moment: (inout SaveSchedule, Duration) -> Duration) {
    // The clock is read without the lock, because it may be one of the app.
    let now = clock.now
    let (old, time) = lock.withLock { (next, moment(&schedule, now)) }
    old?.cancel()
    let action = clock.schedule(after: time.subtracting(clock.now)) { [weak self] in
      guard let self else { return }
      if fails == nil { queue.async { self.saveInTime() } } else { saveInTime() }
    }
    let isTooLate = lock.withLock {
      next = action
      return isStopped
    }
    if isTooLate { action.cancel() }
  }

  private func saveInTime() {
    if lock.withLock({ isStopped || schedule.firstChange == nil }) { return }
    let errors = fails?() == true ? lock.withLock { failAll() } : save()
    if errors.isEmpty || lock.withLock({ isStopped }) { return }
    plan { $0.failed(at: $1) }
    // Without a lock: what is sent may be handled at once, and lead to `stop`.
    for error in errors { failures.send(error) }
  }

  /// Returns the errors of a disk without space, which a test simulates. Called with `lock` held.
  private func failAll() -> [StoreError] {
    schedule.written()
    return current.items.map { .file(.noSpace(path: $0.path)) }
  }

  /// Files that hold their value already are not written again.
  private func save(isLast: Bool = false) -> [StoreError] {
    let (items, number) = lock.withLock {
      if isLast { isStopped = true }
      schedule.written()
      lastNumber += 1
      return (current.items, lastNumber)
    }
    // Without a lock: values encode themselves, and what they call may lead to `stop`.
    let contents = items.map { item in
      (item.path, Outcome(Result { () throws(StoreError) in try PersistedContent.encode(item) }))
    }
    return writing.withLock { files.save(contents, number, for: ObjectIdentifier(self)) }
  }
}

extension StoreFolder {
  /// Returns a file, as `keepers` names it.
  fileprivate func file(_ names: [SystemPath]) -> FileKeepers.File {
    FileKeepers.File(folder: id, names: names)
  }
}
