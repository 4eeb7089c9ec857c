/// Measures and cuts text by its width on a terminal. The functions are pure, and do not depend on
/// the system's locale.
public enum TerminalText {
  /// Returns the number of columns that a text takes in one row. Escape sequences for colours take
  /// none.
  public static func width(of text: String) -> Int {
    cells(of: text).reduce(0) { $0 + $1.width }
  }

  /// Returns the number of columns that a character takes.
  ///
  /// East Asian wide characters and emoji take 2, marks on other characters 0. A character that
  /// consists of several letters, as in Thai or Devanagari, takes as many columns as they do.
  public static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let width = scalars.reduce(0) { $0 + TerminalWidths.width(of: $1) }
    // Terminals draw the scalars of an emoji into one picture.
    guard scalars.count > 1, scalars.first?.properties.isEmoji == true else { return width }
    return scalars.contains("\u{FE0F}") ? 2 : min(width, 2)
  }

  /// Returns the beginning of a text that fits into a number of columns.
  ///
  /// Control characters, and escape sequences other than those for colours, are removed. Tabs
  /// become spaces up to the next multiple of eight columns. If the text contains colours, the
  /// result ends with a reset.
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

  /// Returns a text of others so that it can be printed: it can neither control the terminal nor
  /// change the order of the text around it.
  ///
  /// Escape sequences are removed by the grammar of ECMA-48, colours too. Other control characters,
  /// and the controls of the direction of writing, are removed. Tabs and line ends become spaces.
  ///
  /// - Parameters:
  ///   - text: The text, for example from a file or a server.
  ///   - keepsLines: Whether line ends stay, as `\n`.
  public static func plain(_ text: String, keepsLines: Bool = false) -> String {
    var scalars = withoutControls(text, lineEnd: keepsLines ? "\n" : " ").unicodeScalars
    scalars.removeAll { $0.properties.isBidiControl }
    return String(scalars)
  }

  /// Returns a text without escape sequences and control characters, and with other line ends.
  static func withoutControls(_ text: String, lineEnd: Character) -> String {
    var (result, isAfterReturn) = ("", false)
    for piece in TerminalPieces(text) {
      switch piece {
      case .text(let part): result += part
      case .control("\t"): result += " "
      case .control("\n") where isAfterReturn: break
      case .control(let scalar) where Character(scalar).isNewline: result.append(lineEnd)
      case .control, .sequence, .incomplete: break
      }
      isAfterReturn = piece == .control("\r")
    }
    return result
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

  /// Returns the characters and the escape sequences for colours of a text. Other escape sequences,
  /// line ends and other control characters are left out.
  package static func cells(of text: String, keepsStyle: Bool = true) -> [Cell] {
    var (cells, column, shown) = ([Cell](), 0, "")
    // Characters that only a removed sequence divides belong together.
    func endText() {
      for character in shown {
        cells += self.cells(of: character)
        column += width(of: character)
      }
      shown = ""
    }
    for piece in TerminalPieces(text) {
      switch piece {
      case .text(let part): shown += part
      case .control("\t"):
        endText()
        let width = 8 - column % 8
        cells.append(Cell(text: String(repeating: " ", count: width), width: width))
        column += width
      case .sequence(let parameters, "m") where keepsStyle && isStyle(parameters):
        endText()
        cells.append(Cell(text: "\u{1B}[\(parameters)m", width: 0, isStyle: true))
      case .control, .sequence, .incomplete: break
      }
    }
    endText()
    return cells
  }

  /// Whether these are parameters of a colour. Others ending with `m`, such as `>4;2`, switch
  /// modes.
  private static func isStyle(_ parameters: String) -> Bool {
    parameters.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }
  }

  /// Returns a character as cells of at most two columns.
  ///
  /// Almost every character is one cell. A cluster of several letters is divided, because it may be
  /// wider than a row.
  package static func cells(of character: Character) -> [Cell] {
    let width = width(of: character)
    if width <= 2 { return [Cell(text: String(character), width: width)] }
    var cells: [Cell] = []
    for scalar in character.unicodeScalars {
      let width = TerminalWidths.width(of: scalar)
      if width > 0 || cells.isEmpty {
        cells.append(Cell(text: String(scalar), width: width))
      } else {
        cells[cells.count - 1].text.unicodeScalars.append(scalar)
      }
    }
    return cells
  }
}
