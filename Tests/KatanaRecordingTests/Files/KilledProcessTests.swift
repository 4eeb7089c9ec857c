#if os(Linux)
  import Foundation
  import KatanaRecording
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Processes that are killed while they write.
  @Suite(.serialized) struct KilledProcessTests {
    private static let kills =
      UInt64(ProcessInfo.processInfo.environment["KATANA_KILLS"] ?? "") ?? 20
    private static let probe = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "RecordingProbe")

    /// Whether the file system of the tests creates files that get their name later.
    private static let createsNameless: Bool = {
      let file = open(NSTemporaryDirectory(), 0o20_000_000 | O_DIRECTORY | O_WRONLY, 0o600)
      if file >= 0 { close(file) }
      return file >= 0
    }()

    private let folder = TestFolder()

    /// Starts the probe, and kills it after some lines of output.
    ///
    /// - Returns: All lines that it wrote, and how it ended.
    private func run(_ way: String, killAfter count: Int?) throws -> (
      lines: [String], status: Int32
    ) {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = Self.probe
      process.arguments = [way, folder.path]
      // One of Katana's variables switches a mutant on.
      let own = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("KATANA_") }
      process.environment = own.merging([
        "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
      ]) { $1 }
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      var output = Data()
      var (lineCount, isKilled) = (0, false)
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        output += data
        lineCount += data.count(where: { $0 == 0x0A })
        if !isKilled, let count, lineCount >= count {
          kill(process.processIdentifier, SIGKILL)
          isKilled = true
        }
      }
      process.waitUntilExit()
      // A line that was cut by the kill was not said.
      let text = String(decoding: output, as: UTF8.self)
      return (
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init),
        process.terminationStatus
      )
    }

    @Test(arguments: ["flush", "durable"])
    func whatWasAcknowledgedIsThereAfterAKill(_ way: String) throws {
      var (torn, beginnings, lines) = (0, 0, 0)
      for seed in 0..<Self.kills {
        var random = Seeded(seed)
        let count = Int.random(in: 1...(way == "flush" ? 25 : 300), using: &random)
        let (said, status) = try run(way, killAfter: count)
        #expect(status == SIGKILL)
        let last = try #require(said.last.flatMap { Int($0) }, "\(said)")
        let result = try check(folder.paths, acknowledged: last)
        torn += result.torn
        beginnings += result.beginnings
        lines += result.lines
        for path in folder.paths { try FileManager.default.removeItem(atPath: path) }
      }
      #expect(beginnings == 0 || !Self.createsNameless)
      print(
        "\(way): \(Self.kills) kills, \(lines) lines, \(torn) torn, \(beginnings) without a header"
      )
    }

    private func check(
      _ paths: [String], acknowledged: Int
    ) throws -> (torn: Int, beginnings: Int, lines: Int) {
      var notes: [Int] = []
      var (torn, beginnings) = (0, 0)
      for path in paths {
        let content = try FileContent(path)
        notes += content.notes
        if content.problems.isEmpty { continue }
        // Only the last file can have an error, and only at its end.
        #expect(path == paths.last, "\(path): \(content.problems)")
        switch content.problems {
        case [.torn]: torn += 1
        case [.empty], [.damagedHeader]: beginnings += 1
        default: Issue.record("\(path): \(content.problems)")
        }
      }
      #expect(notes == Array(0..<notes.count))
      #expect(notes.count > acknowledged)
      return (torn, beginnings, notes.count)
    }

    @Test func aFileSizeLimitLeavesAGapAndNoDamage() throws {
      let (said, status) = try run("limit", killAfter: nil)
      #expect(status == 0)
      #expect(said == ["problem \(EFBIG)", "flushed false", "closed true"])
      let content = try FileContent(try #require(folder.paths.first))
      // The line about a first gap may fit, while the lines behind it do not.
      let gap = content.leftOut.reduce(0, +)
      #expect(content.problems.isEmpty && content.ending == .closed)
      #expect(content.notes.count + gap == 5_001 && content.notes.last == 5_000 && gap > 1_000)
    }
  }
#endif
