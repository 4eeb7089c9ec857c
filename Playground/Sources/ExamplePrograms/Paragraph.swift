import KatanaConsole

/// A text that is broken between words into lines of limited width. What controls a terminal is left
/// out, because texts of others are not trusted.
public struct Paragraph {
  private let text: String
  private let width: Int

  /// Creates a paragraph with lines of at most `width` columns, unless a word is longer.
  public init(text: String, width: Int = 80) {
    self.text = text
    self.width = width
  }

  /// The lines.
  public var lines: [String] {
    TerminalText.visible(text.replacing("\t", with: "    "), keepsLines: true)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap(wrapped)
  }

  /// Breaks a line between words, if it is too long. The lines that it becomes have its indentation, as
  /// in code.
  private func wrapped(_ line: Substring) -> [String] {
    if TerminalText.width(of: String(line)) <= width {
      return [String(line.reversed().drop(while: \.isWhitespace).reversed())]
    }
    let columns = line.prefix(while: \.isWhitespace).count
    let indentation = String(repeating: " ", count: min(columns, width / 2))
    var lines = [""]
    for word in line.split(whereSeparator: \.isWhitespace).map(String.init) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = indentation + word
      } else if TerminalText.width(of: last) + 1 + TerminalText.width(of: word) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indentation + word)
      }
    }
    return lines
  }
}
