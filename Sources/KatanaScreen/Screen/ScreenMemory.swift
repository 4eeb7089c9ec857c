import KatanaViews

/// What belongs to the screen and not to the model. All of it belongs to identities of nodes, and is
/// forgotten with them.
struct ScreenMemory {
  /// What has the focus: a target, or a list.
  var focus: ViewID?
  /// The index of the focus among the stops of Tab, for when it disappears.
  var stop = 0
  /// The caret of each field that was used.
  var carets: [ViewID: Caret] = [:]
  /// The first visible line of each area that was scrolled.
  var offsets: [ViewID: Int] = [:]
  /// The current row of each list.
  var lists: [ViewID: CurrentRow] = [:]
  /// Where the cross of a drawing stands, from the upper left corner of the drawing.
  var crosses: [ViewID: (column: Int, row: Int)] = [:]
  /// The drawing, the slider or the area that scrolls of which the first button of the mouse holds a part.
  var held: ViewID?
  /// The dialogs that are open, with what had the focus before.
  var dialogs: [(id: ViewID, before: ViewID?)] = []
  /// What asked for the focus in the last frame.
  var asking: Set<ViewID> = []

  struct CurrentRow {
    var key: ViewKey
    var index: Int
    /// The index of the control in the row.
    var column = 0
    /// The key of the row of which the app was told last.
    var told: ViewKey?
    /// Whether the person has moved to the row. Otherwise a list that follows shows its end.
    var isChosen = true
  }

  /// The caret of a field.
  struct Caret {
    /// The text that the field is expected to show.
    var text: String
    /// The offset in UTF-8.
    var offset: Int
    /// Where the selection began; `nil` if nothing is selected.
    var anchor: Int?
    /// A text that was sent and may be refused.
    var edit: (before: String, offset: Int)?
    /// The versions to which undo leads, the newest last.
    var undo: [Version] = []
    /// The versions to which redo leads, the next one last.
    var redo: [Version] = []
    /// Whether the last edit was a character, to which another one belongs.
    var isTyping = false
    /// What was visible first, as long as the caret is visible then: the line of an area, or the offset in
    /// a line; `nil` if the field was not used.
    var first: Int?

    struct Version: Equatable {
      var text: String
      var offset: Int
    }

    /// What is selected, as offsets in UTF-8.
    var selection: Range<Int>? {
      guard let anchor, anchor != offset else { return nil }
      return min(anchor, offset)..<max(anchor, offset)
    }

    /// Notes a version before it is changed, unless it belongs to a word that is being typed.
    mutating func note(_ version: Version, isTyping: Bool) {
      defer { self.isTyping = isTyping }
      redo = []
      if isTyping && self.isTyping || undo.last == version { return }
      undo = undo.suffix(99) + [version]
    }
  }

  /// Returns the first visible line of an area.
  func offset(of area: ScrollArea) -> Int {
    min(max(offsets[area.id] ?? (area.follows ? area.end : 0), 0), area.end)
  }

  /// Returns the current row of a list that is not empty. A row that has moved is found by its key.
  func currentRow(of list: ViewList, _ id: ViewID) -> Int {
    let current = lists[id]
    if list.selected != nil {
      // A long list is not looked through.
      if list.isLazy, let current, current.index < list.count, current.key == list.selected,
        list.key(at: current.index) == current.key
      {
        return current.index
      }
      if let index = list.selectedIndex { return index }
    }
    guard let current, current.isChosen else { return list.follows ? list.count - 1 : 0 }
    let index = min(current.index, list.count - 1)
    if list.key(at: index) == current.key { return index }
    return list.index(of: current.key) ?? index
  }

  func cross(of id: ViewID, in rect: CellRect) -> (column: Int, row: Int) {
    let cross = crosses[id] ?? (rect.width / 2, rect.height / 2)
    return (
      rect.x + min(max(cross.column, 0), max(rect.width - 1, 0)),
      rect.y + min(max(cross.row, 0), max(rect.height - 1, 0))
    )
  }

  /// Forgets what belongs to nodes that are no longer shown.
  mutating func forget(allBut arrangement: Arrangement) {
    if carets.isEmpty && offsets.isEmpty && lists.isEmpty && crosses.isEmpty { return }
    let targets = Set(arrangement.targets.map(\.id))
    let areas = Set(arrangement.scrolls.map(\.id))
    carets = carets.filter { targets.contains($0.key) }
    crosses = crosses.filter { targets.contains($0.key) }
    offsets = offsets.filter { areas.contains($0.key) }
    lists = lists.filter { areas.contains($0.key) }
  }
}
