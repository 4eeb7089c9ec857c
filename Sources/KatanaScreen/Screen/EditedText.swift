import KatanaConsole
import KatanaViews

/// The text of a field, and the caret in it.
///
/// The caret is an offset in UTF-8 that stands between two characters as people see them, so an emoji
/// with its modifiers is passed at once. What a key costs does not depend on the length of the text,
/// except for copying it.
struct EditedText {
  private(set) var text: String
  private(set) var caret: Int
  /// Where the selection began; `nil` if nothing is selected.
  private(set) var anchor: Int?
  private let kind: ViewInput.Kind
  private let suggestion: String

  /// Creates a text with its caret at an offset; at the end if that is `nil`.
  init(_ input: ViewInput, caret: Int?, anchor: Int? = nil) {
    text = input.text
    text.makeContiguousUTF8()
    (kind, suggestion) = (input.kind, input.suggestion)
    self.caret = 0
    self.caret = aligned(caret ?? text.utf8.count)
    self.anchor = anchor.map(aligned)
  }

  /// What is selected; `nil` if nothing is.
  private var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  /// The text that is selected; `nil` if nothing is.
  var selected: String? {
    selection.map { String(text[index($0.lowerBound)..<index($0.upperBound)]) }
  }

  private var hasLines: Bool { kind == .area }

  /// Whether a key that moves the caret to the right takes what is suggested.
  private var isCompleted: Bool {
    !suggestion.isEmpty && caret == text.utf8.count && selection == nil
  }

