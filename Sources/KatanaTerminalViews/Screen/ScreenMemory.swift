import KatanaViews

/// What belongs to the screen and not to the model.
struct ScreenMemory {
  /// What has the focus.
  var focus: NodeID?
  /// The index of the focus among the stops of Tab, for when it disappears.
  var stop = 0
  /// The caret of each field, as an index of its characters.
  var carets: [NodeID: Int] = [:]
  /// The first visible line of each area that was scrolled.
  var offsets: [NodeID: Int] = [:]
  /// The current row of each list.
  var lists: [NodeID: CurrentRow] = [:]
  /// Where the cross of a drawing stands, from the upper left corner of the drawing.
  var crosses: [NodeID: Cross] = [:]
  /// The dialogs that are open, with what had the focus before.
  var dialogs: [(id: NodeID, before: NodeID?)] = []
  /// What asked for the focus in the last frame.
  var asking: Set<NodeID> = []
  /// The text that a field is expected to get from the model.
  var edits: [NodeID: Edit] = [:]

  struct CurrentRow {
    var key: ViewKey
    var index: Int
    /// The index of the control in the row.
    var column = 0
  }

  struct Cross {
    var column: Int
    var row: Int
  }

  /// A text that was sent and is not yet in the model.
  struct Edit {
    var before: String
    var after: String
    var caretBefore: Int
  }

  /// Returns the first visible line of an area.
  func offset(of area: ScrollArea) -> Int {
    min(max(offsets[area.id] ?? (area.follows ? area.end : 0), 0), area.end)
  }

  /// Returns the current row of a list that is not empty. A row that was moved by a few places is
  /// found by its key.
  func currentRow(of list: ViewList, _ id: NodeID) -> Int {
    guard let current = lists[id] else { return list.follows ? list.count - 1 : 0 }
    let index = min(current.index, list.count - 1)
    if list.key(at: index) == current.key { return index }
    for distance in 1...200 {
      for near in [current.index + distance, current.index - distance]
      where near >= 0 && near < list.count && list.key(at: near) == current.key {
        return near
      }
    }
    return index
  }

  func cross(of id: NodeID, in rect: CellRect) -> (column: Int, row: Int) {
    let cross = crosses[id] ?? Cross(column: rect.width / 2, row: rect.height / 2)
    return (
      rect.x + min(max(cross.column, 0), max(rect.width - 1, 0)),
      rect.y + min(max(cross.row, 0), max(rect.height - 1, 0))
    )
  }
}
