import Foundation
import KatanaConsole
import KatanaEffects
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@testable import crud

/// A recording with identifiers, dates and lists, turned into a test.
@Suite struct CrudRecordingTests {
  /// The generated test is compiled beside this one. Delete it and run this to have it written again.
  @Test func theGeneratedTestIsTheOneThatIsCompiled() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "katana-crud-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorder = try Recorder(crudFormat, in: folder.path, name: "crud")
    // Identifiers come by messages, so the replay has the same ones.
    let id = try #require(UUID(uuidString: "11111111-2222-3333-4444-555555555555"))
    let runtime = try Runtime(
      crudProgram,
      interpreters: [
        .command(NewID.self) { (command, dispatch: Dispatcher) in dispatch(command.reply(id)) },
        .command(ExitProcess.self) { (_, _: Dispatcher) in },
        .subscription { (it: TerminalInput, dispatch: SubscriptionDispatcher<TerminalInput>) in
          Silent(it, dispatch)
        },
        .subscription { (it: TerminalScreen, dispatch: SubscriptionDispatcher<TerminalScreen>) in
          Silent(it, dispatch)
        },
      ],
      options: RuntimeOptions(
        eventHandlers: [recorder.eventHandler], clock: ManualClock(), issues: .standardError))
    runtime.start()
    for key: TerminalKey in [.tab, .character("A"), .tab, .character("\""), .character("é")] {
      runtime.dispatch(CrudMessage.happened(.key(KeyStroke(key))))
    }
    runtime.dispatch(CrudMessage.happened(.key(KeyStroke(.character("n"), .control))))
    runtime.dispatch(CrudMessage.happened(.key(KeyStroke(.character("x"), .control))))
    await runtime.shutdown()
    await recorder.close()
    let source = try Replay(crudFormat, of: recorder.path).testSource(
      for: 1...8, named: "recordedCrud", program: "crudProgram",
      imports: [
        "import Foundation", "import KatanaConsole", "import KatanaEffects",
        "@testable import crud",
      ])
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("RecordedCrudTests.swift")
    if !FileManager.default.fileExists(atPath: file.path) {
      try source.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == source)
  }
}

/// Runs a subscription that sends nothing.
private final class Silent<Sub: Subscription>: SubscriptionInterpreter {
  init(_ subscription: Sub, _ dispatch: SubscriptionDispatcher<Sub>) {}
  func start() {}
  func stop() {}
}
