import KatanaViews

/// How the coordinates of a drawing become those of the screen. A cell is about twice as high as it
/// is wide.
struct DrawingMap {
  private let window: DrawingWindow
  private let scaleX: Double
  private let scaleY: Double
  private let left: Double
  private let top: Double

  init(_ drawing: ViewDrawing, in rect: CellRect) {
    window = drawing.window
    let (width, height) = (Double(rect.width), Double(rect.height))
    var x = width / max(window.width, .leastNormalMagnitude)
    var y = height / max(window.height, .leastNormalMagnitude)
    if drawing.scaling == .trueToShape {
      let scale = min(x, 2 * y)
      (x, y) = (scale, scale / 2)
    }
    (scaleX, scaleY) = (x, y)
    left = Double(rect.x) + (width - window.width * x) / 2
    top = Double(rect.y) + (height - window.height * y) / 2
  }

  func column(_ x: Double) -> Double { left + (x - window.x) * scaleX }
  func row(_ y: Double) -> Double { top + (y - window.y) * scaleY }

  /// The point of the drawing in the middle of a cell.
  func point(column: Int, row: Int) -> (x: Double, y: Double) {
    (
      (Double(column) + 0.5 - left) / scaleX + window.x,
      (Double(row) + 0.5 - top) / scaleY + window.y
    )
  }

  func columns(_ length: Double) -> Double { length * scaleX }
  func rows(_ length: Double) -> Double { length * scaleY }
}

/// Returns the index of the cell in which a number lies; numbers far outside of the screen, and those that are
/// none, become the nearest that is safe.
func cellIndex(_ number: Double) -> Int {
  number.isNaN ? 0 : Int(min(max(number, -100_000), 100_000).rounded(.down))
}

extension DrawingMap {
  /// The cells that a figure covers.
  func cells(of figure: ViewFigure, _ dx: Double, _ dy: Double) -> CellRect {
    switch figure.shape {
    case .rectangle(let x, let y, let width, let height):
      let left = cellIndex(column(x + dx).rounded(.down))
      let right = cellIndex(column(x + dx + width).rounded())
      let top = cellIndex(row(y + dy).rounded(.down))
      let bottom = cellIndex(row(y + dy + height).rounded(.up))
      return CellRect(x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
    case .line(let x, let y, let toX, let toY):
      let (from, to) = ((column(x + dx), row(y + dy)), (column(toX + dx), row(toY + dy)))
      return CellRect(
        x: cellIndex(min(from.0, to.0)), y: cellIndex(min(from.1, to.1)),
        width: cellIndex(abs(to.0 - from.0)) + 1, height: cellIndex(abs(to.1 - from.1)) + 1)
    case .circle(let x, let y, let radius):
      let (center, size) = ((column(x + dx), row(y + dy)), (columns(radius), rows(radius)))
      guard size.0 >= 1, size.1 >= 1 else {
        return CellRect(x: cellIndex(center.0), y: cellIndex(center.1), width: 1, height: 1)
      }
      return CellRect(
        x: cellIndex(center.0 - size.0), y: cellIndex(center.1 - size.1),
        width: cellIndex(2 * size.0) + 1, height: cellIndex(2 * size.1) + 1)
    case .text(let x, let y, let text):
      return CellRect(
        x: cellIndex(column(x + dx)), y: cellIndex(row(y + dy)),
        width: TextLines.width(of: TextLines.clean(text)), height: 1)
    }
  }
}

extension Painting {
  mutating func paint(
    _ drawing: ViewDrawing, _ piece: Piece, _ content: CellRect, _ clip: CellRect
  ) {
    let map = DrawingMap(drawing, in: content)
    let focused = focusedFigure(of: piece.box)
    for (index, figure) in drawing.figures.enumerated() {
      let (dx, dy) = (value(of: figure.x), value(of: figure.y))
      let rect = map.cells(of: figure, dx, dy)
      let shown = rect.cut(to: clip)
      let isFocused = focused.map { $0 == piece.box.figureID(figure, index) } ?? false
      if isFocused, !shown.isEmpty { setCursor((shown.x, shown.y)) }
      // What lies outside costs nothing, however far it goes on there.
      if !shown.isEmpty { paint(figure, dx, dy, map, rect, shown, isFocused ? .focus : []) }
    }
    guard hasFocus(piece), piece.box.node.pointer != nil else { return }
    let cross = memory.cross(of: piece.box.id, in: content)
    if clip.contains(cross.column, cross.row) { setCursor(cross) }
  }

  private mutating func paint(
    _ figure: ViewFigure, _ dx: Double, _ dy: Double, _ map: DrawingMap, _ rect: CellRect,
    _ shown: CellRect, _ marks: CellStyle.Marks
  ) {
    switch figure.shape {
    case .rectangle:
      fill(rect, "█", figure.style, shown, marks)
    case .line(let x, let y, let toX, let toY):
      let from = (x: map.column(x + dx), y: map.row(y + dy))
      let to = (x: map.column(toX + dx), y: map.row(toY + dy))
      paintLine(from, to, figure.style, shown, marks)
    case .circle(let x, let y, let radius):
      paintCircle(
        (map.column(x + dx), map.row(y + dy)), (map.columns(radius), map.rows(radius)),
        figure.style, shown, marks)
    case .text(_, _, let text):
      put(TextLines.clean(text), rect.x, rect.y, figure.style, shown, marks)
    }
  }

  /// Walks along the longer axis, within the cells that are shown.
  private mutating func paintLine(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ style: ViewStyle,
    _ clip: CellRect, _ marks: CellStyle.Marks
  ) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    guard dx.isFinite, dy.isFinite else { return }
    let isFlat = abs(dx) >= abs(dy)
    let length = isFlat ? dx : dy
    let (first, last) = isFlat ? (clip.x, clip.maxX - 1) : (clip.y, clip.maxY - 1)
    let start = cellIndex(isFlat ? min(from.x, to.x) : min(from.y, to.y))
    let end = cellIndex(isFlat ? max(from.x, to.x) : max(from.y, to.y))
    guard max(first, start) <= min(last, end) else { return }
    for step in max(first, start)...min(last, end) {
      let offset = Double(step) + 0.5 - (isFlat ? from.x : from.y)
      let part = length == 0 ? 0 : min(max(offset / length, 0), 1)
      let other = cellIndex(isFlat ? from.y + dy * part : from.x + dx * part)
      put("·", isFlat ? step : other, isFlat ? other : step, style, clip, marks)
    }
  }

  private mutating func paintCircle(
    _ center: (x: Double, y: Double), _ radius: (x: Double, y: Double), _ style: ViewStyle,
    _ shown: CellRect, _ marks: CellStyle.Marks
  ) {
    guard radius.x >= 1, radius.y >= 1 else {
      return put("●", cellIndex(center.x), cellIndex(center.y), style, shown, marks)
    }
    for y in shown.y..<shown.maxY {
      for x in shown.x..<shown.maxX {
        let (dx, dy) = (
          (Double(x) + 0.5 - center.x) / radius.x, (Double(y) + 0.5 - center.y) / radius.y
        )
        // The ring between the circle and one that is a cell smaller.
        let distance = dx * dx + dy * dy
        let inner = max(1 - 1 / min(radius.x, radius.y), 0)
        if distance <= 1, distance >= inner * inner { put("•", x, y, style, shown, marks) }
      }
    }
  }
}

extension Box {
  /// The identity of a figure of a drawing.
  func figureID(_ figure: ViewFigure, _ index: Int) -> ViewID {
    figure.key.map { id.child($0) } ?? id.child(at: index)
  }
}
