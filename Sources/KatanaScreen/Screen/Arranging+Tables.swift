import KatanaViews

// Tables: a list that moves sideways, with titles above it.
extension Arranging {
  /// The titles of a table, which stand above its list and are as wide as the cells of its rows.
  struct Table {
    let headers: [ViewNode]
    let gap: UInt8
    let clip: Clip

    func columns(_ rows: [ViewNode], _ content: CellRect) -> TableColumns {
      TableColumns(headers, rows, gap: gap, room: content.width)
    }
  }

  /// Places the titles. They come after the rows for the Tab key, and move sideways with them.
  mutating func place(
    _ table: Table, _ columns: TableColumns, _ list: Box, _ content: CellRect, _ style: ViewStyle
  ) {
    (self.list, row, owner) = (nil, nil, nil)
    let line = CellRect(x: content.x, y: content.y - 1, width: content.width, height: 1)
    let clip = table.clip.cut(line)
    let area =
      columns.width > line.width && line.width > 0
      ? open(list, line, clip, length: columns.width, isSideways: true) : nil
    let side = area.map { result.scrolls[$0] }
    let item = Item(node: columns.header, id: list.id.child(at: 1), context: list.context)
    let box = measuring.box(item, width: max(columns.width, line.width), height: 1)
    let inner = side.map { clip.scrolled(by: $0) } ?? clip
    place(box, x: line.leading(box, side), y: line.y, clip: inner, style: style)
    if let area { add(.sides(area), list, line, clip, style, isSolid: false) }
  }

  /// Lets the rows of a table that is too wide move sideways. The area lies in that of the list, so that the
  /// current row does not move it; but its keys come after those of the list.
  mutating func openSide(
    _ list: Box, _ content: CellRect, _ clip: Clip, _ width: Int
  ) -> ScrollArea? {
    guard width > content.width, content.width > 0, let rows = around else { return nil }
    let area = open(list, content, clip, length: width, isSideways: true)
    let side = result.arounds.count - 1
    result.arounds[side].parent = result.arounds[rows].parent
    result.arounds[rows].parent = side
    around = rows
    return result.scrolls[area]
  }
}

extension CellRect {
  /// The column at which a content begins that may be moved sideways.
  func leading(_ box: Box, _ side: ScrollArea?) -> Int {
    box.isMirrored ? maxX - box.width + (side?.offset ?? 0) : x - (side?.offset ?? 0)
  }
}
