import KatanaRuntime

/// Encodes items as lines and writes them to files. Used with a lock held.
final class LineOutput<Item> {
  typealias Header = @Sendable (_ part: Int, _ builder: inout LineBuilder) throws -> Void
  typealias Encode = @Sendable (_ item: Item, _ builder: inout LineBuilder) throws -> Void
  typealias Report = @Sendable (LineFileProblem) -> Void

  /// The number of bytes from which the collected lines are written.
  private static var batchSize: Int { 1 << 16 }

  let options: LineFileOptions
  let functions: OutputFunctions
  let files: LineFiles
  var file: OutputFile
  let header: Header
  private let encode: Encode
  private let report: Report
  private var reported: Set<String> = []

  @exclusivity(unchecked) private var builder = LineBuilder()
  var nextNumber: UInt64
  /// The number of the first line in the builder, the number of items in the builder, and the
  /// number of missing items that its lines report.
  private var (firstUnwritten, unwrittenItems, unwrittenGaps) = (UInt64(1), 0, 0)
  /// The number of items that the disk refused and that no line reports yet.
  private var refused = 0
  var statistics = LineFileStatistics()
  /// The number of writes that the disk refused.
  private(set) var refusals = 0
  /// The size of the current file up to the end of the checkpoint with which it begins; `nil` before
  /// its first item. It does not count for the rotation: a model that is larger than
  /// ``LineFileOptions/bytesPerFile`` would otherwise begin a new file after each batch.
  private var sizeOfBeginning: Int?
  /// Whether a checkpoint was requested for the current file.
  private var hasAsked = false
  /// The earliest time of the next attempt to create a file, after a failed one.
  private var nextTry: UInt64 = 0
  var needsSync = true
  /// The descriptors of complete files that are not synced yet.
  var finished: [Int32] = []

  init(
    options: LineFileOptions, functions: OutputFunctions, header: @escaping Header,
    encode: @escaping Encode, report: @escaping Report
  ) throws(LineFileProblem) {
    (self.options, self.functions) = (options, functions)
    (self.header, self.encode, self.report) = (header, encode, report)
    files = try LineFiles(options, functions)
    file = try files.create(number: 1, isCheckpointNext: false, header)
    nextNumber = 2
    firstUnwritten = 2
    statistics.files = 1
    removeOldFiles()
  }

  // MARK: Lines

  func add(_ item: Item, isCheckpoint: Bool, leftOut: Int) {
    if leftOut > 0 { addLeftOut(leftOut, reason: "buffer") }
    rotateIfNeeded(isCheckpoint: isCheckpoint)
    addRefused()
    begin()
    do { try encode(item, &builder) } catch { addFailure(error) }
    unwrittenItems += 1
    end()
    if sizeOfBeginning == nil {
      sizeOfBeginning = isCheckpoint ? file.size + builder.bytes.count : 0
    }
  }

  /// Adds a line that gives the number of missing items.
  func addLeftOut(_ count: Int, reason: String) {
    addRefused()
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
    addLeftOut(count, reason: "disk")
  }

  private func addFailure(_ error: any Error) {
    builder.cancel()
    begin()
    // Without its description, which may contain data.
    let text = ValueName(error).fullName
    builder.add("failed", text)
    statistics.failed += 1
    tell(LineFileProblem(activity: .encode, file: file.name, code: 0, reason: text))
  }

  private func begin() { builder.begin(nextNumber) }

  private func end() {
    builder.end()
    nextNumber += 1
    if builder.bytes.count >= Self.batchSize { write() }
  }

  /// Adds the last line of the recording, and unlocks the file.
  func addEnd() {
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
      tell(LineFileProblem(activity: .write, file: file.name, error))
      refused += unwrittenItems + unwrittenGaps
      refusals += 1
      statistics.refused += unwrittenItems
      nextNumber = firstUnwritten
    }
  }

  func tell(_ problem: LineFileProblem) {
    let key = "\(problem.activity.rawValue) \(problem.code)"
    if reported.insert(key).inserted { report(problem) }
  }

  // MARK: Files

  /// The size of the current file without the checkpoint with which it begins.
  private var size: Int { file.size + builder.bytes.count - (sizeOfBeginning ?? 0) }

  /// Whether to request a checkpoint from the owner. True once for each file.
  func asksForCheckpoint() -> Bool {
    if hasAsked || size < options.bytesPerFile { return false }
    hasAsked = true
    return true
  }

  private func rotateIfNeeded(isCheckpoint: Bool) {
    if size < options.bytesPerFile || !isCheckpoint && size / 2 < options.bytesPerFile { return }
    let now = MonotonicClock.now
    if now < nextTry { return }
    do throws(LineFileProblem) {
      try rotate(isCheckpointNext: isCheckpoint)
    } catch {
      // Not every further line should try again.
      nextTry = now + 1_000_000_000
      tell(error)
    }
    hasAsked = false
  }

  private func rotate(isCheckpointNext: Bool) throws(LineFileProblem) {
    write()
    // Before the end, because nothing may follow it.
    addRefused()
    let header = nextNumber + 1
    let next = try files.create(number: header, isCheckpointNext: isCheckpointNext, self.header)
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
    for problem in files.removeOld(except: file.name) { tell(problem) }
  }
}

extension LineFileProblem {
  init(activity: Activity, file: String, _ failure: SystemError) {
    self.init(activity: activity, file: file, code: failure.code, reason: failure.text)
  }
}
