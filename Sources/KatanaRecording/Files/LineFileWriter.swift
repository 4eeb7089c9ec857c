/// Writes items as lines to files, on a thread of its own and in bounded memory.
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
/// The functions can be called from any thread. Items of one thread are written in their order.
/// Trouble with the disk never delays or stops the app: it is counted, reported once, and stands in
/// the file.
package final class LineFileWriter<Item: Sendable>: Sendable {
  private let core: WriterCore<Item>

  /// Creates the folder if it is missing and the first file, and starts the thread.
  ///
  /// - Parameters:
  ///   - header: Adds entries to the first line of each file; parts are counted from 1.
  ///   - encode: Adds the entries of an item to its line. It is called by one thread at a time.
  ///   - problem: Is called once for each kind of trouble, on the thread that writes.
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

  /// The writer writes what was appended, and ends the file and the thread; nobody waits for it.
  deinit { core.requestEnd(nil) }

  /// The path of the file that is written to.
  package var path: String { core.path }
  package var statistics: LineFileStatistics { core.statistics }

  /// Whether the file is full, so that the owner should append a checkpoint, with which the next
  /// one begins.
  package var wantsCheckpoint: Bool { core.wantsCheckpoint }

  /// Appends an item, and never waits.
  ///
  /// - Parameter size: How much memory the item holds, roughly.
  /// - Returns: False if too much waits already or the writer is closed: the item is left out then,
  ///   and a line says so.
  @discardableResult
  package func append(_ item: Item, size: Int = 128, isCheckpoint: Bool = false) -> Bool {
    core.append(item, size: size, isCheckpoint: isCheckpoint)
  }

  /// Writes an item and all before it on the calling thread, so that no end of the process can lose
  /// it.
  ///
  /// - Returns: False if the disk refused it or the writer is closed.
  @discardableResult
  package func appendAndWrite(_ item: Item, isCheckpoint: Bool = false) -> Bool {
    core.appendAndWrite(item, isCheckpoint: isCheckpoint)
  }

  /// Returns when everything that was appended before is on the disk.
  ///
  /// - Returns: False if the disk refused a part of it.
  @discardableResult
  package func flush() async -> Bool {
    await withCheckedContinuation { continuation in
      core.requestFlush { continuation.resume(returning: $0) }
    }
  }

  /// As ``flush()``, for code that cannot suspend. It blocks the thread.
  @discardableResult
  package func flushBlocking() -> Bool {
    let result = BlockingResult()
    core.requestFlush { result.set($0) }
    return result.wait()
  }

  /// Writes what was appended, ends the file, and returns when it is on the disk.
  @discardableResult
  package func close() async -> Bool {
    await withCheckedContinuation { continuation in
      core.requestEnd { continuation.resume(returning: $0) }
    }
  }

  /// As ``close()``, for code that cannot suspend. It blocks the thread.
  @discardableResult
  package func closeBlocking() -> Bool {
    let result = BlockingResult()
    core.requestEnd { result.set($0) }
    return result.wait()
  }
}

/// An answer that a thread waits for.
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
