import Foundation
import Katana
import KatanaConsole
import KatanaRecording
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

private struct Tally: Model, Codable, Equatable {
  typealias Receives = TallyMessage
  var value = 0
  var name = ""
}

private enum TallyMessage: Message, Codable, Equatable {
  case increased
  case renamed(String)
}

private struct TallyUpdater: TypedUpdater {
  func update(model: inout Tally, message: TallyMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .renamed(let name): model.name = name
    }
    return []
  }
}

private func tallyView(_ model: Tally) -> ViewOf<Tally> {
  .column([
    .text("\(model.value)", .strong), .button("+", .increased),
    .input("Name", model.name, TallyMessage.renamed),
  ])
}

/// A session with a screen is recorded as any other: what was shown follows from the models.
@Suite struct RecordingTests {
  @Test func aReplayShowsWhatWasShown() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = Program(model: Tally(), TallyUpdater())
    let format = RecordingFormat(program, payloads: [Tally.self, TallyMessage.self])
    let recorder = try Recorder(format, in: folder.path(), name: "tally", build: "1")
    let runtime = try Runtime(
      program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
    runtime.start()

    let size = TerminalSize(columns: 30, rows: 5)
    var screen = ScreenState(size: size)
    screen.show(tallyView(runtime.model))
    var shown: [String] = []
    let keys: [TerminalKey] =
      [.enter, .enter, .tab] + "Ada!".map { .character($0) } + [.backspace, .tab, .enter]
    for key in keys {
      let messages = screen.handle(.key(KeyStroke(key)))
      for message in messages { await runtime.deliver(message) }
      screen.show(tallyView(runtime.model))
      if !messages.isEmpty { shown.append(tallyView(runtime.model).node.outline()) }
    }
    await runtime.shutdown()
    await recorder.close()

    let replay = try Replay(format, of: recorder.path)
    let result = try replay.run()
    #expect(result.divergence == nil && result.problem == nil)
    #expect(shown.count == 8 && result.count == 8)
    for (index, outline) in shown.enumerated() {
      let model = try #require(try replay.model(after: UInt64(index + 1)))
      #expect(tallyView(model).node.outline() == outline)
      var again = ScreenState(size: size)
      again.show(tallyView(model))
      if index == shown.count - 1 { #expect(again.lines == screen.lines) }
    }
  }
}
