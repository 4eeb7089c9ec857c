import Foundation
import KatanaViews

/// Draws the pieces of an arrangement into cells.
struct Painting {
  private(set) var result: Painted
  var glyphs = GlyphTable()
  let memory: ScreenMemory
  let date: Date
  let reducesMotion: Bool
  private let arrangement: Arrangement
  private let shownKeys: () -> [ShownKey]
  /// The target that has the focus, and the list.
  private let focus: Int?
  private let focusedList: Int?
  /// What the screen adds to the texts of the current piece.
  private var marks: CellStyle.Marks = []
  /// Whether the current piece belongs to the current row of the list that has the focus.
  private(set) var isInFocusedRow = false
  /// Where spinners are, with what they show. Others may lie on them.
  var spinners: [(x: Int, y: Int, glyph: Unicode.Scalar)] = []

  init(
    _ rect: CellRect, _ arrangement: Arrangement, _ memory: ScreenMemory, at date: Date,
    reducesMotion: Bool, focus: Int?,
    shownKeys: @escaping () -> [ShownKey]
  ) {
    result = Painted(buffer: CellBuffer(width: rect.width, height: rect.height))
    (self.memory, self.date, self.reducesMotion) = (memory, date, reducesMotion)
    (self.arrangement, self.focus, self.shownKeys) = (arrangement, focus, shownKeys)
    focusedList = arrangement.lists.firstIndex { $0.id == memory.focus }
  }

  mutating func paint() {
    for piece in arrangement.pieces { paint(piece) }
    result.buffer.blankHalves()
    let buffer = result.buffer
    result.isTurning = spinners.contains {
      buffer.cells[$0.y * buffer.width + $0.x].glyph == $0.glyph.value
    }
  }

  private mutating func paint(_ piece: Piece) {
    (marks, isInFocusedRow) = ([], false)
    switch piece.kind {
    case .node: paintNode(piece)
    case .bar(let area): paintBar(of: arrangement.scrolls[area], piece)
    case .sides(let area): paintSides(of: arrangement.scrolls[area], piece)
    }
  }

  private mutating func paintNode(_ piece: Piece) {
    let (box, clip) = (piece.box, piece.clip)
    var style = piece.style
    if isCurrent(piece) {
      isInFocusedRow = piece.list == focusedList
      if !isInFocusedRow { style.insert(.selected) }
    }
    let isPressed = hasFocus(piece) && isPressed(piece)
    if isInFocusedRow || isPressed { marks = .focus }
    if isPressed, isActive(piece) { marks.insert(.active) }
    if case .dialog(let title, _) = box.node.content {
      result.buffer.dim()
      result.buffer.fill(clip, CellStyle(view: style))
      paintBorder(piece, title, style)
      return
    }
    if style.contains(.selected) || isInFocusedRow || isPressed && isPressable(box) {
      result.buffer.fill(clip, CellStyle(view: style, marks: marks))
    }
    if box.node.look.hasBorder { paintBorder(piece, box.node.extras?.fields.label, style) }
    let content = piece.content
    let inside = content.cut(to: clip)
    if inside.isEmpty { return }
    switch box.node.content {
    case .text, .styledText: paint(box.lines, box, style, content, inside)
    case .divider: paintDivider(box, content, inside)
    case .button, .checkbox, .input, .select, .slider:
      paintControl(piece, content, inside, style)
    case .progress(let part): paintProgress(part, box, content, inside, style)
    case .spinner: paintSpinner(box, content, inside, style)
    case .drawing(let drawing): paint(drawing, piece, content, inside)
    case .keyHelp: paintKeyHelp(box, content, inside, style)
    default: break
    }
  }

  private func isCurrent(_ piece: Piece) -> Bool {
    guard let list = piece.list, let row = piece.row else { return false }
    let area = arrangement.lists[list]
    return area.current == row && (list == focusedList || area.list.selected != nil)
  }

  /// Whether a piece is, or belongs to, what has the focus.
  func hasFocus(_ piece: Piece) -> Bool { focus != nil && piece.owner == focus }

