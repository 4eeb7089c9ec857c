import Foundation
import ExamplePrograms
import RecordedPrograms
import Testing

@testable import timer

@Suite struct RecordedRunTests {
  private func run(_ arguments: String...) throws -> RecordedRun<TimerModel> {
    try RecordedRun(timerFormat, name: "timer", options: ["--keep"], arguments: arguments)
  }

  @Test(arguments: ["--record", "--trace", "--monitor", "--keep"])
  func anOptionWithoutAValueIsAnError(option: String) {
    let error = ArgumentError.valueMissing(option: option)
    #expect(throws: error) { try run(option) }
    #expect(throws: error) { try run(option, "--keep", "folder") }
    #expect("\(error)" == "\(option) needs a folder or a file after it")
  }

  @Test(arguments: ["--recrod", "folder"]) func anUnknownOptionIsAnError(option: String) {
    let known = ["--record", "--trace", "--monitor", "--keep"]
    let error = ArgumentError.unknown(option: option, known: known)
    #expect(throws: error) { try run("--keep", "folder", option) }
    #expect(
      "\(error)" == "unknown option \"\(option)\"; try: --record, --trace, --monitor, --keep")
  }

  @Test func theValueOfAnOptionFollowsIt() throws {
    #expect(try run("--keep", "folder").argument("--keep") == "folder")
    #expect(try run().argument("--keep") == nil)
  }

  @Test func whatIsShownIsNotRecorded() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "katana-timer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run("--record", folder.path, "--monitor", "file").eventHandlers.isEmpty)
    let other = try RecordedRun(timerFormat, name: "timer", record: folder.path, monitor: "file")
    #expect(other.eventHandlers.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
