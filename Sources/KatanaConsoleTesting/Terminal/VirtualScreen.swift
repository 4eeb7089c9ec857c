public import KatanaConsole

/// A small emulator of a terminal's screen, for tests of what a program shows. Pure.
///
/// It interprets what Katana writes: text with wide characters, line feeds, cursor moves, erasing,
/// the alternate buffer, and hiding the cursor. Colours, links and other escape sequences are
/// ignored.
public struct VirtualScreen: Sendable {
  private struct Buffer: Sendable {
    /// The texts of the columns. A wide character is in the first of its columns; the second is
    /// empty.
    var rows: [[String]]
    var row = 0
    var column = 0
  }

  /// The size of the screen.
  public let size: TerminalSize
  /// Whether the cursor is hidden.
  public private(set) var isCursorHidden = false
  /// Whether the alternate buffer is shown, which full-screen programs use.
  public private(set) var isFullScreen = false
  /// The modes that are switched on, such as `"2004"` for bracketed paste.
  public private(set) var modes: Set<String> = []
  /// The rows that were scrolled out at the top, in order; those of the alternate buffer are lost.
  public private(set) var scrolledOut: [String] = []

  private var buffer: Buffer
  private var normal: Buffer?
  /// An escape sequence that is not complete.
  private var pending = ""

  /// Creates an empty screen.
  public init(size: TerminalSize = TerminalSize(columns: 80, rows: 24)) {
    self.size = size
    buffer = Buffer(rows: Array(repeating: Self.emptyRow(size), count: size.rows))
  }

  private static func emptyRow(_ size: TerminalSize) -> [String] {
    Array(repeating: " ", count: size.columns)
  }

  /// The visible rows, without spaces at their ends and without empty rows at the bottom.
  public var lines: [String] {
    var lines = buffer.rows.map(Self.text)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func text(_ row: [String]) -> String {
    var text = row.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The row and the column of the cursor, from 0.
  public var cursor: TerminalScreen.Cursor {
    TerminalScreen.Cursor(row: buffer.row, column: min(buffer.column, size.columns - 1))
  }

  /// Shows text that a program writes, and performs its escape sequences.
  public mutating func write(_ text: String) {
    let text = pending + text
    pending = ""
    for piece in TerminalPieces(text) {
      switch piece {
      case .text(let part):
        for cell in part.flatMap({ TerminalText.cells(of: $0) }) { put(cell) }
      case .control(let scalar): perform(scalar)
      case .sequence(let parameters, let final): perform(Character(final), parameters)
      case .incomplete(let part): pending = String(part)
      }
    }
  }

  private mutating func perform(_ control: Unicode.Scalar) {
    switch control {
    case "\n":
      // As in a real terminal, a line feed includes the carriage return.
      buffer.column = 0
      lineFeed()
    case "\r": buffer.column = 0
    case "\u{8}": buffer.column = max(buffer.column - 1, 0)
    default: break
    }
  }

  private mutating func lineFeed() {
    if buffer.row < size.rows - 1 {
      buffer.row += 1
      return
    }
    let first = buffer.rows.removeFirst()
    if !isFullScreen { scrolledOut.append(Self.text(first)) }
    buffer.rows.append(Self.emptyRow(size))
  }

  private mutating func put(_ cell: TerminalText.Cell) {
    let width = cell.width
    if width == 0 || width > size.columns { return }
    if buffer.column + width > size.columns {
      buffer.column = 0
      lineFeed()
    }
    clearHalf(at: buffer.column)
    if width == 2 { clearHalf(at: buffer.column + 1) }
    buffer.rows[buffer.row][buffer.column] = cell.text
    if width == 2 { buffer.rows[buffer.row][buffer.column + 1] = "" }
    buffer.column += width
  }

  /// Erases the other half of a wide character whose half is overwritten.
  private mutating func clearHalf(at column: Int) {
    let isSecondHalf = buffer.rows[buffer.row][column].isEmpty
    if isSecondHalf { buffer.rows[buffer.row][column - 1] = " " }
    let isFirstHalf =
      column + 1 < size.columns && buffer.rows[buffer.row][column + 1].isEmpty && !isSecondHalf
    if isFirstHalf { buffer.rows[buffer.row][column + 1] = " " }
  }

  private mutating func perform(_ command: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    let count = max(numbers.first ?? 1, 1)
    let column = min(buffer.column, size.columns - 1)
    switch command {
    case "A": (buffer.row, buffer.column) = (max(buffer.row - count, 0), column)
    case "B": (buffer.row, buffer.column) = (min(buffer.row + count, size.rows - 1), column)
    case "C": buffer.column = min(column + count, size.columns - 1)
    case "D": buffer.column = max(column - count, 0)
    case "H":
      buffer.row = min(count, size.rows) - 1
      buffer.column = min(numbers.count > 1 ? numbers[1] : 1, size.columns) - 1
    case "J": eraseScreen(numbers.first ?? 0, from: column)
    case "K": eraseRow(numbers.first ?? 0, from: column)
    case "h", "l": set(parameters, command == "h")
    default: break
    }
  }

  private mutating func eraseRow(_ kind: Int, from column: Int) {
    let range = kind == 2 ? 0..<size.columns : kind == 1 ? 0..<column + 1 : column..<size.columns
    for index in range { buffer.rows[buffer.row][index] = " " }
  }

  private mutating func eraseScreen(_ kind: Int, from column: Int) {
    if kind == 0 { eraseRow(0, from: column) }
    let range = kind == 2 ? 0..<size.rows : kind == 0 ? buffer.row + 1..<size.rows : 0..<buffer.row
    for index in range { buffer.rows[index] = Self.emptyRow(size) }
  }

  private mutating func set(_ parameters: String, _ isOn: Bool) {
    for mode in parameters.dropFirst().split(separator: ";") {
      if isOn { modes.insert(String(mode)) } else { modes.remove(String(mode)) }
      if mode == "25" { isCursorHidden = !isOn }
      if mode == "1049" { setFullScreen(isOn) }
    }
  }

  private mutating func setFullScreen(_ isOn: Bool) {
    guard isOn != isFullScreen else { return }
    isFullScreen = isOn
    if isOn {
      normal = buffer
      buffer.rows = Array(repeating: Self.emptyRow(size), count: size.rows)
    } else if let normal {
      buffer = normal
    }
  }
}
