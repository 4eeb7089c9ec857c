import Katana
import KatanaRuntime
import KatanaSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The state of a ``LineFileWriter``. Its thread retains it until the end.
///
/// There are two locks, both held briefly and never while code of the app is called:
/// - The lock of the queue. All threads that append take it.
/// - The lock of the output.
///
/// A thread that needs both takes the lock of the output first.
final class WriterCore<Item: Sendable>: @unchecked Sendable {
  // Sendable, because all mutable state is atomic or is used with its lock held.
  typealias Completion = @Sendable (Bool) -> Void

  private let options: LineFileOptions
  private let syncInterval: UInt64
  private let batchInterval: UInt64
  private let makeEncoder: @Sendable () -> LineEncoder<Item>
  private let report: @Sendable (LineFileProblem) -> Void

  private let queueLock = TimedLock()
  @exclusivity(unchecked) private var queue: LineQueue<Item>
  /// The completions of the requested flushes.
  private var flushes: [Completion] = []
  private var ends: [Completion] = []
  private var isEndRequested = false
  private var isEnded = false
  /// Whether the thread sleeps, so that a thread that appends must wake it.
  @exclusivity(unchecked) private var isAsleep = false
  private var leftOut = 0
  /// Whether another thread has added lines that must be written.
  private var hasUnwritten = false
  /// Whether written lines must be synced when the sync interval ends.
  @exclusivity(unchecked) private var hasUnsynced = true

  private let outputLock = TimedLock()
  private let output: LineOutput
  /// Whether the disk refused lines since the last flush.
  private var hasRefused = false
  private var knownRefusals = 0

  private let encoders = Locked<[LineEncoder<Item>]>([])
  private let checkpointIsWanted = Atomic(false)
  /// The thread that writes; 0 before it begins.
  private let thread = Atomic<UInt>(0)

  init(
    _ output: LineOutput, encoder: @escaping @Sendable () -> LineEncoder<Item>,
    report: @escaping @Sendable (LineFileProblem) -> Void
  ) {
    options = output.options
    syncInterval = Self.wait(options.syncInterval)
    batchInterval = Self.wait(options.batchInterval)
    queue = LineQueue(countLimit: options.bufferedItems, sizeLimit: options.bufferedBytes)
    (self.output, makeEncoder, self.report) = (output, encoder, report)
  }

  /// Returns the nanoseconds to wait, few enough that the time at which the wait ends is a number.
  private static func wait(_ interval: Duration) -> UInt64 {
    UInt64(min(max(interval.nanoseconds, 0), .max / 2))
  }

  func start() throws(LineFileProblem) {
    withOutput { _ in }
    do throws(SystemError) { try WriterThread.start { self.run() } } catch {
      throw LineFileProblem(activity: .create, file: "the writing thread", error)
    }
  }

  var wantsCheckpoint: Bool { checkpointIsWanted.load(ordering: .relaxed) }

  /// Whether the current thread is the one that writes. It cannot wait for itself.
  var isOnItsThread: Bool { thread.load(ordering: .relaxed) == currentThread }

  var path: String { outputLock.withLock { output.files.path(output.file.name) } }

  var statistics: LineFileStatistics {
    let leftOut = queueLock.withLock { self.leftOut }
    return outputLock.withLock {
      var statistics = output.statistics
      statistics.leftOut += leftOut
      return statistics
    }
  }

  // MARK: Any thread

  func append(_ item: Item, size: Int, isCheckpoint: Bool, isUrgent: Bool) -> Bool {
    if isCheckpoint { checkpointIsWanted.store(false, ordering: .relaxed) }
    let isAdded =
      options.isDurable
      ? addNow(item, isCheckpoint: isCheckpoint, isUrgent: isUrgent)
      : addToQueue(item, size: size, isCheckpoint: isCheckpoint)
    // The model after missing lines is the next one that is known.
    if !isAdded { wantCheckpoint() }
    return isAdded
  }

  private func wantCheckpoint() {
    if options.hasCheckpoints { checkpointIsWanted.store(true, ordering: .relaxed) }
  }

  private func addToQueue(_ item: Item, size: Int, isCheckpoint: Bool) -> Bool {
    queueLock.lock()
    let isAdded = !isEndRequested && queue.add(item, size: size, isCheckpoint: isCheckpoint)
    if !isAdded { leftOut += 1 }
    let mustWake = isAsleep
    isAsleep = false
    queueLock.unlock()
    if mustWake { queueLock.wake() }
    return isAdded
  }

  /// Adds the line of an item on the calling thread, and writes it if it is urgent.
  private func addNow(_ item: Item, isCheckpoint: Bool, isUrgent: Bool) -> Bool {
    let entry = LineQueue<Item>.Entry(item: item, size: 0, isCheckpoint: isCheckpoint, leftOut: 0)
    let isAdded = withEncoder { add(entry, $0) }
    let isWritten = isAdded && isUrgent && withOutput { write(to: $0) }
    queueLock.lock()
    let mustWake = isAsleep && !(isWritten ? hasUnsynced : hasUnwritten)
    if isWritten { hasUnsynced = true } else { hasUnwritten = true }
    if mustWake { isAsleep = false }
    queueLock.unlock()
    if mustWake { queueLock.wake() }
    return isAdded && (isWritten || !isUrgent)
  }

  func requestFlush(_ completion: @escaping Completion) {
    let isEnded = queueLock.withLock {
      if !self.isEnded { flushes.append(completion) }
      isAsleep = false
      return self.isEnded
    }
    if isEnded { completion(!hasRefusedSinceFlush()) } else { queueLock.wake() }
  }

