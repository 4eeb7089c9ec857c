import KatanaConsole
package import KatanaViews

/// One column of one line of the screen. Its bits are one number, so that lines are compared as memory.
package struct Cell: Equatable {
  private var bits: UInt64

  package init(glyph: UInt32 = 32, style: CellStyle = CellStyle(), link: UInt32 = 0) {
    bits =
      UInt64(glyph | link << 21) | UInt64(style.view.rawValue) << 32 | UInt64(style.marks.rawValue)
      << 48
  }

  /// The scalar, or the number of a character of several scalars in the ``GlyphTable``.
  package var glyph: UInt32 { UInt32(truncatingIfNeeded: bits) & 0x1F_FFFF }

  /// The number of the address in the ``GlyphTable`` to which the cell leads; 0 for none.
  package var link: UInt32 { UInt32(truncatingIfNeeded: bits) >> 21 }

  package var style: CellStyle {
    get {
      CellStyle(
        view: ViewStyle(rawValue: UInt16(truncatingIfNeeded: bits >> 32)),
        marks: CellStyle.Marks(rawValue: UInt16(truncatingIfNeeded: bits >> 48)))
    }
    set { self = Cell(glyph: glyph, style: newValue, link: link) }
  }

  package static let blank = Cell()
}

/// How a cell looks: what its text is, and what the screen adds.
package struct CellStyle: Equatable {
  package var view: ViewStyle = []
  package var marks: Marks = []

  package init(view: ViewStyle = [], marks: Marks = []) { (self.view, self.marks) = (view, marks) }

  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The first column of a character that takes two.
    package static let wide = Marks(rawValue: 1)
    /// The second column of such a character.
    package static let continuation = Marks(rawValue: 2)
    /// What has the focus: a control, or all of the current row of the list that has it.
    package static let focus = Marks(rawValue: 4)
    /// The room of a field.
    package static let field = Marks(rawValue: 8)
    /// Behind a dialog.
    package static let behind = Marks(rawValue: 16)
    /// The control that gets the keys, in a row with others.
    package static let active = Marks(rawValue: 32)
    /// The line of the keys.
    package static let bar = Marks(rawValue: 64)
    /// A line around or between nodes.
    package static let border = Marks(rawValue: 128)
    /// A line around what has the focus.
    package static let within = Marks(rawValue: 256)
  }
}

/// What has no room in a cell: the characters of several scalars that are shown, such as a flag or a letter
/// with a mark, and the addresses of links.
package struct GlyphTable {
  /// The numbers of scalars are less.
  private static let first: UInt32 = 0x11_0000
  private var numbers: [String: UInt32] = [:]
  private var texts: [String] = []

  /// Whether the table has grown so much that it should be begun anew.
  var isFull: Bool { texts.count > 4_096 || addresses.count > 1_024 }

  private var links: [String: UInt32] = [:]
  private var addresses: [String] = []

  /// Returns the number of an address; 0 if there are so many that it is none.
  mutating func link(_ address: String) -> UInt32 {
    if let link = links[address] { return link }
    if addresses.count == 0x7FF { return 0 }
    addresses.append(address)
    links[address] = UInt32(addresses.count)
    return UInt32(addresses.count)
  }

  /// Returns the address with a number.
  package func address(_ link: UInt32) -> String? { link == 0 ? nil : addresses[Int(link) - 1] }

  mutating func glyph(of text: String) -> UInt32 {
    let scalars = text.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return scalar.value }
    if let number = numbers[text] { return number }
    let number = Self.first + UInt32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// Whether terminals differ in how many columns a character takes: an emoji with a variation selector, a
  /// skin or a joiner, a flag, a cluster with spacing marks. They agree on letters with marks.
  package func isDisputed(_ glyph: UInt32) -> Bool {
    if glyph < Self.first { return false }
    return !texts[Int(glyph - Self.first)].unicodeScalars.dropFirst().allSatisfy {
      $0.properties.generalCategory == .nonspacingMark && !(0xFE00...0xFE0F).contains($0.value)
    }
  }

  package func append(_ glyph: UInt32, to bytes: inout String) {
    if glyph >= Self.first {
      bytes += texts[Int(glyph - Self.first)]
    } else if let scalar = Unicode.Scalar(glyph) {
      bytes.unicodeScalars.append(scalar)
    }
  }
}

