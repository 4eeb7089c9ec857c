public import Katana

// The task "Cells" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#cells: a spreadsheet in which a
// change is followed by the cells that depend on it, and by no others.

/// A sheet, and the cell that the user edits.
public struct Spreadsheet: Model, Equatable {
  /// The messages of the cells.
  public typealias Receives = SpreadsheetMessage

  /// The cells.
  public var sheet: CellSheet
  /// The open cell; `nil` if none is edited.
  public var edit: Edit?
  /// The cells that the last edit has computed. A view needs to draw no others again.
  public var computed: [CellName] = []

  /// A cell that the user edits.
  public struct Edit: Equatable, Sendable {
    /// The cell.
    public let cell: CellName
    /// The text in the field.
    public var text: String
  }

  /// Creates a spreadsheet with a sheet.
  public init(_ sheet: CellSheet = CellSheet()) { self.sheet = sheet }
}

/// The messages of the cells.
public enum SpreadsheetMessage: Message, Equatable {
  /// The user has opened a cell.
  case opened(CellName)
  /// The user has changed the text in the open cell.
  case typed(String)
  /// The user has left the open cell, or pressed return in it.
  case entered
  /// The user has pressed escape in the open cell.
  case cancelled
}

/// Edits one cell at a time.
public struct SpreadsheetUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Changes the text of the open cell, and enters it into the sheet.
  public func update(model: inout Spreadsheet, message: SpreadsheetMessage) -> [any Command] {
    switch message {
    case .opened(let cell):
      enter(&model)
      model.edit = Spreadsheet.Edit(cell: cell, text: model.sheet.text(of: cell))
    case .typed(let text): model.edit?.text = text
    case .entered: enter(&model)
    case .cancelled: model.edit = nil
    }
    return []
  }

  private func enter(_ model: inout Spreadsheet) {
    guard let edit = model.edit else { return }
    model.edit = nil
    // Nothing is computed for a cell that was only looked at.
    guard edit.text != model.sheet.text(of: edit.cell) else { return }
    model.computed = model.sheet.enter(edit.text, into: edit.cell)
  }
}

/// The whole app, with an empty sheet.
public let spreadsheetProgram = Program(model: Spreadsheet(), SpreadsheetUpdater())
