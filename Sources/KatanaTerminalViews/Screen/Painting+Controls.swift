import Foundation
import KatanaViews

extension Painting {
  mutating func paintControl(
    _ box: Box, _ rect: CellRect, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let marks: CellStyle.Marks = hasFocus(box) ? .focus : []
    let (x, y) = (content.x, content.y)
    switch box.node.content {
    case .button(let title):
      put("[ \(TextLines.cut(title, to: content.width - 4)) ]", x, y, style, clip, marks)
    case .checkbox(let title, let isOn):
      let title = TextLines.cut(title, to: content.width - 4)
      put("[\(isOn ? "x" : " ")] \(title)", x, y, style, clip, marks)
    case .select(let title, let options, let chosen):
      let text = chosen.flatMap { options.indices.contains($0) ? options[$0] : nil } ?? ""
      let rest = labelled(title, content, box, clip)
      let shown = TextLines.cut(text, to: rest.width - 4)
      put("‹ \(shown) ›", rest.x, y, style, rest.cut(to: clip), marks)
    case .slider(let title, let value, let range, _):
      let rest = labelled(title, content, box, clip)
      let length = range.upperBound - range.lowerBound
      let part = length > 0 ? (value - range.lowerBound) / length : 0
      let room = max(min(rest.width, 20) - 1, 0)
      let before = Int((min(max(part, 0), 1) * Double(room)).rounded())
      let line =
        String(repeating: "━", count: before) + "●" + String(repeating: "─", count: room - before)
      let isMirrored = box.context.direction == .rightToLeft
      put(
        isMirrored ? String(line.reversed()) : line,
        isMirrored ? rest.maxX - room - 1 : rest.x, y, style, rest.cut(to: clip), marks)
    case .input(let input): paint(input, box, content, clip, style.union(.code))
    default: break
    }
  }

  /// Writes the label of a control, and returns what is left of its room.
  private mutating func labelled(
    _ label: String, _ content: CellRect, _ box: Box, _ clip: CellRect
  ) -> CellRect {
    if label.isEmpty { return content }
    let text = TextLines.clean(label) + ": "
    let width = min(TextLines.width(of: text), content.width)
    var rest = content
    rest.width -= width
    if box.context.direction == .rightToLeft {
      // The colon stands between the label and the control.
      put(":", rest.maxX + 1, content.y, .muted, clip)
      put(String(text.dropLast(2)), rest.maxX + 2, content.y, .muted, clip)
    } else {
      put(text, content.x, content.y, .muted, clip)
      rest.x += width
    }
    return rest
  }

  private mutating func paint(
    _ input: ViewInput, _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    if input.kind == .area { return paintArea(input, box, content, clip, style) }
    let room = labelled(input.label, content, box, clip)
    let text = input.kind == .secret ? input.text.map { _ in Character("•") } : Array(input.text)
    let caret = min(memory.carets[box.id] ?? text.count, text.count)
    let before = EditedText.width(text[..<caret])
    // The text is moved so that the caret, which takes a column, is visible.
    var start = 0
    var hidden = 0
    while before - hidden >= max(room.width, 1), start < caret {
      hidden += EditedText.width(text[start...start])
      start += 1
    }
    let marks: CellStyle.Marks = hasFocus(box) ? [.field, .focus] : .field
    let field = room.cut(to: clip)
    frame.buffer.fill(field, CellStyle(view: style, marks: marks))
    put(EditedText.shown(text[start...]), room.x, room.y, style, field, marks)
    if hasFocus(box), field.contains(room.x + before - hidden, room.y) {
      frame.cursor = (room.x + before - hidden, room.y)
    }
  }

  private mutating func paintArea(
    _ input: ViewInput, _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    var room = content
    if !input.label.isEmpty {
      put(TextLines.clean(input.label) + ":", content.x, content.y, .muted, clip)
      room.y += 1
      room.height = max(room.height - 1, 0)
    }
    let marks: CellStyle.Marks = hasFocus(box) ? [.field, .focus] : .field
    let field = room.cut(to: clip)
    frame.buffer.fill(field, CellStyle(view: style, marks: marks))
    let text = Array(input.text)
    let lines = EditedText.lines(text, columns: room.width)
    let caret = min(memory.carets[box.id] ?? text.count, text.count)
    let line = lines.lastIndex { $0.lowerBound <= caret } ?? 0
    let first = max(line - room.height + 1, 0)
    for (index, range) in lines.enumerated().dropFirst(first) {
      put(
        EditedText.shown(text[range]), room.x, room.y + index - first, style, field, marks)
    }
    let column = EditedText.width(text[lines[line].lowerBound..<caret])
    let at = (column: room.x + min(column, max(room.width - 1, 0)), row: room.y + line - first)
    if hasFocus(box), field.contains(at.column, at.row) { frame.cursor = at }
  }

  mutating func paintProgress(
    _ part: Motion?, _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    guard let part else {
      return put("…", content.x, content.y, style.union(.muted), clip)
    }
    let done = min(max(value(of: part), 0), 1)
    let full = Int((done * Double(content.width)).rounded(.down))
    let bar =
      String(repeating: "█", count: full) + String(repeating: "░", count: content.width - full)
    let isMirrored = box.context.direction == .rightToLeft
    put(
      isMirrored ? String(bar.reversed()) : bar, content.x, content.y, style.union(.accent), clip)
  }

  /// Returns the present value of a number that may move.
  mutating func value(of motion: Motion) -> Double {
    if reducesMotion || motion.isOver(at: date) { return motion.to }
    frame.isMoving = true
    return motion.value(at: date)
  }
}
