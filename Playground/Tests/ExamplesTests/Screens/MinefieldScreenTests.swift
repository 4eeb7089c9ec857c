import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaEffectsTesting
import KatanaRuntime
import KatanaViewsTesting
import Testing

@testable import Examples

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

  @Test func theFirstPlaceIsNeverAMine() {
    for seed in 0..<20 as Range<UInt64> {
      let test = ViewTest(
        minefieldProgram, interpreters: [.random(seed: seed)], minefieldView)
      test.keys(.tab, .down, .right, .enter)
      #expect(test.model.mines.count == Minefield.mineCount)
      #expect(test.model.opened.contains(Minefield.Place(column: 1, row: 1)))
      #expect(!test.model.isLost)
    }
  }

  @Test func theArrowKeysReachEachPlace() {
    let test = ViewTest(field, columns: 40, rows: 14, minefieldView)
    test.keys(.tab)
    #expect(test.focusedLabel == "A1")
    for _ in 0..<7 { test.keys(.down) }
    for _ in 0..<8 { test.keys(.right) }
    #expect(test.focusedLabel == "I8")
    test.key("f")
    test.keys(.left, .enter, .up, .up, .enter)
    #expect(
      test.lines == [
        "Mines: 9   [ New game ] Won",
        "┌─ Minefield ──────────────────┐",
        "│                              │",
        "│                              │",
        "│                              │",
        "│                              │",
        "│                              │",
        "│                              │",
        "│                       1  1   │",
        "│  2  3  3  3  3  3  3  4  !   │",
        "│  ·  ·  ·  ·  ·  ·  ·  ·  ·   │",
        "└──────────────────────────────┘",
        "f flag  Tab  ←→  ↑↓",
      ])
  }
}
