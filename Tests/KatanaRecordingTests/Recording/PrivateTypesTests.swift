import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

private struct PrivateApp: Model, Codable, Equatable {
  fileprivate struct Part: Codable, Equatable { var names: [String] = [] }
  var part = Part()
}

private enum PrivateMessage: Message, Codable {
  case named(String)
  case noted(Generic<PrivateApp.Part>)
}

private struct Generic<Value: Codable & Sendable & Equatable>: Message, Codable, Equatable {
  var value: Value
}

private enum Hidden: Message { case hidden }

/// One of two types with one name.
private enum Twin: Message, Codable { case first }

/// Types whose names are different in each process: private and local ones.
@Suite struct PrivateTypesTests {
  private static func program() -> Program<PrivateApp> {
    Program(
      model: PrivateApp(),
      CombinedUpdater<PrivateApp>([
        .full(
          TypedFunctionUpdater { (model: inout PrivateApp, message: PrivateMessage) in
            if case .named(let name) = message { model.part.names.append(name) }
            return []
          }),
        .full(
          TypedFunctionUpdater { (model: inout PrivateApp, message: Generic<PrivateApp.Part>) in
            model.part = message.value
            return []
          }),
        .full(TypedFunctionUpdater { (_: inout PrivateApp, _: Hidden) in [] }),
      ]))
  }

  private static func record(in folder: String) async throws -> String {
    let recorder = try Recorder(
      RecordingFormat(everyPayloadOf: program()), in: folder, name: "private")
    let runtime = try Runtime(
      program(), options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
    runtime.dispatch(Generic(value: PrivateApp.Part(names: ["a"])))
    runtime.dispatch(PrivateMessage.named("b"))
    runtime.dispatch(Hidden.hidden)
    await runtime.shutdown()
    await recorder.close()
    return recorder.path
  }

  @Test func anotherStartOfTheProgramReadsTheRecording() async throws {
    try await withFolder { folder in
      await #expect(processExitsWith: .success) { [folder = folder as String] in
        _ = try await PrivateTypesTests.record(in: folder)
      }
      let name = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".katana") })
      let replay = try Replay(
        RecordingFormat(everyPayloadOf: Self.program()), of: "\(folder)/\(name)")
      let result = try replay.run()
      #expect(result.count == 2 && result.model.part.names == ["a", "b"])
      #expect(try replay.recording.model == "KatanaRecordingTests.(private).PrivateApp")
      #expect(
        result.problem?.description.hasSuffix(
          """
          : Message 3, Hidden.hidden, was recorded without its payload.
          The replay stops before it: the model after it is not known.
          To fix this, add `KatanaRecordingTests.Hidden.self` to the payloads of the recording \
          format, and record again.
          """) == true)
    }
  }

  @Test func aRecordingOfAnEarlierVersionIsReadThoughItsNamesHaveAddresses() async throws {
    try await withFolder { folder in
      let path = try await Self.record(in: folder)
      var text = try String(contentsOfFile: path, encoding: .utf8)
      text = text.replacing("(private)", with: "(unknown context at $5583b4ab10e0)")
        .split(separator: "\n").map { withChecksum($0) + "\n" }.joined()
      try Data(text.utf8).write(to: URL(filePath: path))
      let replay = try Replay(RecordingFormat(everyPayloadOf: Self.program()), of: path)
      #expect(try replay.run().count == 2)
    }
  }

  /// A line with the checksum that its content has.
  private func withChecksum(_ line: Substring) -> String {
    let content = String(line.dropLast(#","c":"00000000"}"#.count))
    let hex = String(Array(content.utf8).withUnsafeBytes { checksum($0) }, radix: 16)
    return content + #","c":""# + String(repeating: "0", count: 8 - hex.count) + hex + "\"}"
  }

  @Test func twoTypesWithOneNameAreRefused() async throws {
    try await withFolder { folder in
      let format = RecordingFormat(
        Self.program(), payloads: [PrivateApp.self, Twin.self, OtherTwin.type])
      let text = """
        Several types in the payloads of the recording format have the name \
        KatanaRecordingTests.(private).Twin: the name of a private or local type does not say where \
        it is declared. A replay could not tell their values apart. To fix this, rename all but one \
        of them, or leave them out of the payloads.
        """
      let recording = #expect(throws: RecordingError.self) {
        try Recorder(format, in: folder, name: "twins")
      }
      #expect(recording?.description == text)
      let path = try await Self.record(in: folder)
      let reading = #expect(throws: RecordingError.self) { try Replay(format, of: path) }
      #expect(reading?.description == text)
    }
  }
}
