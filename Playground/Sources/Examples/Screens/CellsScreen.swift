import Katana
import KatanaViews

/// The spreadsheet, and the first column that is shown: a terminal has no room for all 26.
struct CellsScreen: Model, Equatable {
  typealias Receives = CellsScreenMessage

  var spreadsheet = Spreadsheet()
  var firstColumn = 0

  static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

enum CellsScreenMessage: Message, Equatable { case columnsMoved(Int) }

struct CellsScreenUpdater: TypedUpdater {
  func update(model: inout CellsScreen, message: CellsScreenMessage) -> [any Command] {
    switch message {
    case .columnsMoved(let count):
      model.firstColumn = min(max(model.firstColumn + count, 0), CellsScreen.letters.count - 3)
    }
    return []
  }
}

let cellsScreenProgram = Program(
  model: CellsScreen(),
  CellsScreenUpdater().with(.child(\.spreadsheet, SpreadsheetUpdater())))

func cellsView(_ model: CellsScreen) -> ViewOf<CellsScreen> {
  .column([
    .fitting([
      sheetView(model, columns: 7), sheetView(model, columns: 5), sheetView(model, columns: 3),
    ])
    .height(.fill),
    .keyHelp,
  ])
  .onKey("<", "left", .columnsMoved(-1)).onKey(">", "right", .columnsMoved(1))
}

private func sheetView(_ model: CellsScreen, columns: Int) -> ViewOf<CellsScreen> {
  let letters = CellsScreen.letters[model.firstColumn...].prefix(columns)
  let rows = SheetRows(
    sheet: model.spreadsheet.sheet, edit: model.spreadsheet.edit, letters: Array(letters))
  return .column([
    .row(
      [.text("").width(.cells(2))]
        + letters.map { letter -> ViewOf<CellsScreen> in
          .text("\(letter)", .heading).width(.cells(9)).align(.center)
        }),
    ViewOf<Spreadsheet>.rows(rows).label("Sheet").to(CellsScreen.at.spreadsheet),
  ])
  .width(.fill.least(2 + 10 * columns)).height(.fill).key("sheet")
}

/// The rows of the sheet, of which only the visible ones are computed.
private struct SheetRows: ViewRows {
  var sheet: CellSheet
  var edit: Spreadsheet.Edit?
  var letters: [Character]

  let count = 100

  func id(at index: Int) -> Int { index }

  func row(at index: Int) -> ViewOf<Spreadsheet> {
    .row(
      [.text("\(index)", .muted).width(.cells(2)).align(.trailing)]
        + letters.compactMap { CellName("\($0)\(index)") }.map(cell))
  }

  private func cell(_ name: CellName) -> ViewOf<Spreadsheet> {
    if let edit, edit.cell == name {
      return .input("", edit.text, SpreadsheetMessage.typed, submit: .entered)
        .label("\(name)").width(.cells(9)).focused(when: true).key("\(name)")
        .onKey(.escape, "cancel", .cancelled)
    }
    let value = sheet[name]
    let isNumber = if case .number = value { true } else { false }
    let isError = if case .error = value { true } else { false }
    return .text("\(value)").style(.danger, if: isError).align(isNumber ? .trailing : .leading)
      .width(.cells(9)).height(.cells(1)).label("\(name)").onPress(.opened(name)).key("\(name)")
  }
}