  private func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  private func offset(_ index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  /// Returns the start of the character at an offset.
  private func aligned(_ offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= text.utf8.count { return text.utf8.count }
    let next = text.index(after: index(offset))
    return self.offset(text.index(before: next))
  }

  /// Inserts a text at the caret, without what controls a terminal.
  ///
  /// An area keeps line ends, tabs and marks of direction. In a field of one line, they become spaces,
  /// and the line end with which a paste may end is left out.
  mutating func insert(_ new: String) {
    var clean = ""
    if hasLines {
      var piece = ""
      for scalar in new.unicodeScalars {
        guard ["\t", "\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar) else {
          piece.unicodeScalars.append(scalar)
          continue
        }
        clean += TerminalText.plain(piece, keepsLines: true)
        clean.unicodeScalars.append(scalar)
        piece = ""
      }
      clean += TerminalText.plain(piece, keepsLines: true)
    } else {
      let isEnded = new.count > 1 && new.last?.isNewline == true
      clean = TerminalText.plain(isEnded ? String(new.dropLast()) : new)
    }
    replace(selection ?? caret..<caret, with: clean)
  }

  /// Removes what is selected.
  mutating func cut() { if let selection { remove(selection) } }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let end = range.lowerBound + new.utf8.count
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: new)
    // The characters on both sides may have become one.
    let start = aligned(end)
    caret =
      start == end || start == text.utf8.count ? start : offset(text.index(after: index(start)))
    anchor = nil
  }

  /// Performs a key. Returns whether it is one of editing.
  ///
  /// - Parameters:
  ///   - lines: The lines of an area.
  ///   - page: The number of lines that Page Up and Page Down pass.
  ///   - submits: Whether Enter alone submits the text.
  mutating func edit(
    _ stroke: KeyStroke, lines: AreaLines?, page: Int = 1, submits: Bool = false
  ) -> Bool {
    let (before, selection) = (caret, selection)
    guard isEdited(by: stroke, lines, page, submits) else { return false }
    guard Self.moves(stroke) else { return true }
    if stroke.modifiers.contains(.shift) {
      anchor = anchor ?? before
    } else {
      anchor = nil
      // Without Shift, an arrow goes to the end of what was selected.
      if let selection, stroke.modifiers.isEmpty {
        if stroke.key == .left { caret = selection.lowerBound }
        if stroke.key == .right { caret = selection.upperBound }
      }
    }
    return true
  }

  /// Whether a key moves the caret, and changes nothing.
  private static func moves(_ stroke: KeyStroke) -> Bool {
    switch stroke.key {
    case .left, .right, .up, .down, .home, .end, .pageUp, .pageDown: true
    case .character("a"), .character("e"): stroke.modifiers == .control
    default: false
    }
  }

  private mutating func isEdited(
    by stroke: KeyStroke, _ lines: AreaLines?, _ page: Int, _ submits: Bool
  ) -> Bool {
    let isWord = !stroke.modifiers.isDisjoint(with: [.control, .alt])
    switch stroke.key {
    case .character("a") where stroke.modifiers == .alt: (anchor, caret) = (0, text.utf8.count)
    case .backspace where selection != nil, .delete where selection != nil: cut()
    case .right where stroke.modifiers.isEmpty && isCompleted, .end where isCompleted:
      replace(0..<text.utf8.count, with: suggestion)
    case .character(let character) where stroke.modifiers.isSubset(of: .shift):
      insert(String(character))
    case .character("a") where stroke.modifiers == .control: caret = lineStart
    case .character("e") where stroke.modifiers == .control: caret = lineEnd
    case .character("u") where stroke.modifiers == .control: remove(lineStart..<caret)
    case .character("k") where stroke.modifiers == .control: remove(caret..<lineEnd)
    case .character("w") where stroke.modifiers == .control: remove(wordStart..<caret)
    case .backspace: remove((isWord ? wordStart : before)..<caret)
    case .delete: remove(caret..<(isWord ? wordEnd : after))
    case .left: caret = isWord ? wordStart : before
    case .right: caret = isWord ? wordEnd : after
    case .home: caret = lineStart
    case .end: caret = lineEnd
    case .enter where hasLines && (stroke.modifiers.isEmpty ? !submits : Self.isNewLine(stroke)):
      insert("\n")
    case .up where hasLines: return moveLine(-1, lines)
    case .down where hasLines: return moveLine(1, lines)
    case .pageUp where hasLines: return moveLine(-page, lines, stopping: true)
    case .pageDown where hasLines: return moveLine(page, lines, stopping: true)
    default: return false
    }
    return true
  }

  /// Returns whether a field takes a key, so that no view around it gets the key.
  static func takes(_ stroke: KeyStroke, _ kind: ViewInput.Kind) -> Bool {
    switch stroke.key {
    case .character(let character):
      stroke.modifiers.isSubset(of: .shift)
        || stroke.modifiers == .control && "aeukw_".contains(character)
        || stroke.modifiers == .alt && "aczZx".contains(character)
    case .backspace, .delete, .left, .right, .home, .end: true
    case .enter: kind == .area && (stroke.modifiers.isEmpty || isNewLine(stroke))
    case .up, .down, .pageUp, .pageDown: kind == .area && stroke.modifiers.isSubset(of: .shift)
    default: false
    }
  }

  /// Whether Enter with this modifier begins a line wherever it stands.
  private static func isNewLine(_ stroke: KeyStroke) -> Bool {
    stroke.modifiers == .alt || stroke.modifiers == .shift
  }

  private mutating func remove(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, with: "") }
  }

  private var before: Int { caret == 0 ? 0 : offset(text.index(before: index(caret))) }
  private var after: Int {
    caret == text.utf8.count ? caret : offset(text.index(after: index(caret)))
  }

  private var lineStart: Int {
    guard hasLines else { return 0 }
    return text.utf8[..<index(caret)].lastIndex(of: 10).map { offset($0) + 1 } ?? 0
  }

  private var lineEnd: Int {
    guard hasLines else { return text.utf8.count }
    return text.utf8[index(caret)...].firstIndex(of: 10).map { offset($0) } ?? text.utf8.count
  }

  private var wordStart: Int {
    let rest = text[..<index(caret)].reversed().drop { $0.isWhitespace }
    return offset(rest.drop { !$0.isWhitespace }.startIndex.base)
  }

  private var wordEnd: Int {
    let rest = text[index(caret)...].drop { $0.isWhitespace }
    return offset(rest.drop { !$0.isWhitespace }.startIndex)
  }

  /// Moves the caret to another line at about the same column. Returns whether there is one.
  ///
  /// - Parameter stopping: Whether the first and the last line are reached where there are not enough.
  private mutating func moveLine(_ step: Int, _ lines: AreaLines?, stopping: Bool = false) -> Bool {
    guard let lines, case let line = lines.line(of: caret) else { return false }
    let next = stopping ? min(max(line + step, 0), lines.count - 1) : line + step
    guard next != line, next >= 0, next < lines.count else { return false }
    let column = FieldText.width(text[index(lines[line].lowerBound)..<index(caret)])
    caret = lines.offset(ofColumn: column, line: next, in: text)
    return true
  }
}

/// How the text of a field is shown.
enum FieldText {
  /// Returns the columns of a character. One that has no width takes a column, so that the caret can
  /// stand on it.
  static func width(_ character: Character) -> Int { max(TerminalText.width(of: character), 1) }