  func requestEnd(_ completion: Completion?) {
    let isEnded = queueLock.withLock {
      isEndRequested = true
      if let completion, !self.isEnded { ends.append(completion) }
      isAsleep = false
      return self.isEnded
    }
    if isEnded { completion?(!hasRefusedSinceFlush()) } else { queueLock.wake() }
  }

  private func hasRefusedSinceFlush() -> Bool { outputLock.withLock { hasRefused } }

  // MARK: Lines

  /// Encodes the items that wait now, and adds their lines.
  ///
  /// Items that are appended meanwhile wait for the next call. While items come faster than they
  /// are encoded, a call that waited for an empty queue would delay each flush and sync until the
  /// end of the burst.
  private func addQueue() {
    let (parts, leftOut) = queueLock.withLock { queue.take() }
    for part in parts { add(part) }
    if leftOut > 0 { withOutput { $0.addLeftOut(leftOut) } }
  }

  private func add(_ part: [LineQueue<Item>.Entry]) {
    withEncoder { encoder in for entry in part { _ = add(entry, encoder) } }
    let size = part.reduce(0) { $0 + $1.size }
    queueLock.withLock { queue.giveBack(count: part.count, size: size) }
  }

  /// Encodes an item and adds its line. Returns false if the recording has ended.
  private func add(_ entry: LineQueue<Item>.Entry, _ encoder: LineEncoder<Item>) -> Bool {
    let line = encoder.line(entry.item, isCheckpoint: entry.isCheckpoint)
    // Not each checkpoint, because that would double the work for a large model.
    if entry.isCheckpoint, withOutput({ $0.isFull || $0.isEmpty }) { encoder.check(line) }
    return withOutput { output in
      let isAdded = output.add(line, leftOut: entry.leftOut)
      if output.asksForCheckpoint() { wantCheckpoint() }
      return isAdded
    }
  }

  private func withEncoder<Result>(_ body: (LineEncoder<Item>) -> Result) -> Result {
    let encoder = encoders.withLock { $0.popLast() } ?? makeEncoder()
    defer { encoders.withLock { $0.append(encoder) } }
    return body(encoder)
  }

  /// Calls a function with the lock of the output held, and then reports the problems that it has
  /// noted, without the lock.
  private func withOutput<Result>(_ body: (LineOutput) -> Result) -> Result {
    let (result, problems) = outputLock.withLock { (body(output), output.takeProblems()) }
    for problem in problems { report(problem) }
    return result
  }

  /// Writes all lines. Returns false if the disk refused some since the last call.
  private func write(to output: LineOutput) -> Bool {
    output.write()
    let isWritten = output.refusals == knownRefusals
    knownRefusals = output.refusals
    if !isWritten {
      hasRefused = true
      wantCheckpoint()
    }
    return isWritten
  }

  // MARK: The thread

  private func run() {
    thread.store(currentThread, ordering: .relaxed)
    var nextSync = MonotonicClock.now &+ syncInterval
    while true {
      let (flushes, isEnd) = waitForWork(until: nextSync)
      addQueue()
      withOutput { output in
        _ = write(to: output)
        if output.needsSync { queueLock.withLock { hasUnsynced = true } }
      }
      let isSyncDue = MonotonicClock.now >= nextSync
      if !flushes.isEmpty || isSyncDue { nextSync = MonotonicClock.now &+ syncInterval }
      if !flushes.isEmpty || isSyncDue && !isEnd { finish(flushes, sync()) }
      if isEnd { return end() }
    }
  }

  private func finish(_ flushes: [Completion], _ isSynced: Bool) {
    if flushes.isEmpty { return }
    let isRefused = outputLock.withLock {
      defer { hasRefused = false }
      return hasRefused
    }
    for completion in flushes { completion(isSynced && !isRefused) }
  }

  /// Waits for items, for a request to flush or to end, or until a sync is due.
  private func waitForWork(until nextSync: UInt64) -> (flushes: [Completion], isEnd: Bool) {
    queueLock.lock()
    defer { queueLock.unlock() }
    // The first wait is short and ends by itself, so that no sender must wake the thread while
    // messages are frequent.
    if !hasWork { queueLock.wait(nanoseconds: batchInterval) }
    while !hasWork {
      let now = MonotonicClock.now
      if hasUnsynced, now >= nextSync { break }
      isAsleep = true
      queueLock.wait(nanoseconds: hasUnsynced ? nextSync - now : nil)
    }
    isAsleep = false
    hasUnwritten = false
    defer { flushes = [] }
    return (flushes, isEndRequested)
  }

  private var hasWork: Bool {
    !queue.isEmpty || hasUnwritten || !flushes.isEmpty || isEndRequested
  }

  /// Syncs the written lines to the disk. The lock is not held meanwhile, because a sync is slow.
  private func sync() -> Bool {
    let descriptors = outputLock.withLock {
      queueLock.withLock { hasUnsynced = false }
      return output.takeForSync()
    }
    var isSynced = true
    for descriptor in descriptors {
      if output.functions.sync(descriptor) != 0 {
        isSynced = false
        let failure = SystemError(code: errno)
        withOutput {
          $0.note(LineFileProblem(activity: .sync, file: $0.files.path($0.file.name), failure))
        }
      }
      close(descriptor)
    }
    outputLock.withLock { output.files.syncNames() }
    return isSynced
  }

  private func end() {
    addQueue()
    withOutput { output in
      output.addEnd()
      _ = write(to: output)
    }
    let isDone = sync()
    let (flushes, ends) = queueLock.withLock {
      isEnded = true
      return (self.flushes, self.ends)
    }
    finish(flushes + ends, isDone)
  }
}
