import KatanaTesting
import Testing

@testable import Examples

@Suite struct SpreadsheetTests {
  private let a0 = name("A0")
  private let b0 = name("B0")

  /// Returns the sheet after an edit that computes some cells.
  private func sheet(_ entries: (String, String)...) -> CellSheet {
    var sheet = CellSheet()
    for (cell, text) in entries { sheet.enter(text, into: name(cell)) }
    return sheet
  }

  @Test func aCellIsOpenedEditedAndEntered() {
    let test = StepTest(spreadsheetProgram)
    test.send(.opened(a0)) { $0.edit = Spreadsheet.Edit(cell: a0, text: "") }
    test.send(.typed("=1+1")) { $0.edit?.text = "=1+1" }
    test.send(.entered) {
      $0.edit = nil
      $0.sheet = sheet(("A0", "=1+1"))
      $0.computed = [a0]
    }
    #expect(test.model.sheet[a0] == .number(2))
    test.send(.opened(a0)) { $0.edit = Spreadsheet.Edit(cell: a0, text: "=1+1") }
  }

  @Test func anEditThatIsCancelledChangesNothing() {
    let test = StepTest(SpreadsheetUpdater(), model: Spreadsheet(sheet(("A0", "5"))))
    test.send(.opened(a0)) { $0.edit = Spreadsheet.Edit(cell: a0, text: "5") }
    test.send(.typed("6")) { $0.edit?.text = "6" }
    test.send(.cancelled) { $0.edit = nil }
    test.send(.entered)
    test.send(.typed("7"))
  }

  @Test func openingAnotherCellEntersTheFirst() {
    let test = StepTest(spreadsheetProgram)
    test.send(.opened(a0)) { $0.edit = Spreadsheet.Edit(cell: a0, text: "") }
    test.send(.typed("5")) { $0.edit?.text = "5" }
    test.send(.opened(b0)) {
      $0.sheet = sheet(("A0", "5"))
      $0.computed = [a0]
      $0.edit = Spreadsheet.Edit(cell: b0, text: "")
    }
  }

  @Test func aCellThatWasOnlyLookedAtIsNotComputed() {
    let test = StepTest(SpreadsheetUpdater(), model: Spreadsheet(sheet(("A0", "5"))))
    test.send(.opened(a0)) { $0.edit = Spreadsheet.Edit(cell: a0, text: "5") }
    test.send(.entered) { $0.edit = nil }
  }
}

/// The cell with a name that is right.
func name(_ text: String) -> CellName {
  guard let name = CellName(text) else { preconditionFailure("There is no cell \(text).") }
  return name
}
