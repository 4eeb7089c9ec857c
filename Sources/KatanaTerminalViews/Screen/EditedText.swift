import KatanaConsole
import KatanaViews

/// The text of a field, and the caret in it. Both are counted in characters as people see them, so
/// an emoji with its modifiers is one.
struct EditedText {
  var characters: [Character]
  var caret: Int
  /// Whether the text may have several lines.
  var hasLines: Bool

  init(_ input: ViewInput, caret: Int?) {
    characters = Array(input.text)
    self.caret = min(max(caret ?? characters.count, 0), characters.count)
    hasLines = input.kind == .area
  }

  var text: String { String(characters) }

  /// Inserts a text at the caret.
  mutating func insert(_ text: String) {
    let clean = TerminalText.plain(text, keepsLines: hasLines)
    // A mark joins the letter before it, so the number of characters may not grow.
    let before = String(characters[..<caret]) + clean
    let after = String(characters[caret...])
    characters = Array(before + after)
    caret = min(before.count, characters.count)
  }

  /// Performs a key. Returns `nil` if the key is none of editing.
  mutating func edit(_ stroke: KeyStroke, columns: Int) -> Bool? {
    let isWord = !stroke.modifiers.isDisjoint(with: [.control, .alt])
    switch stroke.key {
    case .character(let character) where stroke.modifiers.isSubset(of: .shift):
      insert(String(character))
    case .character("a") where stroke.modifiers == .control: caret = lineStart
    case .character("e") where stroke.modifiers == .control: caret = lineEnd
    case .character("u") where stroke.modifiers == .control: remove(lineStart..<caret)
    case .character("k") where stroke.modifiers == .control: remove(caret..<lineEnd)
    case .character("w") where stroke.modifiers == .control: remove(wordStart..<caret)
    case .backspace: remove((isWord ? wordStart : max(caret - 1, 0))..<caret)
    case .delete: remove(caret..<(isWord ? wordEnd : min(caret + 1, characters.count)))
    case .left: caret = isWord ? wordStart : max(caret - 1, 0)
    case .right: caret = isWord ? wordEnd : min(caret + 1, characters.count)
    case .home: caret = lineStart
    case .end: caret = lineEnd
    case .enter where hasLines && stroke.modifiers.isEmpty: insert("\n")
    case .up where hasLines: return moveLine(-1, columns)
    case .down where hasLines: return moveLine(1, columns)
    default: return nil
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    caret = range.lowerBound
    // The characters on both sides may have become one.
    let joined = Array(String(characters))
    if joined.count != characters.count {
      caret = min(String(characters[..<caret]).count, joined.count)
      characters = joined
    }
  }

  private var lineStart: Int {
    hasLines ? characters[..<caret].lastIndex(of: "\n").map { $0 + 1 } ?? 0 : 0
  }

  private var lineEnd: Int {
    hasLines ? characters[caret...].firstIndex(of: "\n") ?? characters.count : characters.count
  }

  private var wordStart: Int {
    var index = caret
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = caret
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    while index < characters.count, !characters[index].isWhitespace { index += 1 }
    return index
  }

  /// Moves the caret to another line at about the same column. Returns `nil` if there is none.
  private mutating func moveLine(_ step: Int, _ columns: Int) -> Bool? {
    let lines = Self.lines(characters, columns: columns)
    guard let line = lines.lastIndex(where: { $0.lowerBound <= caret }),
      lines.indices.contains(line + step)
    else { return nil }
    let column = Self.width(characters[lines[line].lowerBound..<caret])
    let target = lines[line + step]
    caret = target.lowerBound
    while caret < target.upperBound,
      Self.width(characters[target.lowerBound...caret]) <= column
    {
      caret += 1
    }
    return true
  }

  // MARK: How a text is shown

  /// Returns the columns of characters. One that has no width takes a column, so that the caret can
  /// stand on it.
  static func width(_ characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + max(TerminalText.width(of: $1), 1) }
  }

  /// Returns characters as they are shown; those that cannot be shown as `·`.
  static func shown(_ characters: ArraySlice<Character>) -> String {
    String(characters.map { TerminalText.width(of: $0) > 0 && !$0.isNewline ? $0 : "·" })
  }

  /// Divides a text into lines of a number of columns. A line end belongs to no line.
  static func lines(_ characters: [Character], columns: Int) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var used = 0
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        lines.append(start..<index)
        (start, used) = (index + 1, 0)
        continue
      }
      let width = max(TerminalText.width(of: character), 1)
      if used + width > max(columns - 1, 1), used > 0 {
        lines.append(start..<index)
        (start, used) = (index, 0)
      }
      used += width
    }
    lines.append(start..<characters.count)
    return lines
  }
}