/// A rectangle of cells.
package struct CellRect: Equatable {
  package var x = 0
  package var y = 0
  package var width = 0
  package var height = 0

  package var isEmpty: Bool { width <= 0 || height <= 0 }
  package var maxX: Int { x + width }
  package var maxY: Int { y + height }

  package func contains(_ column: Int, _ row: Int) -> Bool {
    column >= x && column < maxX && row >= y && row < maxY
  }

  func cut(to other: CellRect) -> CellRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return CellRect(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
  }

  /// The first columns and the others, from the right where lines are mirrored.
  func divided(at columns: Int, _ isMirrored: Bool) -> (CellRect, CellRect) {
    let first = min(max(columns, 0), width)
    let left = isMirrored ? width - first : first
    let (before, after) = (
      CellRect(x: x, y: y, width: left, height: height),
      CellRect(x: x + left, y: y, width: width - left, height: height)
    )
    return isMirrored ? (after, before) : (before, after)
  }

  /// The room inside of the padding and the border of a box.
  func inset(of box: Box) -> CellRect {
    CellRect(
      x: x + box.insetX, y: y + box.insetY, width: max(width - 2 * box.insetX, 0),
      height: max(height - 2 * box.insetY, 0))
  }
}

/// The cells of a screen.
package struct CellBuffer: Equatable {
  package let width: Int
  package let height: Int
  package var cells: [Cell]

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: .blank, count: width * height)
  }

  var rect: CellRect { CellRect(width: width, height: height) }

  /// Fills a rectangle, which lies within the buffer, with one character of one column.
  mutating func fill(_ rect: CellRect, _ style: CellStyle, _ glyph: Unicode.Scalar = " ") {
    let cell = Cell(glyph: glyph.value, style: style)
    for y in rect.y..<max(rect.y, rect.maxY) {
      let row = y * width
      for x in row + rect.x..<row + max(rect.x, rect.maxX) { cells[x] = cell }
    }
  }

  /// Writes a text of one line. What lies outside of the clip is left out.
  mutating func put(
    _ text: Substring, x: Int, y: Int, _ style: CellStyle, link: UInt32 = 0, clip: CellRect,
    _ glyphs: inout GlyphTable
  ) {
    guard y >= clip.y, y < clip.maxY else { return }
    var x = x
    let row = y * width
    let isDone = text.utf8.withContiguousStorageIfAvailable { bytes -> Bool in
      guard isPlain(bytes) else { return false }
      let from = max(clip.x - x, 0)
      let to = min(bytes.count, clip.maxX - x)
      if from < to {
        for index in from..<to {
          cells[row + x + index] = Cell(glyph: UInt32(bytes[index]), style: style, link: link)
        }
      }
      return true
    }
    if isDone == true { return }
    for character in text {
      for cell in TerminalText.cells(of: character) where cell.width > 0 {
        if x >= clip.maxX { return }
        if x >= clip.x, x + cell.width <= clip.maxX {
          put(glyphs.glyph(of: cell.text), cell.width, at: row + x, style, link)
        }
        x += cell.width
      }
    }
  }

  private mutating func put(
    _ glyph: UInt32, _ width: Int, at index: Int, _ style: CellStyle, _ link: UInt32
  ) {
    guard width == 2 else { return cells[index] = Cell(glyph: glyph, style: style, link: link) }
    var (left, right) = (style, style)
    left.marks.insert(.wide)
    right.marks.insert(.continuation)
    cells[index] = Cell(glyph: glyph, style: left, link: link)
    cells[index + 1] = Cell(style: right, link: link)
  }

  /// Replaces each half of a wide character whose other half is covered by a space.
  mutating func blankHalves() {
    for y in 0..<height {
      for x in 0..<width {
        let index = y * width + x
        let marks = cells[index].style.marks
        if marks.isDisjoint(with: [.wide, .continuation]) { continue }
        if marks.contains(.wide) {
          if x + 1 == width || !cells[index + 1].style.marks.contains(.continuation) {
            blank(index)
          }
        } else if x == 0 || !cells[index - 1].style.marks.contains(.wide) {
          blank(index)
        }
      }
    }
  }

  private mutating func blank(_ index: Int) {
    var style = cells[index].style
    style.marks.subtract([.wide, .continuation])
    cells[index] = Cell(style: style)
  }

  /// Dims all that was written so far.
  mutating func dim() {
    for index in cells.indices { cells[index].style.marks.insert(.behind) }
  }

  /// The lines as text, without spaces at their ends.
  package func lines(_ glyphs: GlyphTable) -> [String] {
    (0..<height).map { y in
      var line = ""
      for cell in cells[y * width..<(y + 1) * width]
      where !cell.style.marks.contains(.continuation) {
        glyphs.append(cell.glyph, to: &line)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// Whether all characters are visible ones of ASCII, each of one column. All are looked at, so that the
/// processor compares many at once.
func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  bytes.reduce(0) { $0 | ($1 &- 0x20 < 0x5F ? 0 : 1) } == 0
}
