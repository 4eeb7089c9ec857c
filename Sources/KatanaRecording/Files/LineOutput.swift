import KatanaRuntime

/// Makes lines of items and writes them to files, one after the other. Used with a lock held.
final class LineOutput<Item> {
  typealias Header = @Sendable (_ part: Int, _ builder: inout LineBuilder) throws -> Void
  typealias Encode = @Sendable (_ item: Item, _ builder: inout LineBuilder) throws -> Void
  typealias Report = @Sendable (LineFileProblem) -> Void

  /// Lines are written when they are this many bytes.
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
  /// The number of the first line in the builder, its items, and those that its lines say are left
  /// out.
  private var (firstUnwritten, unwrittenItems, unwrittenGaps) = (UInt64(1), 0, 0)
  /// The items that the disk refused, and no line says so yet.
  private var refused = 0
  var statistics = LineFileStatistics()
  /// How often the disk refused lines.
  private(set) var refusals = 0
  /// Whether a checkpoint was asked for, and is not there yet.
  private var hasAsked = false
  /// No file is created before this time.
  private var nextTry: UInt64 = 0
  var needsSync = true
  /// Descriptors of complete files that are not synced.
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
  }

  /// Notes that items are missing here.
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
    let text = String("\(error)".prefix(1_000))
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

  /// Ends the last file.
  func addEnd() {
    addRefused()
    begin()
    builder.add("end", "closed")
    end()
    write()
    file.unlock()
  }

  // MARK: Writing

  /// Writes all lines.
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

  private var size: Int { file.size + builder.bytes.count }

  /// Whether the owner shall be asked for a checkpoint; true once for each file.
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
      // Not again for every line.
      nextTry = now + 1_000_000_000
      tell(error)
    }
    hasAsked = false
  }

  private func rotate(isCheckpointNext: Bool) throws(LineFileProblem) {
    write()
    let next = try files.create(
      number: nextNumber + 1, isCheckpointNext: isCheckpointNext, header)
    begin()
    builder.add("end", "rotated")
    end()
    write()
    file.unlock()
    if let copy = file.copy() { finished.append(copy) }
    file = next
    nextNumber = max(nextNumber, firstUnwritten) + 1
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
