import Katana
package import KatanaConsole
import KatanaViews

// What a test asks of a screen.
extension ScreenState {
  /// What a key does at this moment.
  package enum KeyMeaning: Equatable {
    /// The control with the focus takes it.
    case control
    /// It is a key of `onKey`.
    case view
    /// It moves the focus, the current row or what is scrolled, or closes a dialog.
    case navigation
    case nothing
  }

  /// Returns what a key does at this moment.
  package func meaning(of stroke: KeyStroke) -> KeyMeaning {
    let target = activeTarget.map { arrangement.targets[$0] }
    if let target, takes(stroke, target) { return .control }
    let isAround = enclosing.contains { index in
      arrangement.arounds[index].keys.contains { $0.shortcut.matches(stroke) }
    }
    if isAround { return .view }
    if screenKeys.contains(where: { $0.binding.shortcut.matches(stroke) }) { return .view }
    switch stroke.key {
    case .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end: return .navigation
    case .escape: return arrangement.dialogs.last?.cancel == nil ? .nothing : .navigation
    default: return .nothing
    }
  }

  /// Whether a key belongs to a view that does not have the focus.
  package func isElsewhere(_ stroke: KeyStroke) -> Bool {
    arrangement.arounds.contains { $0.keys.contains { $0.shortcut.matches(stroke) } }
  }

  /// The keys of `onKey` that act at this moment, with their titles.
  package var keyTitles: [String] {
    shownKeys.filter { !$0.title.isEmpty }.map { "\($0.shortcut) \($0.title)" }
  }

  /// Whether a click at some cell would reach a target.
  package func isOnTop(_ target: Int) -> Bool {
    let rect = arrangement.targets[target].visible
    return (rect.y..<rect.y + max(rect.height, 0)).contains { row in
      (rect.x..<rect.x + max(rect.width, 0)).contains { column in
        arrangement.pieces.last { $0.isSolid && $0.clip.contains(column, row) }?.owner == target
      }
    }
  }

  /// Forgets the boxes that were measured, so that the next view is measured as by a new screen.
  package mutating func forgetWhatWasMeasured() { measuring = Measuring() }

  /// The list that has the focus, as an index.
  package var listWithFocus: Int? { focusedList }

  /// The number of stops of the Tab key.
  package var stopCount: Int { tabStops.count }

  /// Returns whether a point of a drawing is visible and nothing lies on it.
  package func reaches(_ target: Target, x: Double, y: Double) -> Bool {
    guard case .drawing(let drawing) = target.node.content else { return false }
    let map = DrawingMap(drawing, in: target.box.contentRect(at: target.rect))
    let (column, row) = (
      cellIndex(map.column(x).rounded(.down)), cellIndex(map.row(y).rounded(.down))
    )
    let piece = arrangement.pieces.last { $0.isSolid && $0.clip.contains(column, row) }
    return piece?.owner.map { arrangement.targets[$0].box === target.box } ?? false
  }
}