  static func width(_ text: Substring) -> Int {
    if text.utf8.withContiguousStorageIfAvailable(isPlain) == true { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// Returns the index of the character at a column; the end behind the last one.
  static func index(ofColumn column: Int, in text: Substring, isSecret: Bool = false)
    -> String.Index
  {
    var used = 0
    return text.indices.first {
      used += isSecret ? 1 : width(text[$0])
      return used > column
    } ?? text.endIndex
  }

  /// Returns characters as they are shown; those that cannot be shown as `·`.
  static func shown(_ text: Substring) -> String {
    if text.utf8.withContiguousStorageIfAvailable(isPlain) == true { return String(text) }
    return String(text.map { TerminalText.width(of: $0) > 0 && !$0.isNewline ? $0 : "·" })
  }

  /// Returns the part of a text of one line that stands in a number of columns, so that the caret, which
  /// takes a column, is visible; and the column of the caret.
  ///
  /// - Parameter first: The offset at which the part begins if the caret is visible then.
  static func window(
    _ text: String, caret: Int, from first: Int? = nil, columns: Int, isSecret: Bool
  ) -> (shown: Substring, caret: Int) {
    func width(_ character: Character) -> Int { isSecret ? 1 : self.width(character) }
    let end = text.utf8.index(text.startIndex, offsetBy: caret)
    var (start, used) = (end, 0)
    let former = first.map { text.utf8.index(text.startIndex, offsetBy: min($0, caret)) }
    while start > former ?? text.startIndex {
      let before = text.index(before: start)
      let width = width(text[before])
      if used + width >= max(columns, 1) { break }
      (start, used) = (before, used + width)
    }
    var (last, room) = (end, columns - used)
    while last < text.endIndex, room > 0 {
      room -= width(text[last])
      last = text.index(after: last)
    }
    return (text[start..<last], used)
  }
}

/// The lines of a text area, as offsets in UTF-8. A line end belongs to no line.
struct AreaLines: Equatable {
  private var ranges: [Range<Int>] = []

  /// Divides a text into lines of a number of columns, of which the caret needs one. Only the paragraphs
  /// that differ from a former text, in the same columns, are divided again.
  init(_ text: String, columns: Int, former: (text: String, lines: AreaLines)? = nil) {
    let room = max(columns - 1, 1)
    var (text, old) = (text, former?.text ?? "")
    ranges = text.withUTF8 { new in
      guard let lines = former?.lines.ranges else { return Self.divided(new, 0..<new.count, room) }
      return old.withUTF8 { old in
        let change = Self.change(from: old, to: new)
        let shift = new.count - old.count
        let before = Self.first(in: lines) { $0.lowerBound >= change.lowerBound }
        let after = Self.first(in: lines) { $0.lowerBound > change.upperBound - shift }
        return lines[..<before] + Self.divided(new, change, room)
          + lines[after...].map { $0.lowerBound + shift..<$0.upperBound + shift }
      }
    }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Returns the paragraphs of a new text that differ from those of an old one, without the last line end.
  private static func change(from old: Bytes, to new: Bytes) -> Range<Int> {
    let shorter = min(old.count, new.count)
    var (first, last) = (0, 0)
    while first < shorter, old[first] == new[first] { first += 1 }
    while last < shorter - first, old[old.count - 1 - last] == new[new.count - 1 - last] {
      last += 1
    }
    let start = new[..<first].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let end = new[(new.count - last)...].firstIndex(of: 10) ?? new.count
    return start..<end
  }

  /// Returns the index of the first range that is far enough; all those after it are.
  private static func first(
    in ranges: [Range<Int>], where isFarEnough: (Range<Int>) -> Bool
  ) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if isFarEnough(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func divided(_ bytes: Bytes, _ part: Range<Int>, _ room: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = part.lowerBound
    while true {
      let end = bytes[start..<part.upperBound].firstIndex(of: 10) ?? part.upperBound
      let paragraph = Bytes(rebasing: bytes[start..<end])
      if isPlain(paragraph) {
        var first = start
        repeat {
          ranges.append(first..<min(first + room, end))
          first += room
        } while first < end
      } else {
        divide(String(decoding: paragraph, as: UTF8.self), from: start, room, into: &ranges)
      }
      if end == part.upperBound { return ranges }
      start = end + 1
    }
  }

  private static func divide(
    _ text: String, from start: Int, _ room: Int, into ranges: inout [Range<Int>]
  ) {
    var (first, end, used) = (start, start, 0)
    for character in text {
      let width = FieldText.width(character)
      if used + width > room, used > 0 {
        ranges.append(first..<end)
        (first, used) = (end, 0)
      }
      used += width
      end += character.utf8.count
    }
    ranges.append(first..<end)
  }

  var count: Int { ranges.count }
  subscript(line: Int) -> Range<Int> { ranges[line] }

  /// Returns the offset of the character at a column of a line. Behind the last one, it is the end of the
  /// line; if the line goes on in the next one, where the end belongs to, it is the last one.
  func offset(ofColumn column: Int, line: Int, in text: String) -> Int {
    let range = ranges[line]
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let part = text[start..<utf8.index(start, offsetBy: range.count)]
    var place = FieldText.index(ofColumn: column, in: part)
    let goesOn = line + 1 < count && ranges[line + 1].lowerBound == range.upperBound
    if place == part.endIndex, goesOn, !part.isEmpty { place = part.index(before: place) }
    return utf8.distance(from: utf8.startIndex, to: place)
  }

  /// Returns the line in which an offset is: the last one that begins at the offset or before it.
  func line(of offset: Int) -> Int {
    max(Self.first(in: ranges) { $0.lowerBound > offset } - 1, 0)
  }
}
