import KatanaViews
import KatanaTesting
import KatanaTerminalViews
import Katana
import KatanaConsole
import KatanaEffectsTesting
import KatanaRuntime
import KatanaViewsTesting
import Testing

@testable import ScreenExamples

@Suite struct MinefieldScreenTests {
  /// A field whose mines fill the last row and stand at I8.
  private var field: Program<Minefield> {
    var model = Minefield()
    model.mines = Set((0..<9).map { Minefield.Place(column: $0, row: 8) })
    model.mines.insert(Minefield.Place(column: 8, row: 7))
    return Program(model: model, MinefieldUpdater())
  }

  @Test func aFieldWithoutMinesNearItOpensThoseAroundIt() {
    let test = ViewTest(field, minefieldView)
    test.key("f", in: "A8")
    test.pressSecondary("I8")
    test.press("A1")
    let lines = test.outline.split(separator: "\n")
    #expect(
      lines.prefix(6).joined(separator: "\n") == """
        column
          row
            text "Mines: 8"
            button "New game"
          list "Minefield" (9 rows)
            row
        """)
    #expect(lines[6...].filter { $0.contains("·") }.count == 9)
  }

  @Test func aMineLosesTheGame() {
    let test = ViewTest(field, minefieldView)
    test.press("C9")
    #expect(test.outline.contains("\n    text \"Lost\" danger\n"))
    test.press("New game")
    #expect(!test.outline.contains("Lost"))
  }

  @Test func theFirstPlaceIsNeverAMine() throws {
    for seed in 0..<20 as Range<UInt64> {
      var app = try TestScreen(
        minefieldProgram, interpreters: [.random(seed: seed)], minefieldView)
      app.press(.tab, .down, .right, .enter)
      #expect(app.model.mines.count == Minefield.mineCount)
      #expect(app.model.opened.contains(Minefield.Place(column: 1, row: 1)))
      #expect(!app.model.isLost)
    }
  }

  @Test func theArrowKeysReachEachPlace() throws {
    var app = try TestScreen(field, minefieldView, columns: 40, rows: 14)
    app.press(.tab)
    #expect(app.screen.focusedLabel == "A1")
    for _ in 0..<7 { app.press(.down) }
    for _ in 0..<8 { app.press(.right) }
    #expect(app.screen.focusedLabel == "I8")
    app.press(.character("f"))
    app.press(.left, .enter)
    app.press(.up, .up, .enter)
    #expect(
      app.screen.lines == [
        "Mines: 9   [ New game ] Won",
        "┌─ Minefield ───────────────┐",
        "│                           │",
        "│                           │",
        "│                           │",
        "│                           │",
        "│                           │",
        "│                           │",
        "│                      1  1 │",
        "│ 2  3  3  3  3  3  3  4  ! │",
        "│ ·  ·  ·  ·  ·  ·  ·  ·  · │",
        "└───────────────────────────┘",
        "f flag  Tab  ↑↓",
      ])
  }
}
