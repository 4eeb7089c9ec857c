import KatanaSystem

/// Collects encoded lines and writes them to files. Used with a lock held, so it calls no code of
/// the app: it notes problems, and its owner reports them.
final class LineOutput {
  /// The number of bytes from which the collected lines are written.
  private static var batchSize: Int { 1 << 16 }

  let options: LineFileOptions
  let functions: OutputFunctions
  let files: LineFiles
  private(set) var file: OutputFile
  /// The problems that were not reported yet, and the kinds of those that ever were.
  private var problems: [LineFileProblem] = []
  private var reported: Set<String> = []

  @exclusivity(unchecked) private var builder = LineBuilder()
  private var nextNumber: UInt64
  /// The number of the first line in the builder, the number of items in the builder, and the
  /// number of missing items that its lines report.
  private var (firstUnwritten, unwrittenItems, unwrittenGaps) = (UInt64(1), 0, 0)
  /// The number of items that the disk refused and that no line reports yet.
  private var refused = 0
  private(set) var statistics = LineFileStatistics()
  /// The number of writes that the disk refused.
  private(set) var refusals = 0
  /// The size of the current file up to the end of the checkpoint with which it begins; `nil` before
  /// its first item. It does not count for the rotation: a model that is larger than
  /// ``LineFileOptions/bytesPerFile`` would otherwise begin a new file after each batch.
  private var sizeOfBeginning: Int?
  /// Whether a checkpoint was requested for the current file.
  private var hasAsked = false
  /// Whether the last line of the recording was added.
  private var hasEnded = false
  /// The earliest time of the next attempt to create a file, after a failed one.
  private var nextTry: UInt64 = 0
  private(set) var needsSync = true
  /// The descriptors of complete files that are not synced yet.
  private var finished: [Int32] = []

  init(options: LineFileOptions, functions: OutputFunctions) throws(LineFileProblem) {
    (self.options, self.functions) = (options, functions)
    files = try LineFiles(options, functions)
    file = try files.create(number: 1, standsAlone: true)
    nextNumber = 2
    firstUnwritten = 2
    statistics.files = 1
    removeOldFiles()
  }

  // MARK: Lines

  /// Adds the line of an item. A new file begins with it if the current one is full. Returns false
  /// if the recording has ended.
  ///
  /// - Parameters:
  ///   - line: The entries of the item.
  ///   - leftOut: The number of items that were left out before it.
  func add(_ line: EncodedLine, leftOut: Int) -> Bool {
    if hasEnded {
      statistics.leftOut += 1
      return false
    }
    if leftOut > 0 { addLeftOut(leftOut) }
    if canEnd(before: line) { rotate(standsAlone: line.canBeginFile) }
    addRefused()
    begin()
    builder.add(entries: line.entries)
    unwrittenItems += 1
    end()
    if let failure = line.failure {
      statistics.failed += line.hasFailed ? 1 : 0
      note(
        LineFileProblem(
          activity: line.isCheckpoint ? .checkpoint : .encode, file: files.path(file.name),
          reason: failure))
    }
    if sizeOfBeginning == nil {
      sizeOfBeginning = line.isCheckpoint ? file.size + builder.bytes.count : 0
    }
    return true
  }

  /// Adds a line that gives the number of items that were left out, because too many waited.
  func addLeftOut(_ count: Int) {
    note(LineFileProblem(activity: .keepUp, file: files.path(file.name)))
    addRefused()
    addGap(count, reason: "buffer")
  }

  private func addGap(_ count: Int, reason: String) {
    begin()
    builder.add("left out", count)
    builder.add("reason", reason)
    unwrittenGaps += count
    end()
  }

  private func addRefused() {
    if refused == 0 { return }
    let count = refused
    refused = 0
    addGap(count, reason: "disk")
  }

  private func begin() { builder.begin(nextNumber) }

  private func end() {
    builder.end()
    nextNumber += 1
    if builder.bytes.count >= Self.batchSize { write() }
  }

  /// Adds the last line of the recording, and unlocks the file.
  func addEnd() {
    hasEnded = true
    addRefused()
    begin()
    builder.add("end", "closed")
    end()
    write()
    file.unlock()
  }

  // MARK: Writing

  /// Writes all collected lines. Refused lines are counted, and their numbers are used again.
  func write() {
    addRefused()
    if builder.bytes.isEmpty { return }
    defer {
      builder.removeAll()
      (unwrittenItems, unwrittenGaps) = (0, 0)
      firstUnwritten = nextNumber
    }
    do throws(SystemError) {
      try file.write(builder.bytes)
      statistics.written += unwrittenItems
      needsSync = true
    } catch {
      note(LineFileProblem(activity: .write, file: files.path(file.name), error))
      refused += unwrittenItems + unwrittenGaps
      refusals += 1
      statistics.refused += unwrittenItems
      nextNumber = firstUnwritten
    }
  }

  /// Returns descriptors of the files that are not synced. The caller closes them.
  func takeForSync() -> [Int32] {
    defer {
      finished = []
      needsSync = false
    }
    guard needsSync, let copy = file.copy() else { return finished }
    return finished + [copy]
  }

  // MARK: Problems

  /// Notes a problem, if none of its kind was noted before.
  func note(_ problem: LineFileProblem) {
    let key = "\(problem.activity.rawValue) \(problem.reason)"
    if reported.insert(key).inserted { problems.append(problem) }
  }

  /// Returns the problems that must be reported now.
  func takeProblems() -> [LineFileProblem] {
    defer { problems = [] }
    return problems
  }

  // MARK: Files

  /// Whether a new file can begin with the next checkpoint.
  var isFull: Bool {
    // Without the checkpoint with which the file begins.
    file.size + builder.bytes.count - (sizeOfBeginning ?? 0) >= options.bytesPerFile
  }

  /// Whether no item was added to the file.
  var isEmpty: Bool { sizeOfBeginning == nil }

  /// Whether to request a checkpoint from the owner. True once for each file, and again after a new
  /// file could not be created.
  func asksForCheckpoint() -> Bool {
    if hasAsked || !options.hasCheckpoints || !isFull || MonotonicClock.now < nextTry {
      return false
    }
    hasAsked = true
    return true
  }

  /// Whether the current file may end before a line: each file begins with a checkpoint if there
  /// are any, however many lines come before it.
  private func canEnd(before line: EncodedLine) -> Bool {
    isFull && (line.isCheckpoint || !options.hasCheckpoints) && MonotonicClock.now >= nextTry
  }

  private func rotate(standsAlone: Bool) {
    hasAsked = false
    write()
    // Before the end, because nothing may follow it.
    addRefused()
    let header = nextNumber + 1
    let next: OutputFile
    do throws(LineFileProblem) {
      next = try files.create(number: header, standsAlone: standsAlone)
    } catch {
      // Not every further line should try again.
      nextTry = MonotonicClock.now + 1_000_000_000
      return note(error)
    }
    begin()
    builder.add("end", "rotated")
    end()
    write()
    file.unlock()
    if let copy = file.copy() { finished.append(copy) }
    file = next
    sizeOfBeginning = nil
    // Not from `nextNumber`, which a refused end sets back.
    nextNumber = header + 1
    firstUnwritten = nextNumber
    statistics.files += 1
    removeOldFiles()
  }

  private func removeOldFiles() {
    for problem in files.removeOld() { note(problem) }
  }
}

extension LineFileProblem {
  init(activity: Activity, file: String, _ failure: SystemError) {
    self.init(activity: activity, file: file, code: failure.code, reason: failure.text)
  }
}
