import KatanaViews

/// The columns of a table, as wide as its visible rows say.
struct TableColumns {
  private let widths: [Int]
  private let headers: [ViewNode]
  private let gap: UInt8

  /// The number of cells that all columns take.
  var width: Int { widths.reduce(Int(gap) * max(widths.count - 1, 0), +) }

  /// Gives each column its width: that of its widest cell, a number of cells, or a share of what is left,
  /// but never less than its title needs.
  init(_ headers: [ViewNode], _ rows: [ViewNode], gap: UInt8, room: Int) {
    self.gap = gap
    self.headers = headers.map(Self.marked)
    let cells = rows.map { Self.cells(of: $0) }
    var left = room - Int(gap) * max(headers.count - 1, 0)
    var widths = self.headers.enumerated().map { column, header -> Int in
      let length = header.look.width
      if length.least == length.most { return Int(length.most) }
      var (title, widest) = (header, 0)
      title.look.width = .fit
      if length.weight == 0 {
        for row in cells where column < row.count {
          widest = max(widest, Measuring.idealWidth(row[column]))
        }
      }
      // The mark of the order comes and goes.
      let mark = header.states.isEmpty && header.press != nil ? 2 : 0
      let wanted = max(widest, Measuring.idealWidth(title) + mark, Int(length.least))
      return min(wanted, Int(length.most))
    }
    left -= widths.reduce(0, +)
    var weights = self.headers.reduce(0) { $0 + Int($1.look.width.weight) }
    for (column, header) in self.headers.enumerated()
    where header.look.width.weight > 0 && left > 0 {
      let share = left * Int(header.look.width.weight) / weights
      let width = min(widths[column] + share, Int(header.look.width.most))
      left -= width - widths[column]
      weights -= Int(header.look.width.weight)
      widths[column] = width
    }
    self.widths = widths
  }

  /// The row of titles.
  var header: ViewNode {
    var row = ViewNode(.row(headers.enumerated().map { fitted($1, $0) }))
    row.look.gap = gap
    return row
  }

  /// Returns a row whose cells have the widths of the columns.
  func aligned(_ row: ViewNode) -> ViewNode {
    var row = row
    switch row.content {
    case .row(let cells):
      row.content = .row(cells.prefix(widths.count).enumerated().map { fitted($1, $0) })
      row.look.gap = gap
    case .column(let inner) where inner.count == 1: row.content = .column([aligned(inner[0])])
    case .part(let part): row.content = .column([aligned(part.node)])
    default: break
    }
    return row
  }

  private func fitted(_ cell: ViewNode, _ column: Int) -> ViewNode {
    var cell = cell
    switch cell.content {
    // A group has no box of its own.
    case .group, .part: cell = ViewNode(.column([cell]))
    default: break
    }
    cell.look.width = .cells(widths[column])
    if cell.look.alignment == .leading { cell.look.alignment = headers[column].look.alignment }
    return cell
  }

  /// The cells of a row, also where something was added to the view of a child.
  private static func cells(of row: ViewNode) -> [ViewNode] {
    switch row.content {
    case .row(let cells): cells
    case .column(let inner) where inner.count == 1: cells(of: inner[0])
    case .part(let part): cells(of: part.node)
    default: []
    }
  }

  /// A title with the mark of the order.
  private static func marked(_ header: ViewNode) -> ViewNode {
    guard case .text(let title) = header.content else { return header }
    var header = header
    for case .sorted(let order) in header.states {
      header.content = .text(title + (order == .ascending ? " ▲" : " ▼"))
    }
    return header
  }
}
