/// Measures and cuts text by its width on a terminal. The functions are pure, and do not depend on
/// the system's locale.
public enum TerminalText {
  /// Returns the number of columns that a text takes in one row. Escape sequences for colours take
  /// none.
  public static func width(of text: String) -> Int {
    cells(of: text).reduce(0) { $0 + $1.width }
  }

  /// Returns the number of columns that a character takes: 2 for East Asian wide characters and
  /// emoji, otherwise 0 or 1.
  public static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first(where: { width(of: $0) > 0 }) ?? scalars.first else { return 0 }
    let isEmoji = scalars.contains("\u{FE0F}") && base.properties.isEmoji
    let isFlag = scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    return isEmoji || isFlag ? 2 : width(of: base)
  }

  /// Returns the beginning of a text that fits into a number of columns.
  ///
  /// Control characters are removed. Tabs become spaces up to the next multiple of eight columns.
  /// If the text contains colours, the result ends with a reset.
  public static func clipped(_ text: String, to columns: Int) -> String {
    var (result, used, isStyled) = ("", 0, false)
    for cell in cells(of: text) {
      if used + cell.width > columns { break }
      used += cell.width
      result += cell.text
      isStyled = isStyled || cell.isStyle
    }
    return isStyled ? result + "\u{1B}[0m" : result
  }

  /// A character and its width, or an escape sequence for colours.
  package struct Cell: Hashable, Sendable {
    package var text: String
    package var width: Int
    package var isStyle: Bool

    package init(text: String, width: Int, isStyle: Bool = false) {
      self.text = text
      self.width = width
      self.isStyle = isStyle
    }
  }

  /// Returns the characters and escape sequences of a text. Line ends and other control characters
  /// are left out.
  package static func cells(of text: String, keepsStyle: Bool = true) -> [Cell] {
    var (cells, column) = ([Cell](), 0)
    var rest = text[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        let sequence = escape(at: rest)
        rest = rest.dropFirst(sequence.count)
        if keepsStyle && sequence.last == "m" {
          cells.append(Cell(text: String(sequence), width: 0, isStyle: true))
        }
        continue
      }
      rest.removeFirst()
      if let cell = cell(of: character, at: column) {
        cells.append(cell)
        column += cell.width
      }
    }
    return cells
  }

  private static func cell(of character: Character, at column: Int) -> Cell? {
    if character == "\t" {
      let width = 8 - column % 8
      return Cell(text: String(repeating: " ", count: width), width: width)
    }
    guard let first = character.unicodeScalars.first,
      first.properties.generalCategory != .control
    else { return nil }
    return Cell(text: String(character), width: width(of: character))
  }

  /// Returns the escape sequence at the beginning of a text.
  private static func escape(at text: Substring) -> Substring {
    let scalars = text.unicodeScalars.dropFirst()
    guard scalars.first == "[" else { return text.prefix(scalars.isEmpty ? 1 : 2) }
    guard let end = text.dropFirst(2).firstIndex(where: { ("@"..."~").contains($0) }) else {
      return text
    }
    return text[...end]
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || scalar.value == 0xAD ? 0 : 1 }
    // Terminals draw the middle and last parts of a Hangul syllable into its first part.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value) {
      return 2
    }
    return isWide(scalar.value) ? 2 : 1
  }

  /// The blocks of Unicode whose characters have the property East Asian Width W or F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x18CFF,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248,
    0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].contains(value) { return true }
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
