import Katana
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaRuntime

/// The state of a ``LineFileWriter``. Its thread retains it until the end.
///
/// There are two locks:
/// - The lock of the queue is held briefly. All threads that append take it.
/// - The lock of the output is held while lines are written.
///
/// A thread that needs both takes the lock of the output first.
final class WriterCore<Item: Sendable>: @unchecked Sendable {
  // Sendable, because all mutable state is atomic or is used with its lock held.
  typealias Completion = @Sendable (Bool) -> Void

  private let syncInterval: UInt64
  private let batchInterval: UInt64

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
  /// Whether written lines must be synced when the sync interval ends.
  @exclusivity(unchecked) private var hasUnsynced = true

  private let outputLock = TimedLock()
  private let output: LineOutput<Item>
  private let functions: OutputFunctions
  /// Whether the disk refused lines since the last flush.
  private var hasRefused = false
  private var knownRefusals = 0

  private let checkpointIsWanted = Atomic(false)

  init(_ options: LineFileOptions, _ output: LineOutput<Item>) {
    syncInterval = Self.wait(options.syncInterval)
    batchInterval = Self.wait(options.batchInterval)
    queue = LineQueue(countLimit: options.bufferedItems, sizeLimit: options.bufferedBytes)
    functions = output.functions
    self.output = output
  }

  /// Returns the nanoseconds to wait, few enough that the time at which the wait ends is a number.
  private static func wait(_ interval: Duration) -> UInt64 {
    UInt64(min(max(interval.nanoseconds, 0), .max / 2))
  }

  func start() throws(LineFileProblem) {
    do throws(SystemError) { try WriterThread.start { self.run() } } catch {
      throw LineFileProblem(activity: .create, file: "the writing thread", error)
    }
  }

  var wantsCheckpoint: Bool { checkpointIsWanted.load(ordering: .relaxed) }

  var path: String { outputLock.withLock { output.files.path(output.file.name) } }

  func createPage() throws(LineFileProblem) -> CrashPage {
    outputLock.lock()
    defer { outputLock.unlock() }
    return try output.files.createPage(ofRecording: output.file.name)
  }

  var statistics: LineFileStatistics {
    let leftOut = queueLock.withLock { self.leftOut }
    return outputLock.withLock {
      var statistics = output.statistics
      statistics.leftOut = leftOut
      return statistics
    }
  }

  // MARK: Any thread

  func append(_ item: Item, size: Int, isCheckpoint: Bool) -> Bool {
    queueLock.lock()
    let isAdded = !isEndRequested && queue.add(item, size: size, isCheckpoint: isCheckpoint)
    if !isAdded { leftOut += 1 }
    let mustWake = isAsleep
    isAsleep = false
    queueLock.unlock()
    if mustWake { queueLock.wake() }
    if isCheckpoint, isAdded { checkpointIsWanted.store(false, ordering: .relaxed) }
    return isAdded
  }

  func appendAndWrite(_ item: Item, isCheckpoint: Bool) -> Bool {
    outputLock.lock()
    defer { outputLock.unlock() }
    let isClosed = queueLock.withLock {
      if isEndRequested { leftOut += 1 }
      return isEndRequested
    }
    if isClosed { return false }
    addQueue()
    output.add(item, isCheckpoint: isCheckpoint, leftOut: 0)
    if isCheckpoint { checkpointIsWanted.store(false, ordering: .relaxed) }
    defer { noteUnsynced() }
    return write()
  }

  /// Tells the thread that another thread wrote lines, so that it syncs them in time.
  private func noteUnsynced() {
    queueLock.lock()
    let mustWake = isAsleep && !hasUnsynced
    hasUnsynced = true
    if mustWake { isAsleep = false }
    queueLock.unlock()
    if mustWake { queueLock.wake() }
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

  // MARK: With the lock of the output held

  /// Encodes the items that wait now.
  ///
  /// Items that are appended meanwhile wait for the next call. While items come faster than they
  /// are encoded, a call that waited for an empty queue would hold the lock, and delay each flush
  /// and sync, until the end of the burst.
  private func addQueue() {
    let (parts, leftOut) = queueLock.withLock { queue.take() }
    for part in parts { add(part) }
    if leftOut > 0 { output.addLeftOut(leftOut, reason: "buffer") }
  }

  private func add(_ part: [LineQueue<Item>.Entry]) {
    var size = 0
    for entry in part {
      size += entry.size
      output.add(entry.item, isCheckpoint: entry.isCheckpoint, leftOut: entry.leftOut)
    }
    queueLock.withLock { queue.giveBack(count: part.count, size: size) }
  }

  /// Writes all lines. Returns false if the disk refused some since the last call.
  private func write() -> Bool {
    output.write()
    let isWritten = output.refusals == knownRefusals
    knownRefusals = output.refusals
    if !isWritten { hasRefused = true }
    if output.asksForCheckpoint() { checkpointIsWanted.store(true, ordering: .relaxed) }
    return isWritten
  }

  // MARK: The thread

  private func run() {
    var nextSync = MonotonicClock.now &+ syncInterval
    while true {
      let (flushes, isEnd) = waitForWork(until: nextSync)
      outputLock.withLock {
        addQueue()
        _ = write()
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
    defer { flushes = [] }
    return (flushes, isEndRequested)
  }

  private var hasWork: Bool { !queue.isEmpty || !flushes.isEmpty || isEndRequested }

  /// Syncs the written lines to the disk. The lock is not held meanwhile, because a sync is slow.
  private func sync() -> Bool {
    let descriptors = outputLock.withLock {
      queueLock.withLock { hasUnsynced = false }
      return output.takeForSync()
    }
    var isSynced = true
    for descriptor in descriptors {
      if functions.sync(descriptor) != 0 {
        isSynced = false
        let failure = SystemError(code: errno)
        outputLock.withLock {
          output.tell(LineFileProblem(activity: .sync, file: output.file.name, failure))
        }
      }
      close(descriptor)
    }
    outputLock.withLock { output.files.syncNames() }
    return isSynced
  }

  private func end() {
    outputLock.withLock {
      addQueue()
      output.addEnd()
      _ = write()
    }
    let isDone = sync()
    let (flushes, ends) = queueLock.withLock {
      isEnded = true
      return (self.flushes, self.ends)
    }
    finish(flushes + ends, isDone)
  }
}

extension LineOutput {
  /// Returns descriptors of the files that are not synced. The caller closes them.
  func takeForSync() -> [Int32] {
    defer {
      finished = []
      needsSync = false
    }
    guard needsSync, let copy = file.copy() else { return finished }
    return finished + [copy]
  }
}
