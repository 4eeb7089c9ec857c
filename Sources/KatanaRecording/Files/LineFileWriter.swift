/// Writes items as lines to files, on its own thread and in bounded memory.
///
/// ```swift
/// let writer = try LineFileWriter<Event>(
///   LineFileOptions(folder: folder, name: "conduit"),
///   header: { part, line in line.add("app", "conduit") },
///   encode: { event, line in try line.add("m", value: event.message) },
///   problem: { print($0) })
/// writer.append(event)
/// if writer.wantsCheckpoint { writer.append(checkpoint, size: 10_000, isCheckpoint: true) }
/// await writer.flush()
/// await writer.close()
/// ```
///
/// All functions can be called from any thread. Items of one thread are written in the order in
/// which it appends them. Problems with the disk never delay or stop the app: they are counted,
/// each kind is reported once, and a line in the file gives the number of missing items.
package final class LineFileWriter<Item: Sendable>: Sendable {
  private let core: WriterCore<Item>

  /// Creates the first file, and the folder if it is missing, and starts the thread.
  ///
  /// - Parameters:
  ///   - header: Adds entries to the first line of each file. Parts are counted from 1.
  ///   - encode: Adds the entries of an item to its line. Called by one thread at a time.
  ///   - problem: Called once for each kind of problem, on the thread that writes. It must not call
  ///     the writer, whose lock is held.
  package init(
    _ options: LineFileOptions, functions: OutputFunctions = .system,
    header: @escaping @Sendable (_ part: Int, _ line: inout LineBuilder) throws -> Void,
    encode: @escaping @Sendable (_ item: Item, _ line: inout LineBuilder) throws -> Void,
    problem: @escaping @Sendable (LineFileProblem) -> Void
  ) throws(LineFileProblem) {
    let output = try LineOutput(
      options: options, functions: functions, header: header, encode: encode, report: problem)
    core = WriterCore(options, output)
    try core.start()
  }

  /// Requests the end: the thread writes all appended items, ends the file, and ends. The
  /// deinitialiser does not wait for it.
  deinit { core.requestEnd(nil) }

  /// The path of the current file.
  package var path: String { core.path }
  package var statistics: LineFileStatistics { core.statistics }

  /// Creates the crash page beside the current file.
  package func createPage() throws(LineFileProblem) -> CrashPage { try core.createPage() }

  /// Whether the file is full. The owner should then append a checkpoint, with which the next file
  /// begins.
  package var wantsCheckpoint: Bool { core.wantsCheckpoint }

  /// Appends an item, and does not wait for the disk.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - size: A rough estimate of the item's memory, in bytes.
  ///   - isCheckpoint: Whether a new file may begin with the item.
  /// - Returns: False if the item is left out, because too many items wait or the writer is closed.
  ///   In the first case, a line gives the number of missing items.
  @discardableResult
  package func append(_ item: Item, size: Int = 128, isCheckpoint: Bool = false) -> Bool {
    core.append(item, size: size, isCheckpoint: isCheckpoint)
  }

  /// Writes an item, and all items before it, on the calling thread. After this call, the end of
  /// the process cannot lose the item.
  ///
  /// - Returns: False if the disk refused it or the writer is closed.
  @discardableResult
  package func appendAndWrite(_ item: Item, isCheckpoint: Bool = false) -> Bool {
    core.appendAndWrite(item, isCheckpoint: isCheckpoint)
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
  package func flushBlocking() -> Bool {
    let result = BlockingResult()
    core.requestFlush { result.set($0) }
    return result.wait()
  }

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
  package func closeBlocking() -> Bool {
    let result = BlockingResult()
    core.requestEnd { result.set($0) }
    return result.wait()
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