  /// Whether a piece belongs to the control that gets the keys, in a row with others.
  func isActive(_ piece: Piece) -> Bool {
    guard isInFocusedRow, let focus, piece.owner == focus, let list = piece.list,
      let row = piece.row
    else { return false }
    // Not the row itself, if that can be pressed.
    let others = arrangement.lists[list].controls[row]?.filter { $0 != focus } ?? []
    let rect = arrangement.targets[focus].rect
    return others.contains { arrangement.targets[$0].rect.cut(to: rect).isEmpty }
  }

  /// Whether the focus is in a piece, or the piece is a dialog that has none.
  private func isAroundFocus(_ piece: Piece) -> Bool {
    if case .dialog = piece.box.node.content { return piece.layer == arrangement.topLayer }
    guard let focus else { return false }
    return piece.targets.contains(focus) && arrangement.targets[focus].layer == piece.layer
  }

  /// The figure of a drawing that has the focus.
  func focusedFigure(of box: Box) -> ViewID? {
    guard let target = focus.map({ arrangement.targets[$0] }), target.figure != nil,
      target.box === box
    else { return nil }
    return target.id
  }

  /// Whether a piece belongs to something that can be pressed.
  private func isPressed(_ piece: Piece) -> Bool {
    piece.owner.map { arrangement.targets[$0].press != nil } ?? false
  }

  private func isPressable(_ box: Box) -> Bool {
    if case .button = box.node.content { return false }
    return box.node.extras?.fields.press != nil
  }

  // MARK: Areas that scroll

  /// Shows which part of an area is visible.
  private mutating func paintBar(of area: ScrollArea, _ piece: Piece) {
    guard area.end > 0 else { return }
    var bar = area.bar(isMirrored: piece.box.isMirrored)
    bar.y += (area.rect.height - area.barLength) * area.offset / area.end
    bar.height = area.barLength
    let hasFocus = focus.map { arrangement.targets[$0].box === piece.box } ?? false
    let isFocused = hasFocus || focusedList.map { arrangement.lists[$0].box === piece.box } ?? false
    fill(
      bar, "┃", piece.style.union(isFocused ? [] : .muted), piece.clip,
      isFocused ? [.border, .within] : [])
  }

  /// Shows at which side an area goes on.
  private mutating func paintSides(of area: ScrollArea, _ piece: Piece) {
    let (before, after) = (area.offset > 0, area.offset < area.end)
    let (goesLeft, goesRight) = piece.box.isMirrored ? (after, before) : (before, after)
    var side = area.rect
    side.width = 1
    if goesLeft { fill(side, "‹", .muted, piece.clip) }
    side.x = area.rect.maxX - 1
    if goesRight { fill(side, "›", .muted, piece.clip) }
  }

  private mutating func paintDivider(_ box: Box, _ content: CellRect, _ clip: CellRect) {
    var line = content
    if box.isInRow { line.width = min(line.width, 1) } else { line.height = min(line.height, 1) }
    fill(line, box.isInRow ? "│" : "─", [], clip, .border)
  }

  // MARK: Texts

  private mutating func paint(
    _ lines: [TextLine], _ box: Box, _ style: ViewStyle, _ content: CellRect, _ clip: CellRect
  ) {
    let look = box.node.look
    let isMirrored = box.isMirrored
    let first = max(clip.y - content.y, 0)
    for index in first..<max(min(lines.count, clip.maxY - content.y), first) {
      let y = content.y + index
      let isCut = index == content.height - 1 && index + 1 < lines.count
      // In one line, a word is cut rather than left out.
      let line = isCut && index == 0 ? firstParagraph(of: box) ?? lines[0] : lines[index]
      let left = max(content.width - line.width, 0)
      var x = content.x + look.alignment.shift(left, isMirrored: isMirrored)
      let runs = isMirrored && line.count > 1 ? line.reversed() : line
      for run in runs {
        put(run.text, x, y, style.union(run.style), clip, link: run.link)
        x += run.width
      }
      if isCut { put("…", max(content.maxX - 1, content.x), y, style, clip) }
    }
  }

