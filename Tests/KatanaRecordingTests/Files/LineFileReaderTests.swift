import Foundation
import KatanaRecording
import Testing

@Suite struct LineFileReaderTests {
  private let folder = TestFolder()

  /// The lines of a good file with 200 items, each with its line break.
  private func lines() throws -> [[UInt8]] {
    let folder = TestFolder()
    let writer = try LineFileWriter<Note>(LineFileOptions(folder: folder.path, name: "notes"))
    for id in 0..<200 { writer.append(Note(id: id, text: "text \(id * 7_919)")) }
    writer.closeBlocking()
    let bytes = try Array(Data(contentsOf: URL(filePath: writer.path)))
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      $0 + [0x0A]
    }
  }

  private func content(_ lines: [[UInt8]]) throws -> FileContent {
    try FileContent(folder.write("file", lines.joined()))
  }

  private func error(_ bytes: some Sequence<UInt8>) -> LineFileError? {
    #expect(throws: LineFileError.self) {
      let reader = try LineFileReader(folder.write("file", bytes))
      while try reader.next() != nil {}
    }
  }

  @Test func aGoodFileHasNoProblems() throws {
    let content = try content(lines())
    #expect(
      content.notes == Array(0..<200) && content.problems.isEmpty && content.ending == .closed)
  }

  @Test func anErrorNamesTheFileTheLineAndWhatToDo() throws {
    var lines = try lines()
    lines[49][20] ^= 1
    let error = try #require(self.error(lines.joined()))
    #expect(error.line == 50 && error.problem == .damaged)
    #expect(
      error.description == """
        Line 50 of \(folder.path)/file: The checksum is wrong: a bit was flipped, or the line was \
        edited. The lines after it can still be read. To fix this, copy the file again from its \
        origin.
        """)
  }

  @Test func theReaderGoesOnBehindADamagedLine() throws {
    var lines = try lines()
    lines[49][20] ^= 1
    let content = try content(lines)
    #expect(content.notes == Array(0..<48) + Array(49..<200))
    #expect(content.problems == [.damaged] && content.lines == [50] && content.ending == .closed)
  }

  @Test func lostLinesAreFoundByTheirNumbers() throws {
    var lines = try lines()
    lines.removeSubrange(10..<13)
    let content = try content(lines)
    #expect(content.notes == Array(0..<9) + Array(12..<200))
    #expect(content.problems == [.numberJump(expected: 11, found: 14)] && content.lines == [11])
    #expect(
      error(lines.joined())?.description.contains("Line numbers 11 to 13 are missing: this is 14.")
        == true)
  }

  @Test func repeatedAndSwappedLinesAreFound() throws {
    var repeated = try lines()
    repeated.insert(repeated[10], at: 11)
    var content = try content(repeated)
    #expect(
      content.problems == [.numberAgain(expected: 12, found: 11)] && content.notes.count == 200)
    var swapped = try lines()
    swapped.swapAt(10, 11)
    content = try self.content(swapped)
    #expect(
      content.problems == [
        .numberJump(expected: 11, found: 12), .numberAgain(expected: 13, found: 11),
      ])
    #expect(content.notes == Array(0..<9) + Array(10..<200))
  }

  @Test func insertedTextIsGarbageAndLosesNothing() throws {
    var lines = try lines()
    lines.insert(Array("hello\n".utf8), at: 10)
    lines.insert(Array("\n".utf8), at: 20)
    let content = try content(lines)
    #expect(content.problems == [.garbage, .garbage] && content.lines == [11, 21])
    #expect(content.notes == Array(0..<200))
  }

  @Test func aTornEndLosesTheLastLineAlone() throws {
    let bytes = Array(try lines()[..<101].joined())
    let last = try lines()[100].count
    for cut in 1..<last {
      let content = try FileContent(folder.write("file", bytes.dropLast(cut)))
      #expect(
        content.notes == Array(0..<99) && content.problems == [.torn] && content.ending == nil)
    }
    let content = try FileContent(folder.write("file", bytes.dropLast(last)))
    #expect(content.notes == Array(0..<99) && content.problems.isEmpty && content.ending == nil)
  }

  @Test func linesAfterTheEndAreRefused() throws {
    let lines = try lines()
    #expect(try self.content([lines[0]] + lines).problems == [.headerAgain])
    let content = try content(lines + [lines[5]])
    #expect(content.problems == [.afterEnd] && content.notes.count == 200)
  }

  @Test func otherFilesAreRefused() throws {
    #expect(error([])?.problem == .empty)
    #expect(error("hello\n".utf8)?.problem == .notARecording)
    #expect(error("hello".utf8)?.problem == .notARecording)
    #expect(error(Data(count: 100_000))?.problem == .notARecording)
    #expect(error(try lines()[1...].joined())?.problem == .notARecording)
    var damaged = try lines()
    damaged[0][30] ^= 1
    #expect(error(damaged.joined())?.problem == .damagedHeader)
    let content = try content(damaged)
    #expect(content.problems == [.damagedHeader] && content.notes == Array(0..<200))
    var builder = LineBuilder()
    builder.begin(1)
    builder.add("katana", 2)
    builder.add("new", "x")
    builder.end()
    #expect(error(builder.bytes)?.problem == .otherVersion(2))
    #expect(
      "\(error(builder.bytes)!)".contains(
        "version 2 of the format, and this program reads version 1"))
  }

  @Test func forgedLinesAreRefusedOrRead() throws {
    for json in ["", #""x":1,"x":2"#, #""x""#, #""x":}"#, #""end":"other""#, "\"x\":\"\u{1}\""] {
      var builder = LineBuilder()
      builder.begin(2)
      let text = Array("{\(json)}".utf8)
      builder.add("end", json: Array("5,".utf8) + text)
      builder.end()
      let reader = try LineFileReader(folder.write("file", try lines()[0] + builder.bytes))
      let error = #expect(throws: LineFileError.self) { try reader.next() }
      guard case .notWrittenByKatana? = error?.problem else {
        Issue.record("\(json) \(error as Any)")
        continue
      }
    }
  }

  @Test func whatIsNoFileIsRefused() {
    let missing = #expect(throws: LineFileError.self) { try LineFileReader("\(folder.path)/none") }
    #expect(missing?.problem == .unreadable("No such file or directory"))
    #expect(
      missing?.description.hasPrefix("\(folder.path)/none: The file cannot be read: No such file")
        == true)
    let directory = #expect(throws: LineFileError.self) { try LineFileReader(folder.path) }
    #expect(directory?.problem == .notARegularFile)
  }

  // MARK: Long lines

  @Test func aLineThatIsTooLongIsAnErrorThatNamesTheLimit() throws {
    var builder = LineBuilder()
    for number in 2...4 {
      builder.begin(UInt64(number))
      try builder.add(
        "m", value: Note(id: number, text: String(repeating: "x", count: number == 3 ? 400_000 : 5))
      )
      builder.end()
    }
    let count = builder.bytes.split(separator: 0x0A)[1].count
    for limit in [1_000, 70_000, 200_000, 390_000] {
      let path = folder.write("file", try lines()[0] + builder.bytes)
      let content = try FileContent(path, maximumLineLength: limit)
      #expect(content.notes == [2, 4] && content.problems == [.tooLong(count, limit: limit)])
    }
    let path = folder.write("file", try lines()[0] + builder.bytes)
    #expect(try FileContent(path, maximumLineLength: count).notes == [2, 3, 4])
    let unending = folder.write("file", try lines()[0] + Array(repeating: 0x20, count: 300_000))
    #expect(
      try FileContent(unending, maximumLineLength: 1_000).problems
        == [.tooLong(300_000, limit: 1_000)])
  }

  // MARK: Fuzzing

  private static let fuzzSeeds =
    UInt64(ProcessInfo.processInfo.environment["KATANA_FUZZ"] ?? "") ?? 400

  /// Whatever was done to a file, no wrong line is read, and nothing is missing without a word.
  @Test func mutatedFilesAreNeverReadWrong() throws {
    let good = try lines()
    var silent = 0
    for seed in 0..<Self.fuzzSeeds {
      var random = Seeded(seed)
      var lines = good
      var bytes: [UInt8]?
      for _ in 0...Int.random(in: 0...2, using: &random) {
        if Bool.random(using: &random) {
          lines.mutateLines(&random)
        } else {
          bytes = bytes ?? Array(lines.joined())
          bytes?.mutate(&random)
        }
      }
      let mutated = bytes ?? Array(lines.joined())
      let content = try FileContent(folder.write("file", mutated))
      let isUnchanged = mutated == Array(good.joined())
      // Every line that is read was written, once and in order.
      #expect(
        content.notes == content.notes.sorted() && Set(content.notes).count == content.notes.count)
      #expect(content.notes.allSatisfy { (0..<200).contains($0) }, "seed \(seed)")
      if content.problems.isEmpty, !isUnchanged {
        // Only an end that was cut off between two lines is not an error; it is told by `ending`.
        #expect(
          content.ending == nil && content.notes == Array(0..<content.notes.count), "seed \(seed)")
        silent += 1
      }
      if content.problems.isEmpty, content.ending == .closed { #expect(content.notes.count == 200) }
    }
    #expect(silent < Int(Self.fuzzSeeds) / 50)
  }

  @Test func everyFlippedBitOfAFileIsFound() throws {
    let lines = try lines()
    let bytes = Array(lines[..<4].joined())
    for bit in 0..<(bytes.count * 8) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let content = try FileContent(folder.write("file", flipped))
      #expect(!content.problems.isEmpty, "bit \(bit)")
    }
  }
}

extension [[UInt8]] {
  /// Deletes, repeats or swaps lines at a random place.
  fileprivate mutating func mutateLines(_ random: inout Seeded) {
    guard count > 1 else { return }
    let place = Int.random(in: 0..<count, using: &random)
    let other = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: remove(at: place)
    case 1: insert(self[place], at: other)
    case 2: swapAt(place, other)
    case 3: removeSubrange(Swift.min(place, other)..<Swift.max(place, other))
    default: insert([0x7B, 0x7D, 0x0A], at: place)
    }
  }
}
