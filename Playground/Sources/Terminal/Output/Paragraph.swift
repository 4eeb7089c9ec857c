import KatanaEffects

/// A text that is broken between words into lines of limited width.
struct Paragraph {
  var text: String
  var width = 80

  var lines: [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap(wrapped)
  }

  private func wrapped(_ line: Substring) -> [String] {
    var lines = [""]
    for word in line.split(whereSeparator: \.isWhitespace) {
      let word = String(word).printable
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if TerminalText.width(of: last) + 1 + TerminalText.width(of: word) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
