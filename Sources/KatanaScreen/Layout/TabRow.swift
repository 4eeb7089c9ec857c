import KatanaViews

/// Where the titles of tabs stand in their row: all of them if they fit, or else as many around the current
/// one as have room.
struct TabRow {
  /// The columns of each title, with a space on each side. They may lie outside of the row.
  private(set) var places: [Range<Int>] = []
  /// Whether there are titles that are not visible, on the leading side and on the other one.
  private(set) var goesOn = (before: false, after: false)

  init(_ titles: [String], _ current: Int?, columns: Int) {
    var end = 0
    for title in titles {
      let width = Self.width(of: title, columns)
      places.append(end..<end + width)
      end += width
    }
    guard end > columns, columns > 0 else { return }
    let shown = current.flatMap { places.indices.contains($0) ? places[$0] : nil } ?? 0..<0
    let middle = (shown.lowerBound + shown.upperBound - columns) / 2
    let offset = min(max(middle, 0), end - columns)
    places = places.map { $0.lowerBound - offset..<$0.upperBound - offset }
    goesOn = (offset > 0, offset < end - columns)
  }

  static func width(of titles: [String]) -> Int {
    titles.reduce(0) { $0 + width(of: $1, .max) }
  }

  private static func width(of title: String, _ columns: Int) -> Int {
    TextLines.width(of: shown(title, columns))
  }

  /// A title as it stands in the row, in which there is room for the marks that others follow.
  static func shown(_ title: String, _ columns: Int) -> String {
    " \(TextLines.cut(title.replacing("\n", with: " "), to: max(columns - 4, 1))) "
  }
}

extension CellRect {
  /// The cells of a range of columns from the leading side.
  func columns(_ range: Range<Int>, isMirrored: Bool) -> CellRect {
    let x = isMirrored ? maxX - range.upperBound : x + range.lowerBound
    return CellRect(x: x, y: y, width: range.count, height: height)
  }
}
