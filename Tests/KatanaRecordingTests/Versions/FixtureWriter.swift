import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

/// Writes the files of a version, with which every later version is tested.
///
///     KATANA_WRITE_FIXTURES=0.x swift test --filter FixtureWriter
@Suite struct FixtureWriter {
  static let folder =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path() + "Fixtures/"
  private static let version = ProcessInfo.processInfo.environment["KATANA_WRITE_FIXTURES"]

  @Test(.enabled(if: version != nil)) func writesTheFixtures() async throws {
    let folder = Self.folder + (Self.version ?? "")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await Self.recordAll(in: folder)
    try await Self.recordRotated(in: folder)
    try Self.writeGaps(in: folder)
    for name in ["crash", "durable"] {
      await #expect(processExitsWith: .failure) {
        [folder = folder as String, name = name as String] in
        try await FixtureWriter.crash(in: folder, name: name)
      }
    }
  }

  /// Records all kinds of lines, with a checkpoint after every fourth message.
  private static func recordAll(in folder: String) async throws {
    let options = RecorderOptions.checkpoints(every: 4)
    try await record(in: folder, name: "all", options: options) { runtime, clock, _ in
      runtime.dispatch(FixtureApp.AppMessage.valuesChanged(FixtureApp.values))
      runtime.dispatch(FixtureApp.AppMessage.loginTapped(FixtureApp.login))
      clock.advance(by: .milliseconds(1_500))
      runtime.dispatch(FixtureApp.AppMessage.work(1))
      clock.advance(by: .seconds(2))
      _ = try await runtime.settle(FixtureApp.AppMessage.work(2))
      let row = FixtureApp.App.at.rows["a/b [1]"]
      runtime.dispatch(FixtureApp.RowMessage.counted(5), to: row)
      runtime.dispatch(FixtureApp.RowMessage.counted(7), to: row.cells[-3])
      runtime.dispatch(FixtureApp.RowMessage.counted(7), to: FixtureApp.App.at.rows["gone"])
      runtime.dispatch(FixtureApp.SessionEnded(reason: "\u{1B}[2J\u{9B}"))
      runtime.dispatch(FixtureApp.AppMessage.ticking(true))
      runtime.dispatch(FixtureApp.AppMessage.ticking(false))
      runtime.goOn(from: FixtureApp.App(steps: ["went on"]))
      runtime.dispatch(FixtureApp.AppMessage.ticked)
      runtime.dispatch(FixtureApp.Refusing())
      runtime.dispatch(FixtureApp.Hidden(text: "hunter2"))
    }
  }

  /// Records files that go on in the next one.
  private static func recordRotated(in folder: String) async throws {
    var options = RecorderOptions()
    options.bytesPerFile = 1_000
    try await record(in: folder, name: "rotated", options: options) { runtime, _, recorder in
      for _ in 0..<12 {
        runtime.dispatch(FixtureApp.AppMessage.ticked)
        _ = await recorder.flush()
      }
    }
  }

  private static func record(
    in folder: String, name: String, options: RecorderOptions,
    _ use: (Runtime<FixtureApp.App>, ManualClock, Recorder) async throws -> Void
  ) async throws {
    let recorder = try Recorder(
      FixtureApp.format(), in: folder, name: name, build: "1 \u{9B}\"é\"", options: options)
    let clock = ManualClock()
    let runtime = try Runtime(
      FixtureApp.program, interpreters: FixtureApp.interpreters,
      options: RuntimeOptions(
        eventHandlers: [recorder.eventHandler], clock: clock, issues: IssueRecorder().handler))
    runtime.start()
    try await use(runtime, clock, recorder)
    await runtime.shutdown()
    await recorder.close()
  }

  /// Writes a file in which the writer noted that lines are missing.
  private static func writeGaps(in folder: String) throws {
    var builder = LineBuilder()
    builder.begin(1)
    builder.add("katana", 1)
    builder.add("name", "gaps")
    builder.add("part", 1)
    builder.add("started", "20260101T000000.000Z")
    builder.add("stands alone", true)
    builder.add("app", "gaps")
    builder.add("model", String(reflecting: FixtureApp.App.self))
    builder.end()
    for (number, reason) in [(2, "buffer"), (3, "disk")] {
      builder.begin(UInt64(number))
      builder.add("left out", number)
      builder.add("reason", reason)
      builder.end()
    }
    builder.begin(4)
    builder.add("failed", "Refused")
    builder.end()
    builder.begin(5)
    builder.add("end", "closed")
    builder.end()
    try Data(builder.bytes).write(to: URL(filePath: "\(folder)/gaps-000001.katana"))
  }

  /// Records an app until an update ends its process.
  private static func crash(in folder: String, name: String) async throws {
    var options = RecorderOptions()
    options.isDurable = name == "durable"
    let recorder = try Recorder(FixtureApp.format(), in: folder, name: name, options: options)
    let runtime = try Runtime(
      FixtureApp.program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
    runtime.dispatch(FixtureApp.AppMessage.ticked)
    runtime.dispatch(FixtureApp.AppMessage.loginTapped(FixtureApp.login))
    _ = await recorder.flush()
    runtime.dispatch(FixtureApp.AppMessage.selected(7))
  }
}
