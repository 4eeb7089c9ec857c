import KatanaConsole

/// Rows of texts in aligned columns.
struct Table {
  /// A column, with the emphasis and the alignment of its texts.
  struct Column {
    var title = ""
    var emphasis: Style.Emphasis?
    var isRightAligned = false
  }

  var columns: [Column]
  var rows: [[String]]

  /// Returns the lines, with the titles first if there are any.
  func lines(in style: Style) -> [String] {
    let rows = rows.map { $0.map(\.printable) }
    let titles = columns.map(\.title)
    let hasTitles = titles.contains { !$0.isEmpty }
    let widths = columns.indices.map { column in
      ((hasTitles ? [titles] : []) + rows).map { TerminalText.width(of: $0[column]) }.max() ?? 0
    }
    let head = hasTitles ? [line(titles, widths) { text, _ in style(text, .faint) }] : []
    return head
      + rows.map { row in
        line(row, widths) { text, column in column.emphasis.map { style(text, $0) } ?? text }
      }
  }

  /// Returns one line, without white space at its end.
  private func line(
    _ row: [String], _ widths: [Int], _ emphasize: (String, Column) -> String
  ) -> String {
    let last = row.lastIndex { !$0.isEmpty } ?? 0
    let cells = columns.indices.prefix(last + 1).map { index in
      let padding = String(
        repeating: " ", count: widths[index] - TerminalText.width(of: row[index]))
      let text = emphasize(row[index], columns[index])
      if columns[index].isRightAligned { return padding + text }
      return index == last ? text : text + padding
    }
    return cells.joined(separator: "  ")
  }
}
