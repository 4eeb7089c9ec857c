import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

/// The recordings of every version can be read by every later one. A folder of `Fixtures` has the
/// files of one version, which `FixtureWriter` wrote.
@Suite struct FixturesTests {
  static let versions = try! FileManager.default.contentsOfDirectory(atPath: FixtureWriter.folder)
    .sorted()

  /// Returns the paths of the files of a recording, in their order.
  private func paths(_ version: String, _ name: String) throws -> [String] {
    let folder = FixtureWriter.folder + version
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasPrefix(name + "-") && $0.hasSuffix(".katana") }.map { "\(folder)/\($0)" }
  }

  private func replay(_ version: String, _ name: String) throws -> Replay<FixtureApp.App> {
    try Replay(FixtureApp.format(), of: #require(paths(version, name).first))
  }

  @Test func thereAreFixtures() { #expect(Self.versions.contains("0.x")) }

  @Test(arguments: versions) func everyValueOfAMessageAndOfAModelIsExact(
    _ version: String
  ) throws {
    let replay = try replay(version, "all")
    let message = try replay.step(1)?.message
    guard case .valuesChanged(let values)? = message as? FixtureApp.AppMessage else {
      Issue.record("\(String(describing: message))")
      return
    }
    let written = version == "0.x" ? FixtureApp.values : FixtureApp.values.withPlainNaNs
    #expect(values.isSame(as: written))
    // The replay begins at the checkpoint after message 4.
    #expect(try replay.recording.checkpoints.contains(4))
    let model = try #require(try replay.model(after: 4))
    #expect(model.values?.isSame(as: written) == true)
    #expect(model.login?.name == "•••")
    #expect(model.login?.password == Secret("•••"))
    #expect(model.login?.key == Secret(Data("•••".utf8)))
    #expect(model.login?.raw == Secret(Array("•••".utf8)))
  }

  @Test(arguments: versions) func everyKindOfLineIsRead(_ version: String) throws {
    let replay = try replay(version, "all")
    let recording = try replay.recording
    #expect(recording.app == "all" && recording.build == #"1 \u{9B}"é""#)
    #expect(recording.problems == [] && recording.leftOut == 0 && recording.isComplete)
    var names: [String] = []
    var steps: [RecordedMessage] = []
    let result = try replay.run { step in
      names.append(step.messageText)
      steps.append(step.recorded)
      return true
    }
    #expect(result.divergence == nil)
    #expect(result.model.steps == ["went on", "tick"])
    #expect(result.problem?.kind == .payloadNotWritten)
    #expect(result.count == steps.count)
    #expect(
      steps.map(\.name) == [
        "AppMessage.valuesChanged", "AppMessage.loginTapped", "AppMessage.work",
        "AppMessage.worked", "AppMessage.worked", "AppMessage.work", "RowMessage.counted",
        "RowMessage.counted", "SessionEnded", "AppMessage.ticking", "AppMessage.ticking",
        "AppMessage.ticked",
      ])
    #expect(steps[1].maskedSecrets == 3)
    #expect(steps[2].time == .milliseconds(1_500))
    #expect(
      steps[2].commands == ["Work", "Work", "Work"] && steps[3].cause == steps[2].number
        && steps[3].origin == "command Work")
    #expect(steps[6].address == #"App.at.rows["a/b [1]"]"#)
    #expect(steps[6].payload == #"{"counted":{"_0":5}}"#)
    let row = try #require(try replay.model(after: steps[10].number)?.rows.first)
    #expect(row.count == 5 && row.cells.first?.count == 7)
  }

  @Test(arguments: versions) func filesThatGoOnInTheNextOneAreRead(_ version: String) throws {
    let paths = try paths(version, "rotated")
    #expect(paths.count > 1)
    var (last, count) = (UInt64(0), 0)
    for path in paths {
      let replay = try Replay(FixtureApp.format(), of: path)
      let result = try replay.run()
      #expect(result.problem == nil && result.divergence == nil)
      #expect(try replay.recording.isComplete)
      (last, count) = (result.lastNumber, count + result.count)
      #expect(result.model.steps.count == Int(last))
    }
    #expect(last == 12 && count == 12)
  }

  @Test(arguments: versions) func missingLinesAreCounted(_ version: String) throws {
    let path = try #require(paths(version, "gaps").first)
    let reader = try LineFileReader(path)
    _ = try reader.readHeader()
    var contents: [FileLine.Content] = []
    while let line = try reader.next() { contents.append(line.content) }
    #expect(
      contents == [
        .leftOut(2, reason: "buffer"), .leftOut(3, reason: "disk"), .failed("Refused"),
      ])
    #expect(reader.ending == .closed)
    #expect(try replay(version, "gaps").recording.leftOut == 5)
  }

  @Test(arguments: versions) func aCrashedUpdateIsNamed(_ version: String) throws {
    let plain = try replay(version, "crash").run()
    #expect(plain.crashed == nil && plain.count == 2)
    let replay = try replay(version, "durable")
    let result = try replay.run()
    #expect(result.lastNumber == 2 && result.divergence == nil && result.problem == nil)
    #expect(result.crashed?.number == 3)
    guard case .selected(7)? = try replay.crashedMessage() as? FixtureApp.AppMessage else {
      Issue.record("The message was not decoded.")
      return
    }
  }
}
