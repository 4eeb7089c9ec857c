import Foundation
import KatanaViews

extension Painting {
  mutating func paintControl(
    _ piece: Piece, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let (box, marks) = (piece.box, focusMarks(piece))
    let isMirrored = box.isMirrored
    let place = content.aligned(box, isMirrored)
    switch box.node.content {
    case .button(let title):
      let text = "[ \(TextLines.cut(title, to: place.width - 4)) ]"
      put(text, place.x, place.y, style, clip, marks)
    case .checkbox(let title, let isOn):
      let text = "[\(isOn ? "x" : " ")] \(TextLines.cut(title, to: place.width - 4))"
      put(text, place.x, place.y, style, clip, marks)
    case .select(_, let titles, let current) where box.node.isTabs:
      paintTabs(titles, current, content, isMirrored, style, clip, marks)
    case .select(let title, let options, let chosen):
      let text = chosen.flatMap { options.indices.contains($0) ? options[$0] : nil } ?? ""
      let rest = paintLabel(title, place, piece.box, clip)
      let shown = TextLines.cut(text, to: rest.width - 4)
      put("‹ \(shown) ›", rest.x, place.y, style, rest.cut(to: clip), marks)
    case .slider(let title, let value, let range, _):
      let rest = paintLabel(title, content, piece.box, clip)
      paintSlider(value, range, rest, isMirrored, style, rest.cut(to: clip), marks)
    case .input(let input): paint(input, piece, content, clip, style)
    default: break
    }
  }

  /// What the focus adds to a control: in a row that has it, nothing is added but to one of several.
  private func focusMarks(_ piece: Piece) -> CellStyle.Marks {
    guard hasFocus(piece) else { return [] }
    return isActive(piece) ? [.focus, .active] : .focus
  }

  /// The current title has a line of its own below it, so that it is seen without colours.
  private mutating func paintTabs(
    _ titles: [String], _ current: Int?, _ content: CellRect, _ isMirrored: Bool,
    _ style: ViewStyle, _ clip: CellRect, _ marks: CellStyle.Marks
  ) {
    var line = content
    line.height = 1
    let row = TabRow(titles, current, columns: content.width)
    line.y += 1
    fill(line, "─", style.union(.muted), clip)
    for (index, place) in row.places.enumerated() {
      let isCurrent = index == current
      let style = style.union(isCurrent ? [.strong, .accent] : .muted)
      if isCurrent { fill(line.columns(place, isMirrored: isMirrored), "━", style, clip) }
      let title = line.columns(place, isMirrored: isMirrored)
      put(
        TabRow.shown(titles[index], content.width), title.x, content.y, style, clip,
        isCurrent ? marks : [])
    }
    line.y -= 1
    let ends = [(row.goesOn.before, 0..<1), (row.goesOn.after, content.width - 1..<content.width)]
    for (goesOn, place) in ends where goesOn {
      let mark = line.columns(place, isMirrored: isMirrored)
      fill(mark, mark.x == line.x ? "‹" : "›", .muted, clip)
    }
  }

  /// A number that is none stands at the start; one beyond the range, or an infinite range, at the end.
  private mutating func paintSlider(
    _ value: Double, _ range: ClosedRange<Double>, _ rect: CellRect, _ isMirrored: Bool,
    _ style: ViewStyle, _ clip: CellRect, _ marks: CellStyle.Marks
  ) {
    let length = range.upperBound - range.lowerBound
    let part = length > 0 && length.isFinite ? (value - range.lowerBound) / length : 0
    let room = max(rect.width - 1, 0)
    let before = Int((part.part * Double(room)).rounded())
    let line = CellRect(x: rect.x, y: rect.y, width: rect.width, height: min(rect.height, 1))
    let (full, rest) = line.divided(at: before, isMirrored)
    fill(full, "━", style, clip, marks)
    fill(rest, "─", style, clip, marks)
    fill(rest.divided(at: 1, isMirrored).0, "●", style, clip, marks)
  }

