import Katana
import KatanaViews

/// Something that takes the focus, a key or a click.
struct Target {
  let box: Box
  /// Where it stands, without the clip.
  var rect: CellRect
  /// The part of it that is visible.
  var visible: CellRect
  /// The number of dialogs around it.
  var layer: Int
  /// The index of the list whose row it belongs to.
  var list: Int?
  /// The index of its row in that list.
  var row: Int?
  /// The index of the innermost scrolling area around it.
  var scroll: Int?

  var id: NodeID { box.id }
  var node: ViewNode { box.node }
  var context: ViewContext { box.context }
}

/// An area whose content can be moved: a list, or a `scroll`.
struct ScrollArea {
  let id: NodeID
  var rect: CellRect
  /// The number of lines in the content, and of those above the visible ones.
  var length: Int
  var offset: Int
  let follows: Bool
  var layer: Int
  /// The index of the scrolling area around it.
  var outer: Int?

  var end: Int { max(length - rect.height, 0) }
}

/// A list that is shown.
struct ListArea {
  let id: NodeID
  let list: ViewList
  /// The index of its scrolling area.
  var scroll: Int
  /// The first line of each row; `nil` if each row has one line.
  var starts: [Int]?
  /// The current row.
  var current: Int
  /// The controls of the visible rows, as indices of targets.
  var controls: [Int: [Int]] = [:]
  /// Messages of rows that become current.
  var selects: [Int: any Message] = [:]

  func start(of row: Int) -> Int { starts.map { $0[row] } ?? row }
  func height(of row: Int, _ length: Int) -> Int {
    guard let starts else { return 1 }
    return (row + 1 < starts.count ? starts[row + 1] : length) - starts[row]
  }
}

/// A figure of a drawing that can be clicked.
struct FigureTarget {
  let figure: ViewFigure
  let context: ViewContext
  let rect: CellRect
}

/// A key that acts at present.
struct ActiveKey {
  let binding: ViewKeyBinding
  let context: ViewContext
  /// The dialogs around it; for a key of a node around a dialog, those around the dialog's content.
  var layer: Int
  /// The list and the row in which it acts.
  let list: Int?
  let row: Int?
  /// The control of that row to which it belongs.
  let control: NodeID?
}

/// What is shown: cells, and what a key or a click can reach.
struct ScreenFrame {
  var buffer: CellBuffer
  /// In the order of the view.
  var targets: [Target] = []
  var scrolls: [ScrollArea] = []
  var lists: [ListArea] = []
  var keys: [ActiveKey] = []
  /// The dialogs, from the bottom up.
  var dialogs: [(id: NodeID, cancel: (any Message)?, cancelTitle: String)] = []
  /// The figures of drawings that can be clicked.
  var figures: [FigureTarget] = []
  /// Where the cursor of the terminal stands.
  var cursor: (column: Int, row: Int)?
  var windowTitle: String?
  /// Whether something moves with time.
  var isMoving = false
  /// Whether the view uses the mouse.
  var usesMouse = false
  /// Where the keys are shown.
  var keyHelp: (rect: CellRect, style: CellStyle, isRightToLeft: Bool)?

  init(width: Int, height: Int) { buffer = CellBuffer(width: width, height: height) }

  /// The number of dialogs that are open; only the top one can be reached.
  var topLayer: Int { dialogs.count }

  func target(_ id: NodeID?) -> Int? {
    guard let id else { return nil }
    return targets.firstIndex { $0.id == id }
  }

  /// The targets that Tab goes through.
  var tabStops: [Int] {
    targets.indices.filter { targets[$0].layer == topLayer && targets[$0].row == nil }
  }

  /// The list that has the focus.
  func focusedList(_ memory: ScreenMemory) -> Int? {
    lists.firstIndex { $0.id == memory.focus }
  }

  /// The control that keys go to: what has the focus, or the control of a list's current row.
  func activeTarget(_ memory: ScreenMemory) -> Int? {
    guard let list = focusedList(memory) else { return target(memory.focus) }
    let area = lists[list]
    let controls = area.controls[area.current] ?? []
    let column = memory.lists[area.id]?.column ?? 0
    return controls.indices.contains(column) ? controls[column] : target(area.id)
  }

  func showsCurrentRow(of area: ListArea) -> Bool {
    let scroll = scrolls[area.scroll]
    let line = area.start(of: area.current) - scroll.offset
    return line >= 0 && line + area.height(of: area.current, scroll.length) <= scroll.rect.height
  }

  /// The keys that act; those of the current row first.
  func activeKeys(_ memory: ScreenMemory) -> [ActiveKey] {
    let focusedList = focusedList(memory)
    let control = activeTarget(memory).map { targets[$0].id }
    var rows: [ActiveKey] = []
    var others: [ActiveKey] = []
    for key in keys.reversed() where key.layer == topLayer && !key.context.isDisabled {
      if key.row == nil {
        others.append(key)
      } else if let list = key.list, list == focusedList, lists[list].current == key.row,
        key.control == nil || key.control == control
      {
        rows.append(key)
      }
    }
    return rows + others
  }

  /// The keys that act, in the order of the view; those of the current row first, Escape of a dialog
  /// after them, Tab and the arrows last.
  func shownKeys(_ memory: ScreenMemory) -> [(shortcut: String, title: String)] {
    var keys: [ActiveKey] = []
    for key in activeKeys(memory)
    where !keys.contains(where: { $0.binding.shortcut == key.binding.shortcut }) {
      keys.append(key)
    }
    let sorted =
      keys.filter { $0.row != nil }.reversed() + keys.filter { $0.row == nil }.reversed()
    var shown = sorted.map { (shortcut: "\($0.binding.shortcut)", title: $0.binding.title) }
    if let dialog = dialogs.last, dialog.cancel != nil,
      !sorted.contains(where: { $0.binding.shortcut == .escape })
    {
      shown.append(("\(Shortcut.escape)", dialog.cancelTitle))
    }
    // Without titles, which would be in one language.
    if tabStops.count > 1 { shown.append(("Tab", "")) }
    if arrowsMove(memory) { shown.append(("↑↓", "")) }
    return shown
  }

  /// Whether the arrows go through a list, or scroll.
  private func arrowsMove(_ memory: ScreenMemory) -> Bool {
    if let list = focusedList(memory) { return lists[list].list.count > 1 }
    guard let target = activeTarget(memory).map({ targets[$0] }) else { return false }
    if case .input = target.node.content { return false }
    let scroll = scrolls.firstIndex { $0.id == target.id } ?? target.scroll
    return scroll.map { scrolls[$0].end > 0 } ?? false
  }
}
