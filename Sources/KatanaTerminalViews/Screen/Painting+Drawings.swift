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

/// Returns a number as an index of a cell; numbers far outside of the screen, and those that are
/// none, become the nearest that is safe.
func cellIndex(_ number: Double) -> Int {
  number.isNaN ? 0 : Int(min(max(number, -100_000), 100_000))
}

extension Painting {
  mutating func paint(
    _ drawing: ViewDrawing, _ box: Box, _ content: CellRect, _ clip: CellRect
  ) {
    guard !clip.isEmpty else { return }
    let map = DrawingMap(drawing, in: content)
    for figure in drawing.figures {
      let (dx, dy) = (value(of: figure.x), value(of: figure.y))
      let covered = paint(figure, dx, dy, map, clip)
      guard figure.press != nil, !box.context.isDisabled else { continue }
      frame.usesMouse = true
      frame.figures.append(
        FigureTarget(figure: figure, context: box.context, rect: covered.cut(to: clip)))
    }
    guard hasFocus(box), box.node.pointer != nil else { return }
    let cross = memory.cross(of: box.id, in: content)
    if clip.contains(cross.column, cross.row) { frame.cursor = cross }
  }

  /// Draws a figure, and returns the cells that it covers.
  private mutating func paint(
    _ figure: ViewFigure, _ dx: Double, _ dy: Double, _ map: DrawingMap, _ clip: CellRect
  ) -> CellRect {
    switch figure.shape {
    case .rectangle(let x, let y, let width, let height):
      let left = cellIndex(map.column(x + dx).rounded(.down))
      let right = cellIndex(map.column(x + dx + width).rounded())
      let top = cellIndex(map.row(y + dy).rounded(.down))
      let bottom = cellIndex(map.row(y + dy + height).rounded(.up))
      let rect = CellRect(
        x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
      let shown = rect.cut(to: clip)
      for row in shown.y..<max(shown.maxY, shown.y) {
        put(String(repeating: "█", count: shown.width), shown.x, row, figure.style, clip)
      }
      return rect
    case .line(let x, let y, let toX, let toY):
      let from = (x: map.column(x + dx), y: map.row(y + dy))
      let to = (x: map.column(toX + dx), y: map.row(toY + dy))
      let steps = max(cellIndex(max(abs(to.x - from.x), abs(to.y - from.y)).rounded(.up)), 1)
      for step in 0...steps {
        let part = Double(step) / Double(steps)
        put(
          "·", cellIndex(from.x + (to.x - from.x) * part),
          cellIndex(from.y + (to.y - from.y) * part),
          figure.style, clip)
      }
      return CellRect(
        x: cellIndex(min(from.x, to.x)), y: cellIndex(min(from.y, to.y)),
        width: cellIndex(abs(to.x - from.x)) + 1, height: cellIndex(abs(to.y - from.y)) + 1)
    case .circle(let x, let y, let radius):
      return paintCircle(
        (map.column(x + dx), map.row(y + dy)), (map.columns(radius), map.rows(radius)),
        figure.style, clip)
    case .text(let x, let y, let text):
      let clean = TextLines.clean(text)
      let (column, row) = (cellIndex(map.column(x + dx)), cellIndex(map.row(y + dy)))
      put(clean, column, row, figure.style, clip)
      return CellRect(x: column, y: row, width: TextLines.width(of: clean), height: 1)
    }
  }

  private mutating func paintCircle(
    _ center: (x: Double, y: Double), _ radius: (x: Double, y: Double), _ style: ViewStyle,
    _ clip: CellRect
  ) -> CellRect {
    let (column, row) = (cellIndex(center.x), cellIndex(center.y))
    guard radius.x >= 1, radius.y >= 1 else {
      put("●", column, row, style, clip)
      return CellRect(x: column, y: row, width: 1, height: 1)
    }
    let rect = CellRect(
      x: cellIndex(center.x - radius.x), y: cellIndex(center.y - radius.y),
      width: cellIndex(2 * radius.x) + 1, height: cellIndex(2 * radius.y) + 1)
    let shown = rect.cut(to: clip)
    for y in shown.y..<max(shown.maxY, shown.y) {
      for x in shown.x..<max(shown.maxX, shown.x) {
        let (dx, dy) = (
          (Double(x) + 0.5 - center.x) / radius.x, (Double(y) + 0.5 - center.y) / radius.y
        )
        // The ring between the circle and one that is a cell smaller.
        let distance = dx * dx + dy * dy
        let inner = max(1 - 1 / min(radius.x, radius.y), 0)
        if distance <= 1, distance >= inner * inner { put("•", x, y, style, clip) }
      }
    }
    return rect
  }
}
