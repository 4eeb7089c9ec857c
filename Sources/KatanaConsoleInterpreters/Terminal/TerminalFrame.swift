import KatanaConsole

/// The rows that a terminal shows, and the position of the cursor in them. Pure.
struct TerminalFrame: Equatable {
  typealias Cursor = TerminalScreen.Cursor

  var rows: [String] = []
  /// The position of the cursor; `nil` if it is hidden.
  var cursor: Cursor?

  /// Adds the rows of another frame below. If the other frame has a cursor, it replaces this one's.
  mutating func append(_ other: TerminalFrame) {
    let above = rows.count
    rows += other.rows
    if let below = other.cursor {
      cursor = Cursor(row: above + below.row, column: below.column)
    }
  }

  /// Returns the frame cut to a number of rows: those around the cursor, or the last ones if it is
  /// hidden.
  func fitted(to height: Int) -> TerminalFrame {
    guard rows.count > height, height > 0 else { return self }
    let last = rows.count - height
    let first = cursor.map { min(max(last - (rows.count - 1 - $0.row), 0), last) } ?? last
    var result = TerminalFrame(rows: Array(rows[first..<first + height]))
    result.cursor = cursor.map { Cursor(row: $0.row - first, column: $0.column) }
    return result
  }
}

extension TerminalFrame {
  /// Creates the frame of a screen.
  init(_ screen: TerminalScreen, columns: Int, hasColor: Bool) {
    rows = screen.lines.map { line in
      let plain =
        hasColor ? line : TerminalText.cells(of: line, keepsStyle: false).map(\.text).joined()
      return TerminalText.clipped(plain, to: columns)
    }
    if let wanted = screen.cursor {
      while rows.count <= wanted.row { rows.append("") }
      cursor = Cursor(row: max(wanted.row, 0), column: min(max(wanted.column, 0), columns - 1))
    }
  }

  /// Creates the frame of a line that is edited. If the line is too long for one row, it continues
  /// in further rows.
  init(prompt: String, before: String, after: String, columns: Int, hasColor: Bool) {
    var rows = LineWrapping(columns: max(columns, 2))
    for (index, line) in prompt.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { rows.newRow() }
      rows.add(TerminalText.cells(of: String(line), keepsStyle: hasColor))
    }
    rows.add(before.flatMap(Self.cells))
    rows.makeRoom(for: after.first.flatMap { Self.cells(of: $0).first?.width } ?? 1)
    cursor = Cursor(row: rows.rows.count - 1, column: rows.column)
    rows.add(after.flatMap(Self.cells))
    self.rows = rows.rows
  }

  /// Returns how a character of an edited line is shown. Each takes at least one column, so that
  /// the cursor can be placed on it.
  private static func cells(of character: Character) -> [TerminalText.Cell] {
    let cells = TerminalText.cells(of: character)
    if cells.contains(where: { $0.width > 0 }) { return cells }
    // A combining character without a base is shown on a dotted circle.
    let isMark = character.unicodeScalars.allSatisfy {
      $0.properties.generalCategory == .nonspacingMark
    }
    return [TerminalText.Cell(text: isMark ? "\u{25CC}\(character)" : "\u{FFFD}", width: 1)]
  }
}

/// Divides text into rows.
private struct LineWrapping {
  let columns: Int
  var rows = [""]
  var column = 0

  init(columns: Int) { self.columns = columns }

  mutating func newRow() {
    rows.append("")
    column = 0
  }

  /// Starts a new row if a character of a width does not fit into the current one.
  mutating func makeRoom(for width: Int) { if column + width > columns { newRow() } }

  mutating func add(_ cells: [TerminalText.Cell]) {
    for cell in cells {
      makeRoom(for: cell.width)
      rows[rows.count - 1] += cell.text
      column += cell.width
    }
  }
}
