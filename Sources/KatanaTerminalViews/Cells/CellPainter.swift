import Foundation
import KatanaConsole
package import KatanaScreen
import KatanaViews

/// Turns cells into the bytes that show them, by what differs from the cells that are shown.
package struct CellPainter {
  private var palette: Palette
  /// Whether the terminal knows links. Otherwise their texts are written alone.
  private let showsLinks: Bool
  /// Whether the terminal shows a frame at once that is marked as one.
  var synchronizes = false
  private var shown: CellBuffer?
  private var cursor: (column: Int, row: Int)?
  private var isCursorHidden = false
  private var generation = 0
  private var title: String?

  package init(_ palette: Palette, showsLinks: Bool = true) {
    (self.palette, self.showsLinks) = (palette, showsLinks)
  }

  /// Whether the background matters.
  var asksForBackground: Bool { palette.asksForBackground }

  /// Shows the colours for a background from now on. Returns whether they are others.
  mutating func setBackground(_ color: RGBColor) -> Bool {
    guard palette.isLight != color.isLight else { return false }
    palette.isLight = color.isLight
    shown = nil
    return true
  }

  /// Forgets what is shown, because something else has changed the terminal.
  mutating func forget() {
    shown = nil
    cursor = nil
    isCursorHidden = false
    title = nil
  }

  /// Returns the bytes that show a screen; empty if nothing differs.
  package mutating func bytes(for screen: inout ScreenState) -> String {
    let painted = screen.paint()
    let buffer = painted.buffer
    if screen.generation != generation {
      shown = nil
      generation = screen.generation
    }
    var pen = CellPen(palette, screen.glyphs, showsLinks: showsLinks)
    if let shown, shown.width == buffer.width, shown.height == buffer.height {
      pen.write(buffer, over: scrolled(shown, to: buffer, &pen))
    } else {
      pen.bytes = "\u{1B}[0m\u{1B}[2J"
      pen.write(buffer, over: CellBuffer(width: buffer.width, height: buffer.height))
    }
    let isChanged = !pen.bytes.isEmpty
    pen.end()
    shown = buffer
    setCursor(painted.cursor, isChanged, &pen)
    setTitle(screen.arrangement.windowTitle, &pen)
    if pen.bytes.isEmpty || !synchronizes { return pen.bytes }
    return "\u{1B}[?2026h" + pen.bytes + "\u{1B}[?2026l"
  }

  private mutating func setCursor(
    _ wanted: (column: Int, row: Int)?, _ isMoved: Bool, _ pen: inout CellPen
  ) {
    if let wanted {
      if isMoved || cursor == nil || cursor! != wanted { pen.move(wanted.column, wanted.row) }
      if isCursorHidden || cursor == nil { pen.bytes += "\u{1B}[?25h" }
      isCursorHidden = false
    } else if !isCursorHidden {
      pen.bytes += "\u{1B}[?25l"
      isCursorHidden = true
    }
    cursor = wanted
  }

  private mutating func setTitle(_ wanted: String?, _ pen: inout CellPen) {
    guard let wanted, wanted != title else { return }
    title = wanted
    let text = TerminalText.plain(wanted)
    pen.bytes += "\u{1B}]2;\(text)\u{1B}\\"
  }

  // MARK: Scrolling

  /// Lets the terminal move lines that have only changed their place. Returns what it shows then.
  private func scrolled(
    _ old: CellBuffer, to new: CellBuffer, _ pen: inout CellPen
  ) -> CellBuffer {
    guard let move = LineMove(from: old, to: new) else { return old }
    let count = abs(move.distance)
    pen.bytes += "\u{1B}[\(move.first + 1);\(move.last + 1)r\u{1B}[\(move.first + 1)H"
    pen.bytes += move.distance > 0 ? "\u{1B}[\(count)M" : "\u{1B}[\(count)L"
    pen.bytes += "\u{1B}[r"
    return move.applied(to: old)
  }
}

/// Whole lines that have moved.
struct LineMove: Equatable {
  /// The first and the last line of the region.
  let first: Int
  let last: Int
  /// The number of lines by which they have moved upwards; negative for downwards.
  let distance: Int

  /// Finds the move that saves most; `nil` if none saves enough.
  init?(from old: CellBuffer, to new: CellBuffer) {
    let height = new.height
    guard height > 4, new.width > 0 else { return nil }
    let changed = (0..<height).filter { !Self.isEqual(old, $0, new, $0) }
    guard changed.count > 3, let top = changed.first, let bottom = changed.last else { return nil }
    var best: (run: Range<Int>, distance: Int)?
    for distance in [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6] {
      var run = 0
      for y in top...bottom where y + distance >= top && y + distance <= bottom {
        run = Self.isEqual(old, y + distance, new, y) ? run + 1 : 0
        if run > best?.run.count ?? 3 { best = (y - run + 1..<y + 1, distance) }
      }
    }
    guard let best, best.run.count * 2 > changed.count else { return nil }
    distance = best.distance
    first = min(best.run.lowerBound, best.run.lowerBound + best.distance)
    last = max(best.run.upperBound - 1, best.run.upperBound - 1 + best.distance)
  }

