import KatanaConsole
import KatanaViews

/// A part of a line that has one style.
struct TextRun {
  var text: Substring
  var style: ViewStyle
  var width: Int
  /// The address to which it leads.
  var link: String?
}

/// A line of a text.
typealias TextLine = [TextRun]

extension TextLine {
  var width: Int { reduce(0) { $0 + $1.width } }
}

/// Divides texts into lines.
enum TextLines {
  /// Returns the number of columns of a text of one line.
  static func width(of text: Substring) -> Int {
    if let width = text.utf8.withContiguousStorageIfAvailable({ isPlain($0) ? $0.count : nil }),
      let width
    {
      return width
    }
    return text.reduce(0) { $0 + TerminalText.width(of: $1) }
  }

  static func width(of text: String) -> Int { width(of: text[...]) }

  /// Returns the lines of a clean text, in which each line end is one byte.
  static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Returns a text without what controls a terminal. Line ends stay.
  static func clean(_ text: String) -> String {
    let isClean = text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 10 }
    return isClean ? text : TerminalText.plain(text, keepsLines: true)
  }

  /// Returns a text without what controls a terminal. One that is wider than a number of columns ends
  /// with an ellipsis.
  static func cut(_ text: String, to columns: Int) -> String {
    let text = clean(text)
    if width(of: text) <= columns { return text }
    var used = 1
    let kept = text.prefix {
      used += TerminalText.width(of: $0)
      return used <= columns
    }
    return columns > 0 ? kept + "…" : ""
  }

  /// Divides a text into lines that are not wider than a number of columns, between words where
  /// possible.
  static func wrapped(_ text: String, _ style: ViewStyle, to columns: Int) -> [TextLine] {
    wrapped([StyledText(text)], style, to: columns)
  }

  /// Divides a text whose parts differ in style into lines.
  static func wrapped(_ parts: [StyledText], _ style: ViewStyle, to columns: Int) -> [TextLine] {
    var wrapping = LineWrapping(columns: max(columns, 1))
    for part in parts {
      let pieces = Self.lines(of: clean(part.text))
      for (index, piece) in pieces.enumerated() {
        if index > 0 { wrapping.endLine() }
        wrapping.link = part.link
        wrapping.add(piece, style.union(part.style))
      }
    }
    return wrapping.finished()
  }
}

/// Collects words into lines.
private struct LineWrapping {
  let columns: Int
  private var lines: [TextLine] = []
  private var line: TextLine = []
  private var used = 0
  /// The address to which what is added leads.
  var link: String?

  init(columns: Int) { self.columns = columns }

  mutating func endLine() {
    lines.append(line)
    line = []
    used = 0
  }

  mutating func finished() -> [TextLine] {
    endLine()
    return lines
  }

  /// Adds a text without line ends, word by word. The spaces at which a line is broken are left out.
  mutating func add(_ text: Substring, _ style: ViewStyle) {
    let width = TextLines.width(of: text)
    if used + width <= columns { return append(text, style, width) }
    var start = text.startIndex
    while start < text.endIndex {
      let isSpace = text[start] == " "
      let end =
        text[start...].firstIndex { ($0 == " ") != isSpace } ?? text.endIndex
      let word = text[start..<end]
      let width = TextLines.width(of: word)
      if used + width <= columns {
        append(word, style, width)
      } else if isSpace {
        endLine()
      } else {
        if used > 0 {
          removeSpaceAtEnd()
          endLine()
        }
        addLong(word, style)
      }
      start = end
    }
  }

  /// Adds a word at the start of a line. A word that is wider than a line is divided.
  private mutating func addLong(_ word: Substring, _ style: ViewStyle) {
    var start = word.startIndex
    var part = 0
    for index in word.indices {
      let width = TerminalText.width(of: word[index])
      if part + width > columns, part > 0 {
        append(word[start..<index], style, part)
        endLine()
        (start, part) = (index, 0)
      }
      part += width
    }
    append(word[start...], style, part)
  }

  private mutating func append(_ text: Substring, _ style: ViewStyle, _ width: Int) {
    used += width
    if let last = line.last, last.style == style, last.link == link,
      last.text.endIndex == text.startIndex,
      last.text.base == text.base
    {
      line[line.count - 1].text = text.base[last.text.startIndex..<text.endIndex]
      line[line.count - 1].width += width
    } else {
      line.append(TextRun(text: text, style: style, width: width, link: link))
    }
  }

  private mutating func removeSpaceAtEnd() {
    while let last = line.last, last.text.allSatisfy({ $0 == " " }) { line.removeLast() }
    guard let last = line.last else { return }
    let spaces = last.text.reversed().prefix { $0 == " " }.count
    line[line.count - 1].text = last.text.dropLast(spaces)
    line[line.count - 1].width -= spaces
  }
}
