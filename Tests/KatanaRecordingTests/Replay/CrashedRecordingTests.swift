import Foundation
import KatanaRecording
import KatanaRuntime
import Testing

/// A message whose update ends the process: the case that matters most, and the message is not handled yet.
@Suite struct CrashedRecordingTests {
  struct App: Model, Codable, Equatable { var items = [0] }

  enum AppMessage: Message, Codable, Equatable {
    case added(Int)
    /// The update of this one reads behind the end of an array.
    case selected(Int)
    /// The update of this one is killed, so that nothing in the process can write a line any more.
    case killed
  }

  static let program = Program(
    model: App(),
    TypedFunctionUpdater { (model: inout App, message: AppMessage) in
      switch message {
      case .added(let item): model.items.append(item)
      case .selected(let index): model.items = [model.items[index]]
      case .killed: kill(getpid(), SIGKILL)
      }
      return []
    })

  static let format = RecordingFormat(program, payloads: [App.self, AppMessage.self])

  /// Runs the app to its crash.
  static func crash(
    _ folder: String, isDurable: Bool, by message: AppMessage = .selected(7)
  ) async throws {
    var options = RecorderOptions()
    options.isDurable = isDurable
    let recorder = try Recorder(format, in: folder, name: "app", options: options)
    let runtime = try Runtime(
      program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()
    runtime.dispatch(AppMessage.added(1))
    _ = await recorder.flush()
    runtime.dispatch(AppMessage.added(2))
    runtime.dispatch(message)
  }

  private func replay(in folder: String) throws -> Replay<App> {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let file = try #require(files.first { $0.hasSuffix(".katana") })
    return try Replay(Self.format, of: "\(folder)/\(file)")
  }

  @Test func byDefaultOnlyWhatWasFlushedIsThereForCertain() async throws {
    try await withFolder { folder in
      await #expect(processExitsWith: .failure) { [folder = folder as String] in
        try await CrashedRecordingTests.crash(folder, isDurable: false)
      }
      let result = try replay(in: folder).run()
      #expect(result.crashed == nil)
      #expect(result.lastNumber >= 1)
      #expect(result.problem == nil)
    }
  }

  @Test(arguments: [false, true])
  func anUpdateThatHasEndedIsNotNamed(isDurable: Bool) async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = isDurable
      let recorder = try Recorder(Self.format, in: folder, name: "app", options: options)
      let runtime = try Runtime(
        Self.program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      runtime.dispatch(AppMessage.added(1))
      await recorder.flush()
      // As if the process had ended here, between two updates.
      let result = try replay(in: folder).run()
      #expect(result.crashed == nil && result.lastNumber == 1)
      await runtime.shutdown()
      await recorder.close()
    }
  }

  @Test(arguments: [AppMessage.selected(7), .killed])
  func inDurableModeTheWholeMessageAndTheModelThatItMetAreThere(
    _ message: AppMessage
  ) async throws {
    try await withFolder { folder in
      await #expect(processExitsWith: .failure) {
        [folder = folder as String, message = message as AppMessage] in
        try await CrashedRecordingTests.crash(folder, isDurable: true, by: message)
      }
      let replay = try replay(in: folder)
      #expect(try !replay.recording.isComplete)
      let result = try replay.run()
      #expect(result.lastNumber == 2)
      #expect(result.model.items == [0, 1, 2])
      let crashed = try #require(result.crashed)
      #expect(crashed.number == 3)
      let isKilled = message == .killed
      #expect(crashed.payload == (isKilled ? #"{"killed":{}}"# : #"{"selected":{"_0":7}}"#))
      #expect(try replay.crashedMessage() as? AppMessage == message)
    }
  }
}
