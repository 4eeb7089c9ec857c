import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct CellsScreenTests {
  @Test func aFormulaFollowsTheCellsThatItNames() throws {
    let test = ViewTest(cellsScreenProgram, cellsView)
    for (cell, text) in [("A0", "6"), ("B0", "=A0*7"), ("A0", "2")] {
      test.press(cell)
      test.replace(cell, with: text)
      test.submit(cell)
    }
    let lines = test.outline.split(separator: "\n").prefix(20)
    #expect(
      lines.joined(separator: "\n") == """
        column [< left, > right]
          fitting
            column
              row
                text ""
                text "A" heading
                text "B" heading
                text "C" heading
                text "D" heading
                text "E" heading
                text "F" heading
                text "G" heading
              list "Sheet" (100 rows)
                row
                  text "0" muted
                  text "2" pressable
                  text "14" pressable
                  text "" pressable
                  text "" pressable
                  text "" pressable
        """)
  }

  @Test func theKeyboardAloneFillsTheSheet() {
    let test = ViewTest(cellsScreenProgram, columns: 40, rows: 8, cellsView)
    test.keys(.down, .right, .enter)
    #expect(test.focusedLabel == "B1")
    test.keys("5", .enter, .down, .enter, "=", "B", "1", "/", "0", .enter)
    test.keys(.left, .enter, "l", "o", "s", "t", .escape)
    #expect(test.focusedLabel == "A2")
    test.key(">")
    #expect(
      test.lines == [
        "       B         C         D",
        " 0                                     ┃",
        " 1         5",
        " 2 #divisio…",
        " 3",
        " 4",
        " 5",
        "< left  > right  Tab  ←→  ↑↓",
      ])
  }
}