  /// The first paragraph of a text, as one line that is too long.
  private func firstParagraph(of box: Box) -> TextLine? {
    switch box.node.content {
    case .text(let text): TextLines.wrapped(text, [], to: .max).first
    case .styledText(let parts): TextLines.wrapped(parts, [], to: .max).first
    default: nil
    }
  }

  mutating func fill(_ rect: CellRect, _ style: CellStyle) { result.buffer.fill(rect, style) }

  /// Fills what is visible of a rectangle with one character of one column.
  mutating func fill(
    _ rect: CellRect, _ glyph: Unicode.Scalar, _ style: ViewStyle, _ clip: CellRect,
    _ marks: CellStyle.Marks = []
  ) {
    result.buffer.fill(
      rect.cut(to: clip), CellStyle(view: style, marks: marks.union(self.marks)), glyph)
  }

  mutating func setCursor(_ place: (column: Int, row: Int)) { result.cursor = place }

  /// Returns the present value of a number that may move.
  mutating func value(of motion: Motion) -> Double {
    if reducesMotion || motion.isOver(at: date) { return motion.to }
    result.isMoving = true
    return motion.value(at: date)
  }

  mutating func put(
    _ text: some StringProtocol, _ x: Int, _ y: Int, _ style: ViewStyle, _ clip: CellRect,
    _ marks: CellStyle.Marks = [], link: String? = nil
  ) {
    let style = CellStyle(view: style, marks: marks.union(self.marks))
    let link = link.map { glyphs.link($0) } ?? 0
    result.buffer.put(Substring(text), x: x, y: y, style, link: link, clip: clip, &glyphs)
  }

  private mutating func paintBorder(
    _ piece: Piece, _ title: String?, _ style: ViewStyle
  ) {
    let (box, rect, clip) = (piece.box, piece.rect, piece.clip)
    guard rect.width >= 2, rect.height >= 2 else { return }
    let (left, right) = (rect.x, rect.maxX - 1)
    let lines: CellStyle.Marks = isAroundFocus(piece) ? [.border, .within] : .border
    // The border of a control that has the focus is a line.
    let outer = self.marks
    if !isInFocusedRow { self.marks = [] }
    defer { self.marks = outer }
    for (y, first, last) in [(rect.y, "┌", "┐"), (rect.maxY - 1, "└", "┘")] {
      fill(CellRect(x: left, y: y, width: rect.width, height: 1), "─", style, clip, lines)
      put(first, left, y, style, clip, lines)
      put(last, right, y, style, clip, lines)
    }
    for x in [left, right] {
      fill(
        CellRect(x: x, y: rect.y + 1, width: 1, height: rect.height - 2), "│", style, clip, lines)
    }
    guard let title else { return }
    let room = CellRect(x: rect.x + 2, y: rect.y, width: max(rect.width - 4, 0), height: 1)
    let text = " \(TextLines.clean(title)) "
    let isMirrored = box.isMirrored
    let x = isMirrored ? max(room.maxX - TextLines.width(of: text), room.x) : room.x
    let marks = lines.contains(.within) ? lines : []
    put(text, x, rect.y, style.union(.strong), room.cut(to: clip), marks)
  }

  private mutating func paintKeyHelp(
    _ box: Box, _ rect: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    result.buffer.fill(clip, CellStyle(view: style, marks: marks.union(.bar)))
    func put(_ text: String, _ look: ViewStyle, _ column: Int, _ line: Int) {
      let x = box.isMirrored ? rect.maxX - column - TextLines.width(of: text) : rect.x + column
      self.put(text, x, rect.y + line, style.union(look), clip, .bar)
    }
    let help = KeyHelp(shownKeys(), width: rect.width, height: rect.height)
    for place in help.places {
      let key = place.key
      put(key.name, [.strong, .accent], place.column, place.line)
      if key.title.isEmpty { continue }
      put(key.title, .muted, place.column + TextLines.width(of: key.name) + 1, place.line)
    }
    if let rest = help.rest { put("…", .muted, rest.column, rest.line) }
  }
}