  /// Writes the label of a control, and returns what is left of its room.
  private mutating func paintLabel(
    _ label: String, _ content: CellRect, _ box: Box, _ clip: CellRect
  ) -> CellRect {
    let rest = content.withoutLabel(of: box, label)
    if label.isEmpty { return rest }
    let text = TextLines.clean(label)
    // The colon stands between the label and the control.
    let shown = box.isMirrored ? " :" + text : text + ": "
    let left = box.isMirrored ? max(content.width - TextLines.width(of: shown), 0) : 0
    put(shown, content.x + left, content.y, .muted, clip)
    return rest
  }

  private mutating func paint(
    _ input: ViewInput, _ piece: Piece, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let box = piece.box
    guard let place = FieldPlace(input, box, piece.rect, memory.place(of: box.id, input))
    else { return }
    if input.kind == .area {
      put(
        TextLines.clean(input.label) + (input.label.isEmpty ? "" : ":"), content.x, content.y,
        .muted, clip)
    } else {
      _ = paintLabel(input.label, content, box, clip)
    }
    // The cursor says that a field has the focus.
    let (isFocused, marks) = (hasFocus(piece), CellStyle.Marks.field)
    let field = place.room.cut(to: clip)
    fill(field, " ", style, field, marks)
    for (index, line) in place.lines.enumerated() {
      put(FieldText.shown(line), place.room.x, place.room.y + index, style, field, marks)
    }
    if input.text.isEmpty {
      let hint = TextLines.cut(TextLines.clean(input.placeholder), to: place.room.width - 1)
      put(hint, place.room.x, place.room.y, .muted, field, marks)
    }
    let caret = memory.place(of: box.id, input)
    if isFocused, !input.suggestion.isEmpty, caret.selection == nil,
      caret.offset == input.text.utf8.count
    {
      let rest = TextLines.clean(String(input.suggestion.dropFirst(input.text.count)))
      let room = place.room.maxX - place.cursor.column
      put(
        TextLines.cut(rest, to: room), place.cursor.column, place.cursor.row, .muted, field, marks)
    }
    let selection = isFocused ? caret.selection : nil
    for part in selection.map(place.shown) ?? [] {
      let text = input.kind == .secret ? String(repeating: "•", count: part.text.count) : nil
      put(
        text ?? FieldText.shown(part.text), part.column, part.row, style.union(.selected), field,
        marks.union(isInFocusedRow ? [.focus, .active] : .focus))
    }
    if isFocused, field.contains(place.cursor.column, place.cursor.row) { setCursor(place.cursor) }
  }

  /// Without time, as in a test, and where nothing moves, it is the sign of what is not known.
  mutating func paintSpinner(
    _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let place = content.aligned(box, box.isMirrored)
    if reducesMotion || date == .distantFuture {
      return put("…", place.x, place.y, style.union(.muted), clip)
    }
    let glyph = Spinner.glyph(at: date)
    put(String(glyph), place.x, place.y, style.union(.accent), clip)
    if clip.contains(place.x, place.y) { spinners.append((place.x, place.y, glyph)) }
  }

  /// What is not known, and what is no number, is shown as `…`.
  mutating func paintProgress(
    _ part: Motion?, _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    guard let done = part.map({ value(of: $0) }), !done.isNaN else {
      return put("…", content.x, content.y, style.union(.muted), clip)
    }
    let full = Int((done.part * Double(content.width)).rounded(.down))
    let line = CellRect(x: content.x, y: content.y, width: content.width, height: 1)
    let (before, after) = line.divided(at: full, box.isMirrored)
    fill(before, "█", style.union(.accent), clip)
    fill(after, "░", style.union(.accent), clip)
  }
}

extension Double {
  /// The number as a part of a whole, from 0 to 1; 0 for what is no number.
  fileprivate var part: Double { isNaN ? 0 : min(max(self, 0), 1) }
}

extension CellRect {
  /// The room of a control that is narrower than its box.
  func aligned(_ box: Box, _ isMirrored: Bool) -> CellRect {
    let left = width - box.contentWidth
    guard left > 0 else { return self }
    var place = self
    place.width = box.contentWidth
    place.x += box.node.look.alignment.shift(left, isMirrored: isMirrored)
    return place
  }
}
