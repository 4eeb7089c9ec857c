import Foundation
import KatanaConsole

/// A terminal for tests: text, colours and other attributes, and the regions that scroll. It shares
/// with the painter only the widths of characters.
struct TerminalModel: Equatable {
  struct Look: Hashable {
    /// Bold, dim, italic, underlined, inverse.
    var attributes: Set<Int> = []
    var foreground = ""
    var background = ""
    /// The address to which it leads.
    var link = ""
  }

  struct Column: Hashable {
    /// Empty in the second column of a wide character.
    var text = " "
    var look = Look()
  }

  let width: Int
  let height: Int
  private(set) var rows: [[Column]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isCursorHidden = false
  private(set) var modes: Set<String> = []
  /// The number of times that the whole screen was erased.
  private(set) var clears = 0
  /// What it does not know; a painter that writes it is wrong.
  private(set) var unknown: [String] = []
  /// The number of titles on the stack.
  private(set) var keptTitles = 0
  private var look = Look()
  private var region: ClosedRange<Int>
  /// Whether the last column was written, so that the next character begins a new line.
  private var isBehindLast = false

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    rows = Array(repeating: Array(repeating: Column(), count: width), count: height)
    region = 0...max(height - 1, 0)
  }

  /// What a person sees.
  var shown: Shown {
    Shown(
      rows: rows, cursor: isCursorHidden ? nil : [row, min(column, width - 1)], unknown: unknown)
  }

  struct Shown: Equatable {
    var rows: [[Column]]
    var cursor: [Int]?
    var unknown: [String]
  }

  var lines: [String] {
    var lines = rows.map { row -> String in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  mutating func write(_ bytes: String) {
    // A link is `ESC ] 8 ; parameters ; address ESC \`.
    let parts = bytes.components(separatedBy: "\u{1B}]8;")
    writeWithoutLinks(parts[0])
    for part in parts.dropFirst() {
      let end = part.range(of: "\u{1B}\\")
      let head = part[..<(end?.lowerBound ?? part.endIndex)]
      look.link = head.firstIndex(of: ";").map { String(head[head.index(after: $0)...]) } ?? "?"
      writeWithoutLinks(end.map { String(part[$0.upperBound...]) } ?? "")
    }
  }

  private mutating func writeWithoutLinks(_ bytes: String) {
    for piece in TerminalPieces(bytes) {
      switch piece {
      case .text(let text):
        for cell in text.flatMap({ TerminalText.cells(of: $0) }) { put(cell.text, cell.width) }
      case .control("\r"): (column, isBehindLast) = (0, false)
      // The system writes a carriage return before it (ONLCR).
      case .control("\n"):
        column = 0
        lineFeed()
      case .control("\u{7}"): break
      case .control(let scalar): unknown.append("\(scalar.value)")
      case .sequence(let parameters, let final): perform(Character(final), parameters)
      case .incomplete(let part): unknown.append(String(part))
      }
    }
  }

  private mutating func put(_ text: String, _ columns: Int) {
    guard columns > 0, columns <= width else { return }
    if isBehindLast || column + columns > width {
      column = 0
      lineFeed()
    }
    clearHalf(column)
    if columns == 2 { clearHalf(column + 1) }
    rows[row][column] = Column(text: text, look: look)
    if columns == 2 { rows[row][column + 1] = Column(text: "", look: look) }
    column += columns
    isBehindLast = column == width
    if isBehindLast { column = width - 1 }
  }

  /// Erases the other half of a wide character.
  private mutating func clearHalf(_ column: Int) {
    if rows[row][column].text.isEmpty {
      rows[row][column - 1].text = " "
    } else if column + 1 < width, rows[row][column + 1].text.isEmpty {
      rows[row][column + 1].text = " "
    }
  }

  private mutating func lineFeed() {
    isBehindLast = false
    if row == region.upperBound {
      moveLines(from: region.lowerBound, by: 1)
    } else if row < height - 1 {
      row += 1
    }
  }

  private var blank: Column { Column(look: Look(background: look.background)) }

  /// Moves the lines from one to the end of the region upwards, or downwards if negative.
  private mutating func moveLines(from first: Int, by count: Int) {
    guard region.contains(first) else { return }
    let empty = Array(repeating: blank, count: width)
    for _ in 0..<min(abs(count), region.upperBound - first + 1) {
      if count > 0 {
        rows.remove(at: first)
        rows.insert(empty, at: region.upperBound)
      } else {
        rows.remove(at: region.upperBound)
        rows.insert(empty, at: first)
      }
    }
  }

  private mutating func perform(_ command: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch command {
    case "H":
      row = min(max(first, 1), height) - 1
      column = min(max(numbers.count > 1 ? numbers[1] : 1, 1), width) - 1
      isBehindLast = false
    case "A", "B", "C", "D":
      let count = max(first, 1)
      if command == "A" { row = max(row - count, 0) }
      if command == "B" { row = min(row + count, height - 1) }
      if command == "C" { column = min(column + count, width - 1) }
      if command == "D" { column = max(column - count, 0) }
      isBehindLast = false
    case "J" where first == 0:
      for x in column..<width { rows[row][x] = blank }
      for y in row + 1..<max(height, row + 1) {
        rows[y] = Array(repeating: blank, count: width)
      }
    case "K" where first == 2: rows[row] = Array(repeating: blank, count: width)
    case "J" where first == 2:
      clears += 1
      for y in 0..<height { rows[y] = Array(repeating: blank, count: width) }
    case "K" where first == 0:
      clearHalf(column)
      for x in column..<width { rows[row][x] = blank }
    case "L", "M":
      moveLines(from: row, by: (command == "M" ? 1 : -1) * max(first, 1))
      (column, isBehindLast) = (0, false)
    case "r":
      let last = numbers.count > 1 ? min(max(numbers[1], 1), height) - 1 : height - 1
      region = max(first, 1) - 1...last
      (row, column, isBehindLast) = (0, 0, false)
    case "m": setLook(numbers)
    case "h", "l":
      for mode in parameters.dropFirst().split(separator: ";").map(String.init) {
        if command == "h" { modes.insert(mode) } else { modes.remove(mode) }
        if mode == "25" { isCursorHidden = command == "l" }
        if mode == "1049" {
          for y in 0..<height { rows[y] = Array(repeating: blank, count: width) }
        }
      }
    case "t" where parameters == "22;2": keptTitles += 1
    case "t" where parameters == "23;2": keptTitles -= 1
    default: unknown.append(parameters + String(command))
    }
  }

  private mutating func setLook(_ numbers: [Int]) {
    var index = 0
    while index < numbers.count {
      switch numbers[index] {
      case 0: look = Look(link: look.link)
      case 1, 2, 3, 4, 7: look.attributes.insert(numbers[index])
      case 30...37: look.foreground = "\(numbers[index])"
      case 38 where index + 2 < numbers.count && numbers[index + 1] == 5:
        look.foreground = "5;\(numbers[index + 2])"
        index += 2
      case 38 where index + 4 < numbers.count && numbers[index + 1] == 2:
        look.foreground =
          "2;" + numbers[index + 2...index + 4].map(String.init).joined(separator: ";")
        index += 4
      case 48 where index + 4 < numbers.count && numbers[index + 1] == 2:
        look.background =
          "2;" + numbers[index + 2...index + 4].map(String.init).joined(separator: ";")
        index += 4
      case 48 where index + 2 < numbers.count && numbers[index + 1] == 5:
        look.background = "5;\(numbers[index + 2])"
        index += 2
      default: unknown.append("\(numbers)m")
      }
      index += 1
    }
  }
}