  private static func isEqual(_ old: CellBuffer, _ from: Int, _ new: CellBuffer, _ to: Int) -> Bool
  {
    let width = new.width
    let size = width * MemoryLayout<Cell>.stride
    return old.cells.withUnsafeBytes { old in
      new.cells.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return true }
        return memcmp(old + from * size, new + to * size, size) == 0
      }
    }
  }

  func applied(to old: CellBuffer) -> CellBuffer {
    var result = old
    let width = old.width
    for y in first...last {
      let from = y + distance
      for x in 0..<width {
        result.cells[y * width + x] =
          from >= first && from <= last ? old.cells[from * width + x] : .blank
      }
    }
    return result
  }
}

/// Writes cells, and knows where the terminal's cursor stands and which style it writes in.
struct CellPen {
  var bytes = ""
  private let palette: Palette
  private let glyphs: GlyphTable
  private var place: (column: Int, row: Int)?
  private var style: CellStyle?
  private let showsLinks: Bool
  private var link: UInt32 = 0

  init(_ palette: Palette, _ glyphs: GlyphTable, showsLinks: Bool) {
    self.palette = palette
    self.glyphs = glyphs
    self.showsLinks = showsLinks
  }

  /// Writes the cells that differ.
  mutating func write(_ new: CellBuffer, over old: CellBuffer) {
    let width = new.width
    new.cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        for y in 0..<(width == 0 ? 0 : new.count / width) {
          write(row: y, width, new, over: old)
        }
      }
    }
  }

  private mutating func write(
    row y: Int, _ width: Int, _ new: UnsafeBufferPointer<Cell>, over old: UnsafeBufferPointer<Cell>
  ) {
    let start = y * width
    let size = width * MemoryLayout<Cell>.stride
    if let new = new.baseAddress, let old = old.baseAddress,
      memcmp(new + start, old + start, size) == 0
    {
      return
    }
    var x = 0
    while x < width {
      if new[start + x] == old[start + x] {
        x += 1
        continue
      }
      // Both halves of a wide character are written together.
      if new[start + x].style.marks.contains(.continuation), x > 0 { x -= 1 }
      if eraseRest(from: x, y, new[start + x..<start + width]) { return }
      if !(place.map { $0 == (x, y) } ?? false) { go(to: x, y, start, new) }
      let cell = new[start + x]
      let columns = cell.style.marks.contains(.wide) ? 2 : 1
      let isDisputed = glyphs.isDisputed(cell.glyph)
      if isDisputed { clear(columns, x, y, cell.style) }
      write(cell)
      x += columns
      // Behind the last column, and behind some characters, terminals differ in where the cursor stands.
      place = x < width && !isDisputed ? (x, y) : nil
    }
  }

  /// Empties the columns of a character that may take fewer on the terminal.
  private mutating func clear(_ columns: Int, _ x: Int, _ y: Int, _ style: CellStyle) {
    for _ in 0..<columns { write(Cell(style: style)) }
    move(x, y)
  }

  /// Erases the rest of a row if it is empty and long. Returns whether it was.
  private mutating func eraseRest(
    from x: Int, _ y: Int, _ rest: Slice<UnsafeBufferPointer<Cell>>
  ) -> Bool {
    guard rest.count > 8, rest[rest.startIndex] == .blank, rest[rest.endIndex - 1] == .blank,
      rest.allSatisfy({ $0 == .blank })
    else { return false }
    if !(place.map { $0 == (x, y) } ?? false) { move(x, y) }
    setLink(0)
    if style != CellStyle() { bytes += palette.sequence(of: CellStyle()) }
    style = CellStyle()
    bytes += "\u{1B}[K"
    return true
  }

  /// Goes to a column: by writing the few equal cells between, if that is shorter.
  private mutating func go(to x: Int, _ y: Int, _ start: Int, _ new: UnsafeBufferPointer<Cell>) {
    if let place, place.row == y, place.column < x, x - place.column <= 4 {
      let between = new[start + place.column..<start + x]
      if between.allSatisfy({ $0.style == style && $0.glyph < 0x80 }) {
        for cell in between { write(cell) }
        return
      }
    }
    move(x, y)
  }

  mutating func move(_ column: Int, _ row: Int) {
    bytes += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private mutating func write(_ cell: Cell) {
    var look = cell.style
    look.marks.subtract([.wide, .continuation])
    if look != style {
      bytes += palette.sequence(of: look)
      style = look
    }
    if cell.link != link { setLink(cell.link) }
    glyphs.append(cell.glyph, to: &bytes)
  }

  /// Begins or ends a link
  /// (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). Its parts on several lines have
  /// one id, so that the terminal marks them together.
  private mutating func setLink(_ wanted: UInt32) {
    if wanted == link || !showsLinks { return }
    link = wanted
    let address = glyphs.address(wanted)
    bytes += address.map { "\u{1B}]8;id=\(wanted);\($0)\u{1B}\\" } ?? "\u{1B}]8;;\u{1B}\\"
  }

  /// Leaves the terminal without a style.
  mutating func end() {
    setLink(0)
    if let style, style != CellStyle() { bytes += "\u{1B}[0m" }
    style = nil
  }
}
