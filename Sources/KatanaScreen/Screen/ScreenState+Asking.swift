import Katana
package import KatanaConsole
import KatanaViews

// What a test asks of a screen.
extension ScreenState {
  /// Whether a key does something at this moment: for the control with the focus, by `onKey`, or because it
  /// moves the focus, the current row or what is scrolled, or closes a dialog.
  package func answers(_ stroke: KeyStroke) -> Bool {
    if let active, takes(stroke, active) { return true }
    let keys = enclosing.flatMap { arrangement.arounds[$0].keys } + screenKeys.map(\.binding)
    if keys.contains(where: { $0.shortcut.matches(stroke) }) { return true }
    switch stroke.key {
    case .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end: return true
    case .escape: return arrangement.dialogs.last?.cancel != nil
    default: return false
    }
  }

  /// The offset in UTF-8 of the caret in the field that has the focus.
  package var caret: Int? {
    guard let active, case .input(let input) = active.node.content else { return nil }
    return memory.caret(of: active.id, input)
  }

  /// Whether a key belongs to a view that does not have the focus.
  package func isElsewhere(_ stroke: KeyStroke) -> Bool {
    arrangement.arounds.contains { $0.keys.contains { $0.shortcut.matches(stroke) } }
  }

  /// The keys of `onKey` that act at this moment, with their titles.
  package var keyTitles: [String] {
    shownKeys.filter { !$0.title.isEmpty }.map { "\($0.name) \($0.title)" }
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
    let map = DrawingMap(drawing, in: target.content)
    let owner = arrangement.owner(cellIndex(map.column(x)), cellIndex(map.row(y)))
    return owner.map { arrangement.targets[$0].box === target.box } ?? false
  }
}
