import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

/// Each file of a recording stands alone, whatever its size, speed and clock; or the recorder says at
/// once that it cannot.
@Suite struct StandingAloneTests {
  struct App: Model, Codable, Equatable {
    var count = 0
    var last = ""
    /// What a replay cannot make a stand-in for.
    var code: Secret<Int>?
    var refusing: Refusing?
  }

  /// A value that refuses to be encoded.
  struct Refusing: Codable, Equatable {
    struct Refused: Error {}
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  enum AppMessage: Message, Codable {
    case added(String)
    case spoiled(Spoiling)
  }

  enum Spoiling: Codable, CaseIterable { case encoding, decoding }

  /// A message that stops the thread that writes, until the gate opens.
  struct Held: Message, Codable {
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    init(from decoder: any Decoder) { gate = Gate() }
    func encode(to encoder: any Encoder) throws {
      gate.wait()
      try [Int]().encode(to: encoder)
    }
  }

  final class Gate: @unchecked Sendable {
    // Sendable, because the value is used with the lock held.
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
      condition.lock()
      isOpen = true
      condition.broadcast()
      condition.unlock()
    }

    func wait() {
      condition.lock()
      while !isOpen { condition.wait() }
      condition.unlock()
    }
  }

  static let program = Program(
    model: App(),
    CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (model: inout App, message: AppMessage) in
          switch message {
          case .added(let text):
            model.count += 1
            model.last = text
          case .spoiled(.encoding): model.refusing = Refusing()
          case .spoiled(.decoding): model.code = Secret(7)
          }
          return []
        }),
      .full(TypedFunctionUpdater { (_: inout App, _: Held) in [] }),
    ]))

  private static func format(_ payloads: [any (Codable & Sendable).Type] = [App.self])
    -> RecordingFormat<App>
  {
    RecordingFormat(program, payloads: payloads + [AppMessage.self, Held.self])
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".katana") }.map { "\(folder)/\($0)" }
  }

  /// Records a run. Returns the problems that the recorder told, and the last model.
  private func record(
    in folder: String, _ format: RecordingFormat<App> = format(),
    options change: (inout RecorderOptions) -> Void,
    _ body: (Runtime<App>, Recorder, _ told: Locked<[String]>) async -> Void
  ) async throws -> (told: [String], model: App) {
    var options = RecorderOptions()
    change(&options)
    let told = Locked<[String]>([])
    let recorder = try Recorder(format, in: folder, name: "app", options: options) { problem in
      told.withLock { $0.append(problem) }
    }
    let runtime = try Runtime(
      Self.program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
    await body(runtime, recorder, told)
    await runtime.shutdown()
    await recorder.close()
    return (told.withLock { $0 }, runtime.model)
  }

  /// All messages wait before the first of them is written.
  @Test(arguments: [(4_096, 2_500, 20), (1 << 20, 40, 300_000)])
  func eachFileThatIsKeptAfterABurstStandsAlone(
    _ bytesPerFile: Int, _ count: Int, _ size: Int
  ) async throws {
    try await withFolder { folder in
      let text = String(repeating: "x", count: size)
      let (told, model) = try await record(in: folder) {
        ($0.bytesPerFile, $0.fileCount) = (bytesPerFile, 3)
      } _: { runtime, recorder, _ in
        let gate = Gate()
        runtime.dispatch(Held(gate))
        for number in 1...count { runtime.dispatch(AppMessage.added("\(number) \(text)")) }
        gate.open()
        await recorder.flush()
        for number in 1...3 {
          runtime.dispatch(AppMessage.added("last \(number)"))
          await recorder.flush()
        }
      }
      let files = try Self.files(in: folder)
      #expect((2...3).contains(files.count) && told == [])
      var next: UInt64?
      for file in files {
        let replay = try Replay(Self.format(), of: file)
        let result = try replay.run()
        #expect(result.problem == nil && result.divergence == nil)
        let messages = try #require(try replay.recording.messages)
        #expect(next == nil || next == messages.lowerBound)
        #expect(result.lastNumber == messages.upperBound)
        next = messages.upperBound + 1
      }
      #expect(try Replay(Self.format(), of: files[files.count - 1]).run().model == model)
    }
  }

  @Test func aRecorderWithoutTheTypeOfTheModelSaysAtOnceThatOnlyTheFirstFileStandsAlone()
    async throws
  {
    try await withFolder { folder in
      let (told, _) = try await record(in: folder, Self.format([])) { _ in
      } _: { _, _, told in
        #expect(told.withLock { $0.count } == 1)
      }
      #expect(
        told == [
          """
          Only the first file of the recording in \(folder) can be replayed: the format does not \
          list the type of the model, so no file begins with a model. To fix this, add \
          `KatanaRecordingTests.StandingAloneTests.App.self` to its payloads.
          """
        ])
    }
  }

  /// The models that cannot be recorded, from the beginning on and later.
  @Test(arguments: Spoiling.allCases, [0, 3])
  func aModelThatCannotBeginAFileIsToldAtOnce(_ spoiling: Spoiling, _ count: Int) async throws {
    try await withFolder { folder in
      let (told, _) = try await record(in: folder) {
        ($0.bytesPerFile, $0.fileCount) = (1_000, 100)
      } _: { runtime, recorder, _ in
        for _ in 0..<count { runtime.dispatch(AppMessage.added("x")) }
        runtime.dispatch(AppMessage.spoiled(spoiling))
        for _ in 0..<40 {
          runtime.dispatch(AppMessage.added("y"))
          await recorder.flush()
        }
      }
      let files = try Self.files(in: folder)
      let error = spoiling == .encoding ? "Refused" : "DecodingError.dataCorrupted"
      #expect(told.count == 1 && files.count > 2)
      #expect(
        told.first?.replacing(#/[^ ]*katana/#, with: "FILE") == """
          The model cannot be recorded in FILE: \(error). A file that begins with such a model \
          cannot be replayed alone. To fix this, make the model encode and decode itself; a replay of \
          the next file names the property that cannot be decoded.
          """)
      for (index, file) in files.enumerated() {
        let replay = try Replay(Self.format(), of: file)
        let standsAlone = try LineFileReader(file).readHeader().standsAlone
        #expect(standsAlone == (index == 0), "\(file)")
        // The last file may have no message.
        if try replay.recording.messages == nil { continue }
        let result = try replay.run()
        #expect((result.problem == nil) == standsAlone, "\(String(describing: result.problem))")
        if !standsAlone, spoiling == .decoding {
          let text = "cannot be decoded: code: The secret was masked"
          #expect(result.problem?.description.contains(text) == true)
        }
      }
    }
  }

  @Test func linesThatAreLeftOutAreToldAndTheModelAfterThemIsRecorded() async throws {
    try await withFolder { folder in
      let (told, model) = try await record(in: folder) {
        $0.waitingLines = 10
      } _: { runtime, recorder, _ in
        let gate = Gate()
        runtime.dispatch(Held(gate))
        for _ in 1...100 { runtime.dispatch(AppMessage.added("x")) }
        gate.open()
        await recorder.flush()
        for _ in 1...3 { runtime.dispatch(AppMessage.added("y")) }
      }
      #expect(
        told.map { $0.replacing(#/[^ ]*katana/#, with: "FILE") } == [
          """
          Cannot keep up with the app in FILE: too many lines wait for the disk, and further ones are \
          left out. The recording counts the missing lines, and a replay stops where they are \
          missing. To fix this, record on a faster disk, or list fewer or smaller types.
          """
        ])
      let replay = try Replay(Self.format(), of: try #require(try Self.files(in: folder).first))
      #expect(try replay.run().problem?.kind == .messagesMissing)
      #expect(try replay.step(104)?.after == model)
    }
  }

  // MARK: The clock

  /// Files that were begun while the clock was wrong are older than those that begin now.
  @Test func theFilesThatBeganFirstAreRemovedWhateverTheClockSays() async throws {
    try await withFolder { folder in
      func fill(_ runtime: Runtime<App>, _ recorder: Recorder, _ count: Int) async {
        for number in 1...count {
          runtime.dispatch(AppMessage.added("\(number)"))
          await recorder.flush()
        }
      }
      for (year, count) in [("2999", 60), ("1999", 15)] {
        _ = try await record(in: folder) {
          ($0.bytesPerFile, $0.fileCount) = (1_500, 6)
        } _: { runtime, recorder, _ in
          await fill(runtime, recorder, count)
        }
        // As if the clock had been wrong until now.
        for file in try Self.files(in: folder) where !file.contains(/-[12]999/) {
          let other = file.replacing(#/-(\d{4})(\d{4}T)/#) { "-\(year)\($0.2)" }
          try FileManager.default.moveItem(atPath: file, toPath: other)
        }
      }
      let before = try Recorder.files(in: folder, named: "app")
      let names = try Self.files(in: folder)
      let wrong = ["2999", "1999"].flatMap { year in names.filter { $0.contains("-\(year)") } }
      #expect(before.count == 6 && before == wrong && before != names)
      let path = Locked("")
      let (_, model) = try await record(in: folder) {
        ($0.bytesPerFile, $0.fileCount) = (1_500, 6)
      } _: { runtime, recorder, _ in
        await fill(runtime, recorder, 60)
        path.withLock { $0 = recorder.path }
      }
      let own = try Self.files(in: folder).filter { !before.contains($0) }
      #expect(own.count == 6 && own.last == path.withLock { $0 })
      #expect(try Recorder.files(in: folder, named: "app") == own)
      #expect(try Replay(Self.format(), of: try #require(own.last)).run().model == model)
    }
  }
}
