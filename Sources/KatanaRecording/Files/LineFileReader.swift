import KatanaSystem

/// Reads a file that a ``LineFileWriter`` wrote, line by line and in bounded memory.
///
/// An error names the file and the line. The next call of ``next()`` continues after that line.
///
/// ```swift
/// let reader = try LineFileReader(path)
/// let header = try reader.readHeader()
/// while let line = try reader.next() {
///   let message = try line.entries.decode(CounterMessage.self, "m")
/// }
/// if reader.ending == nil { print("The process ended without closing the file.") }
/// ```
package final class LineFileReader {
  /// How a writer ended a file.
  package enum Ending: String, Sendable {
    case closed
    /// The recording continues in the next part.
    case rotated
  }

  package let path: String
  private let decoder: RecordingDecoder
  /// The way in which the file ended.
  ///
  /// `nil` until the last line is read, and for a file without a last line: its process ended
  /// before it wrote one, or the end of the file was cut off.
  package private(set) var ending: Ending?

  private let limit: Int
  private let source: LineSource
  private var position = 0
  private var isHeaderRead = false
  /// The expected number of the next line; `nil` after a damaged header.
  private var expected: UInt64?
  /// The number of damaged lines since the last intact one. Each may have had a line number.
  private var damagedLines: UInt64 = 0
  /// An intact line after a gap. The call before threw the error about the gap.
  private var pending: FileLine?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - decoder: The decoder of the entries.
  ///   - maximumLineLength: The longest valid line, in bytes. The reader may need this much memory.
  ///   - follows: Whether the file is still written: `nil` then means that there is nothing new, and a later
  ///     call of ``next()`` goes on.
  package init(
    _ path: String, decoder: RecordingDecoder = RecordingDecoder(),
    maximumLineLength: Int = 64 << 20, follows: Bool = false
  ) throws(LineFileError) {
    (self.path, self.decoder, limit) = (path, decoder, maximumLineLength)
    source = try LineSource(path, limit: maximumLineLength, follows: follows)
  }

  // MARK: The header

  /// Reads the first line. If it throws, the lines after the first can still be read.
  package func readHeader() throws(LineFileError) -> LineFileHeader {
    isHeaderRead = true
    position = 1
    switch try nextLine() {
    case .end: throw error(.empty)
    case .tooLong(let count): throw error(.tooLong(count, limit: limit))
    case .torn(let bytes):
      throw error(bytes.starts(with: LineFormat.prefix) ? .damagedHeader : .notARecording)
    case .complete(let bytes): return try header(bytes)
    }
  }

  private func header(_ bytes: UnsafeRawBufferPointer) throws(LineFileError) -> LineFileHeader {
    switch LineCheck.of(bytes) {
    case .garbage:
      throw error(bytes.starts(with: LineFormat.prefix) ? .damagedHeader : .notARecording)
    case .damaged: throw error(.damagedHeader)
    case .intact(let number):
      let entries = try entries(bytes)
      guard let version = entries.integer(LineFormat.version) else { throw error(.notARecording) }
      guard version == LineFormat.currentVersion else { throw error(.otherVersion(version)) }
      guard let header = LineFileHeader(entries, number: number) else {
        throw error(.notWrittenByKatana("entries of the header are missing."))
      }
      expected = number &+ 1
      return header
    }
  }

  // MARK: Lines

  /// Returns the next intact line; `nil` at the end of the file.
  ///
  /// - Throws: An error for each damaged or repeated line and for each gap. The next call continues
  ///   after it.
  package func next() throws(LineFileError) -> FileLine? {
    if !isHeaderRead { _ = try readHeader() }
    while true {
      if let line = pending {
        pending = nil
        return line
      }
      position += 1
      switch try nextLine() {
      case .end: return nil
      case .torn: throw error(.torn)
      case .tooLong(let count):
        damagedLines += 1
        throw error(.tooLong(count, limit: limit))
      case .complete(let bytes): if let line = try line(bytes) { return line }
      }
    }
  }

  private func nextLine() throws(LineFileError) -> LineSource.Line {
    do throws(SystemError) { return try source.next() } catch {
      throw self.error(.unreadable(error.text))
    }
  }

  /// Returns an intact line; `nil` for the line that ends the file.
  private func line(_ bytes: UnsafeRawBufferPointer) throws(LineFileError) -> FileLine? {
    switch LineCheck.of(bytes) {
    case .garbage:
      damagedLines += 1
      throw error(.garbage)
    case .damaged:
      damagedLines += 1
      throw error(.damaged)
    case .intact(let number):
      if ending != nil { throw error(.afterEnd) }
      let line = try line(number, try entries(bytes))
      try check(number, before: line)
      return line
    }
  }

  /// Throws if lines are missing before a line, or if the line is repeated.
  private func check(_ number: UInt64, before line: FileLine?) throws(LineFileError) {
    let expected = expected ?? number
    if number < expected { throw error(.numberAgain(expected: expected, found: number)) }
    let isMissing = number - expected > damagedLines
    self.expected = number &+ 1
    damagedLines = 0
    guard isMissing else { return }
    pending = line
    throw error(.numberJump(expected: expected, found: number))
  }

  private func line(_ number: UInt64, _ entries: LineEntries) throws(LineFileError) -> FileLine? {
    if entries.hasSecond(LineFormat.version) { throw error(.headerAgain) }
    // The writer's own lines have their name in the second entry, after the number.
    if entries.hasSecond(LineFormat.ended) {
      ending = entries.text(LineFormat.ended).flatMap(Ending.init)
      if ending == nil { throw error(.notWrittenByKatana("The end is unknown.")) }
      return nil
    }
    var content = FileLine.Content.item
    if entries.hasSecond(LineFormat.leftOut) {
      let reason = entries.text("reason") ?? ""
      content = .leftOut(entries.integer(LineFormat.leftOut) ?? 0, reason: reason)
    } else if entries.hasSecond(LineFormat.failed) {
      content = .failed(entries.text(LineFormat.failed) ?? "")
    }
    return FileLine(position: position, number: number, content: content, entries: entries)
  }

  private func entries(_ bytes: UnsafeRawBufferPointer) throws(LineFileError) -> LineEntries {
    if let entries = LineEntries(Array(bytes), decoder) { return entries }
    throw error(.notWrittenByKatana("this is no JSON object without spaces."))
  }

  private func error(_ problem: LineFileError.Problem) -> LineFileError {
    LineFileError(file: path, line: position, problem: problem)
  }
}
