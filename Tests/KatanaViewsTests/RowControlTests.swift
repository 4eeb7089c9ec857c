import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaTerminalViews

/// Cells in the rows of a list, each of which can be pressed and has a key of its own.
private struct Board: Model, Equatable {
  typealias Receives = BoardMessage
  var said = ""
}

private enum BoardMessage: Message, Equatable { case pressed(String), marked(String) }

private struct BoardUpdater: TypedUpdater {
  func update(model: inout Board, message: BoardMessage) -> [any Command] {
    switch message {
    case .pressed(let cell): model.said = "pressed \(cell)"
    case .marked(let cell): model.said = "marked \(cell)"
    }
    return []
  }
}

private func boardView(_ model: Board) -> ViewOf<Board> {
  .column([.list([.row(["a1", "b1"].map(cell)), .row(["a2", "b2"].map(cell))]), .keyHelp])
}

private func cell(_ name: String) -> ViewOf<Board> {
  .text(name).label(name).onPress(.pressed(name)).onKey("m", "mark \(name)", .marked(name))
}

@Suite struct RowControlTests {
  @Test func aKeyOfAControlInARowActsOnTheChosenControl() throws {
    var app = try TestScreen(Board(), BoardUpdater(), boardView)
    #expect(app.screen.lines == ["a1 b1", "a2 b2", "m mark a1  Tab  ←→  ↑↓"])
    app.press(.character("m"))
    #expect(app.runtime.model.said == "marked a1")
    app.press(.down, .right, .character("m"))
    #expect(app.runtime.model.said == "marked b2")
    app.press(.left)
    #expect(app.screen.lines.last == "m mark a2  Tab  ←→  ↑↓")
  }

  @Test func aTextThatCanBePressedShowsThatItHasTheFocus() throws {
    var app = try TestScreen(Board(), BoardUpdater(), boardView)
    app.press(.right)
    let buffer = app.screen.paint().buffer
    let focused = buffer.cells.indices.filter { buffer.cells[$0].style.marks.contains(.active) }
    #expect(focused == [3, 4])
  }

  @Test func aTestNamesTheControlWhoseKeyItPresses() {
    let test = ViewTest(Program(model: Board(), BoardUpdater()), boardView)
    test.key("m", in: "a1")
    #expect(test.model.said == "marked a1")
    test.key("m", in: "b2")
    #expect(test.model.said == "marked b2")
  }

  @Test func theKeysAreShownInTheOrderOfTheView() {
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 1))
    let view: ViewOf<Counter> = .keyHelp.onKey("a", "one", .increased).onKey("b", "two", .reset)
      .onKey("a", "three", .decreased)
    screen.show(view)
    #expect(screen.lines == ["b two  a three"])
  }

  @Test func aFieldShowsItsStyle() {
    var screen = ScreenState(size: TerminalSize(columns: 20, rows: 1))
    let view: ViewOf<Counter> = .input("Date", "x", CounterMessage.renamed).style(.danger)
    screen.show(view)
    #expect(screen.paint().buffer.cells[6].style.view.contains(.danger))
  }
}
