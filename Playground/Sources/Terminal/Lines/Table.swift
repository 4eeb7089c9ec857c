import KatanaConsole

/// Rows of texts in aligned columns.
public struct Table: Hashable, Sendable {
  /// A column, with the emphasis and the alignment of its texts.
  public struct Column: Hashable, Sendable {
    /// The title, which is shown if one of the columns has one.
    public var title: String
    /// The emphasis of its texts.
    public var emphasis: Emphasis?
    /// Whether the texts end at one column, as numbers do.
    public var isRightAligned: Bool
    /// Whether long texts may be cut where the table does not fit. What is typed again, such as a
    /// slug, is kept whole.
    public var isClipped: Bool
    /// Whether the column is left out where the table does not fit although all texts are cut. Of
    /// several, the last one is left out first.
    public var isOptional: Bool

    /// Creates a column.
    public init(
      _ title: String = "", _ emphasis: Emphasis? = nil, isRightAligned: Bool = false,
      isClipped: Bool = false, isOptional: Bool = false
    ) {
      self.title = title
      self.emphasis = emphasis
      self.isRightAligned = isRightAligned
      self.isClipped = isClipped
      self.isOptional = isOptional
    }
  }

  /// The columns.
  public var columns: [Column]
  /// The rows, each with a text for each column.
  public var rows: [[String]]

  /// Creates a table.
  public init(_ columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the lines, with the titles first if there are any.
  func lines(in style: Style) -> [String] {
    let rows = rows.map { $0.map(\.printable) }
    let titles = columns.map(\.title)
    let hasTitles = titles.contains { !$0.isEmpty }
    let widths = widths(of: (hasTitles ? [titles] : []) + rows, in: style.width)
    if let width = style.width, widths.reduce(2 * (columns.count - 1), +) > width,
      let index = columns.lastIndex(where: \.isOptional)
    {
      return without(index).lines(in: style)
    }
    let head = hasTitles ? [line(titles, widths) { text, _ in style(text, .faint) }] : []
    return head + rows.map { line($0, widths) { text, column in style(text, column.emphasis) } }
  }

  private func without(_ index: Int) -> Table {
    var table = self
    table.columns.remove(at: index)
    for row in rows.indices { table.rows[row].remove(at: index) }
    return table
  }

  /// Returns the widths of the columns. If they do not fit, the widest of those that may be cut is
  /// made narrower, again and again.
  private func widths(of rows: [[String]], in limit: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0
    }
    guard let limit else { return widths }
    let gaps = 2 * (columns.count - 1)
    while widths.reduce(gaps, +) > limit {
      let widest = columns.indices.filter { columns[$0].isClipped && widths[$0] > Self.narrowest }
        .max { widths[$0] < widths[$1] }
      guard let widest else { break }
      widths[widest] -= 1
    }
    return widths
  }

  /// The width below which no column is cut.
  private static let narrowest = 6

  /// Returns one line, without white space at its end.
  private func line(
    _ row: [String], _ widths: [Int], _ emphasize: (String, Column) -> String
  ) -> String {
    let row = zip(row, widths).map { TerminalText.width(of: $0) > $1 ? clipped($0, to: $1) : $0 }
    let last = row.lastIndex { !$0.isEmpty } ?? 0
    let cells = columns.indices.prefix(last + 1).map { index in
      let padding = String(
        repeating: " ", count: max(0, widths[index] - TerminalText.width(of: row[index])))
      let text = emphasize(row[index], columns[index])
      if columns[index].isRightAligned { return padding + text }
      return index == last ? text : text + padding
    }
    return cells.joined(separator: "  ")
  }

  private func clipped(_ text: String, to width: Int) -> String {
    TerminalText.clipped(text, to: width - 1) + "…"
  }
}
