import KatanaViews

/// A key that acts now, as `.keyHelp` shows it.
struct ShownKey {
  /// What a click on it presses; `nil` for several keys.
  var shortcut: Shortcut?
  var name: String
  var title: String

  init(_ shortcut: Shortcut, _ title: String) {
    (self.shortcut, name) = (shortcut, "\(shortcut)")
    self.title = TextLines.clean(title)
  }

  init(name: String) { (shortcut, self.name, title) = (nil, name, "") }
}

/// Where the keys of `.keyHelp` stand: what painting and a click both need.
struct KeyHelp {
  struct Place {
    var key: ShownKey
    /// The column at which it begins, counted from where lines begin, and its line.
    var column: Int
    var line: Int
    var width: Int
  }

  private(set) var places: [Place] = []
  /// Where it is said that more keys follow.
  private(set) var rest: (column: Int, line: Int)?

  init(_ keys: [ShownKey], width: Int, height: Int) {
    var (used, line) = (0, 0)
    for (index, key) in keys.enumerated() {
      let title = TextLines.width(of: key.title)
      let needed = TextLines.width(of: key.name) + (title == 0 ? 0 : 1 + title)
      // In the last line, there must be room to say that more keys follow.
      let isLast = line == height - 1
      let mark = isLast && index < keys.count - 1 ? 3 : 0
      if used > 0, used + needed + mark > width {
        if isLast {
          rest = (used, line)
          return
        }
        (used, line) = (0, line + 1)
      }
      places.append(Place(key: key, column: used, line: line, width: needed))
      used += needed + 2
    }
  }

  /// Returns the key at a place, counted from where the first line begins.
  func key(column: Int, line: Int) -> ShownKey? {
    places.first { $0.line == line && ($0.column..<$0.column + $0.width).contains(column) }?.key
  }
}
