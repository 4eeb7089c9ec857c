import Foundation
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@testable import timer

/// A recording of the timer, walked through and turned into a test.
@Suite struct TimerRecordingTests {
  /// Records some messages. Returns the path of the file.
  private func record(in folder: String) async throws -> String {
    let recorder = try Recorder(timerFormat, in: folder, name: "timer", build: "1")
    let runtime = try Runtime(
      timerProgram,
      interpreters: [
        .command(ExitProcess.self) { (_, _: Dispatcher) in },
        .store(VirtualStore()), .silent(Every.self), .silent(TerminalInput.self),
        .silent(TerminalScreen.self),
      ],
      options: RuntimeOptions(eventHandlers: [recorder.eventHandler], clock: ManualClock()))
    runtime.start()
    runtime.dispatch(TimerMessage.ticked(Tick(7)), file: "A.swift", line: 1)
    runtime.dispatch(TimerMessage.happened(.key(KeyStroke(.right))), file: "A.swift", line: 2)
    runtime.dispatch(TimerMessage.ticked(Tick(200)), file: "A.swift", line: 3)
    runtime.dispatch(
      TimerMessage.happened(.key(KeyStroke(.character("r")))), file: "A.swift", line: 4)
    await runtime.shutdown()
    await recorder.close()
    return recorder.path
  }

  /// The generated test is compiled beside this one. Delete it and run this to have it written again.
  @Test func theGeneratedTestIsTheOneThatIsCompiled() async throws {
    try await withFolder { folder in
      let source = try Replay(timerFormat, of: try await record(in: folder)).testSource(
        for: 1...5, named: "recordedTimer", program: "timerProgram",
        imports: [
          "import Foundation", "import KatanaConsole", "import KatanaEffects",
          "@testable import timer",
        ])
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("RecordedTimerTests.swift")
      if !FileManager.default.fileExists(atPath: file.path) {
        try source.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == source)
    }
  }

}

/// A folder for one test, which is removed after it.
private func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "katana-timer-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.path)
}

/// Runs a subscription that sends nothing.
private final class Silent<Sub: Subscription>: SubscriptionInterpreter {
  init(_ subscription: Sub, _ dispatch: SubscriptionDispatcher<Sub>) {}
  func start() {}
  func stop() {}
}

extension Interpreter {
  fileprivate static func silent<Sub: Subscription>(_ type: Sub.Type) -> Interpreter {
    .subscription { (subscription: Sub, dispatch: SubscriptionDispatcher<Sub>) in
      Silent(subscription, dispatch)
    }
  }
}
