import KatanaConsole
import KatanaViews

/// Where the text of a field stands: what painting and a click both need.
struct FieldPlace {
  /// The room of the text, without the label.
  let room: CellRect
  /// The first visible line of an area.
  let firstLine: Int
  private let input: ViewInput
  private let area: AreaLines?
  private let caret: Int
  private let firstBefore: Int?

  /// - Parameters:
  ///   - rect: Where the box stands.
  ///   - place: The caret, and what was visible before.
  init?(_ input: ViewInput, _ box: Box, _ rect: CellRect, _ place: ScreenMemory.Caret) {
    var content = rect.inset(of: box)
    if content.isEmpty { return nil }
    (self.input, caret, firstBefore) = (input, place.offset, place.first)
    if let lines = box.area {
      if !input.label.isEmpty {
        content.y += 1
        content.height = max(content.height - 1, 0)
      }
      area = lines
      room = content
      // The lines move only if the caret would not be visible.
      let line = lines.line(of: caret)
      let least = max(line - content.height + 1, 0)
      firstLine = min(max(place.first ?? least, least), line)
    } else {
      area = nil
      room = content.withoutLabel(of: box, input.label)
      firstLine = 0
    }
  }

  /// What is visible first: the line of an area, or the offset in a line.
  var first: Int {
    if area != nil { return firstLine }
    return input.text.utf8.distance(from: input.text.startIndex, to: window.original.startIndex)
  }

  /// The visible lines, from the top.
  var lines: [Substring] {
    guard let area else { return [window.shown] }
    return (firstLine..<max(min(firstLine + room.height, area.count), firstLine)).map {
      text(area[$0])
    }
  }

  /// Where what is selected is visible: the columns and rows of the screen, with the text there.
  func shown(_ selection: Range<Int>) -> [(column: Int, row: Int, text: Substring)] {
    let isSecret = input.kind == .secret
    let visible: [Range<Int>]
    if let area {
      visible = (firstLine..<max(min(firstLine + room.height, area.count), firstLine)).map {
        area[$0]
      }
    } else {
      let (start, shown) = (first, window.original)
      visible = [start..<start + shown.utf8.count]
    }
    return visible.enumerated().compactMap { index, line in
      let part = line.clamped(to: selection)
      guard !part.isEmpty else { return nil }
      let before = text(line.lowerBound..<part.lowerBound)
      let column = isSecret ? before.count : FieldText.width(before)
      return (room.x + column, room.y + index, text(part))
    }
  }

  /// Where the caret stands.
  var cursor: (column: Int, row: Int) {
    guard let area else { return (room.x + window.caret, room.y) }
    let line = area.line(of: caret)
    let column = FieldText.width(text(area[line].lowerBound..<caret))
    return (room.x + min(column, max(room.width - 1, 0)), room.y + line - firstLine)
  }

  /// Returns the offset in the text of the character at a place of the screen.
  func offset(ofColumn column: Int, row: Int) -> Int {
    if let area {
      let line = min(max(row - room.y + firstLine, 0), area.count - 1)
      return area.offset(ofColumn: column - room.x, line: line, in: input.text)
    }
    // Of a secret, each character is one column, so the original is counted.
    let index = FieldText.index(
      ofColumn: column - room.x, in: window.original, isSecret: input.kind == .secret)
    return input.text.utf8.distance(from: input.text.startIndex, to: index)
  }

  private func text(_ range: Range<Int>) -> Substring {
    let utf8 = input.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return input.text[start..<utf8.index(start, offsetBy: range.count)]
  }

  /// The part of a line that is visible, and the column of the caret in it.
  private var window: (shown: Substring, original: Substring, caret: Int) {
    let isSecret = input.kind == .secret
    let (original, column) = FieldText.window(
      input.text, caret: caret, from: firstBefore, columns: room.width, isSecret: isSecret)
    return (
      isSecret ? Substring(String(repeating: "•", count: original.count)) : original, original,
      column
    )
  }
}

extension CellRect {
  /// What a label before a control leaves.
  func withoutLabel(of box: Box, _ label: String) -> CellRect {
    if label.isEmpty { return self }
    let label = min(Measuring.labelWidth(label) + box.labelGap, width)
    var rest = self
    rest.width -= label
    if !box.isMirrored { rest.x += label }
    return rest
  }
}
