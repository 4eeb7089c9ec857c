import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

private struct Level: Model, Equatable {
  typealias Receives = LevelMessage
  var value = 0.0
}

private enum LevelMessage: Message, Equatable { case set(Double) }

private struct LevelUpdater: TypedUpdater {
  func update(model: inout Level, message: LevelMessage) -> [any Command] {
    if case .set(let value) = message { model.value = value }
    return []
  }
}

private func levelView(_ model: Level) -> ViewOf<Level> {
  .column([
    .slider("גובה", model.value, in: 0...1, step: 0.5, LevelMessage.set).width(.fill),
    .progress(model.value).width(.fill),
    .keyHelp,
  ])
  .width(.fill).border().label("שלב").direction(.rightToLeft)
  .onKey("a", "אפס", .set(0))
}

@Suite struct RightToLeftTests {
  @Test func whatGrowsWithTheArrowLeftGrowsToTheLeft() throws {
    var app = try TestScreen(Level(), LevelUpdater(), levelView, columns: 20)
    #expect(
      app.screen.lines == [
        "┌──────────── שלב ─┐",
        "│ ─────────● :גובה │", "│ ░░░░░░░░░░░░░░░░ │", "│        ←→  אפס a │",
        "└──────────────────┘",
      ])
    app.press(.left, .left)
    #expect(app.runtime.model.value == 1)
    #expect(app.screen.lines[1] == "│ ●━━━━━━━━━ :גובה │")
    #expect(app.screen.lines[2] == "│ ████████████████ │")
  }
}
