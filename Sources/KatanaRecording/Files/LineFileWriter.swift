/// Writes items as lines to files, on its own thread. The number of items that wait is limited.
///
/// ```swift
/// let writer = try LineFileWriter<Event>(
///   LineFileOptions(folder: folder, name: "conduit"),
///   encoder: {
///     { event, line in
///       try line.add("m", value: event.message)
///       return nil
///     }
///   },
///   problem: { print($0) })
/// writer.append(event)
/// if writer.wantsCheckpoint { writer.append(checkpoint, size: 10_000, isCheckpoint: true) }
/// await writer.flush()
/// await writer.close()
/// ```
///
/// All functions can be called from any thread. Items of one thread are written in the order in
/// which it appends them. Problems with the disk never delay or stop the app: they are counted,
/// each kind is reported once, and a line in the file gives the number of missing items. The closures
/// are called without a lock, so they may call the writer.
package final class LineFileWriter<Item: Sendable>: Sendable {
  /// Adds the entries of an item to its line. Returns what could not be encoded, if the line says so
  /// by itself. If it throws, the line has the name of the error in place of the item.
  package typealias Encode = (_ item: Item, _ line: inout LineBuilder) throws -> String?
  /// Called with the entries of a checkpoint with which a file may begin. Throws if no reader could
  /// begin with them.
  package typealias Check = @Sendable (_ entries: [UInt8]) throws -> Void

  private let core: WriterCore<Item>

  /// Creates the first file, and the folder if it is missing, and starts the thread.
  ///
  /// - Parameters:
  ///   - encoder: Returns a function that encodes items. Each function is called by one thread at a
  ///     time.
  ///   - problem: Called once for each kind of problem, on the thread that writes.
  package init(
    _ options: LineFileOptions, functions: OutputFunctions = .system,
    encoder: @escaping @Sendable () -> Encode, check: @escaping Check = { _ in },
    problem: @escaping @Sendable (LineFileProblem) -> Void
  ) throws(LineFileProblem) {
    core = WriterCore(
      try LineOutput(options: options, functions: functions),
      encoder: { LineEncoder(encoder(), check: check) }, report: problem)
    try core.start()
  }

  /// Requests the end: the thread writes all appended items, ends the file, and ends. The
  /// deinitialiser does not wait for it.
  deinit { core.requestEnd(nil) }

  /// The path of the current file.
  package var path: String { core.path }
  package var statistics: LineFileStatistics { core.statistics }

  /// Whether the file is full, or lines are missing. The owner should then append a checkpoint, with
  /// which the next file begins, or a reader goes on.
  package var wantsCheckpoint: Bool { core.wantsCheckpoint }

  /// Appends an item, and does not wait for the disk, unless the writer is durable
  /// (``LineFileOptions/isDurable``) and the item is urgent.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - size: A rough estimate of the item's memory, in bytes.
  ///   - isCheckpoint: Whether a new file may begin with the item.
  ///   - isUrgent: Whether a durable writer writes the item, and all items before it, before this
  ///     call returns. Then the end of the process cannot lose the item.
  /// - Returns: False if the item is left out, because too many items wait, the writer is closed, or
  ///   the disk refused an urgent item. In all cases but the second, a line gives the number of
  ///   missing items.
  @discardableResult
  package func append(
    _ item: Item, size: Int = 128, isCheckpoint: Bool = false, isUrgent: Bool = false
  ) -> Bool {
    core.append(item, size: size, isCheckpoint: isCheckpoint, isUrgent: isUrgent)
  }

  /// Writes all items appended so far, and returns when they are on the disk.
  ///
  /// - Returns: False if the disk refused items since the last flush, or could not be synced.
  @discardableResult
  package func flush() async -> Bool {
    await withCheckedContinuation { continuation in
      core.requestFlush { continuation.resume(returning: $0) }
    }
  }

  /// Does what ``flush()`` does, for code that cannot suspend. It blocks the thread.
  @discardableResult
  package func flushBlocking() -> Bool { wait { core.requestFlush($0) } }

  /// Writes all appended items, ends the file, and returns when it is on the disk.
  ///
  /// - Returns: False if the disk refused items since the last flush, or could not be synced.
  @discardableResult
  package func close() async -> Bool {
    await withCheckedContinuation { continuation in
      core.requestEnd { continuation.resume(returning: $0) }
    }
  }

  /// Does what ``close()`` does, for code that cannot suspend. It blocks the thread.
  @discardableResult
  package func closeBlocking() -> Bool { wait { core.requestEnd($0) } }

  /// Waits for the thread that writes. Returns false at once on that thread, which cannot wait for
  /// itself: it is here if a value ends the runtime or the process while it is encoded.
  private func wait(_ request: (@escaping @Sendable (Bool) -> Void) -> Void) -> Bool {
    let result = BlockingResult()
    request { result.set($0) }
    return !core.isOnItsThread && result.wait()
  }
}

/// A result that a thread waits for.
private final class BlockingResult: @unchecked Sendable {
  // Sendable, because the value is used with the lock held.
  private let lock = TimedLock()
  private var value: Bool?

  func set(_ value: Bool) {
    lock.withLock { self.value = value }
    lock.wake()
  }

  func wait() -> Bool {
    lock.withLock {
      while true {
        if let value { return value }
        lock.wait(nanoseconds: nil)
      }
    }
  }
}
