import Katana
import KatanaViews

extension ScreenState {
  /// The list that has the focus.
  var focusedList: Int? { frame.focusedList(memory) }

  /// The control that keys go to: what has the focus, or the control of a list's current row.
  var activeTarget: Int? { frame.activeTarget(memory) }

  /// Gives the focus to what asks for it, takes it into a dialog and back, and replaces what has
  /// disappeared.
  mutating func settleFocus() {
    let before = memory.focus
    settleDialogs()
    let asking = frame.targets.filter(\.node.isFocused)
    if let target = asking.last(where: {
      !memory.asking.contains($0.id) && $0.layer == frame.topLayer
    }) {
      setFocus(target)
    }
    memory.asking = Set(asking.map(\.id))
    let stops = frame.tabStops
    if !stops.contains(where: { frame.targets[$0].id == memory.focus }) {
      memory.focus =
        stops.isEmpty ? nil : frame.targets[stops[min(memory.stop, stops.count - 1)]].id
    }
    memory.stop = stops.firstIndex { frame.targets[$0].id == memory.focus } ?? 0
    if before != memory.focus { draw() }
    settleRows()
    clampColumn()
    showFocus()
  }

  /// Notes where the current rows are, so that they are found again when others are inserted.
  private mutating func settleRows() {
    for area in frame.lists {
      var current = memory.lists[area.id]
      if current == nil, area.id == memory.focus, !area.list.follows {
        current = .init(key: area.list.key(at: area.current), index: area.current)
      }
      guard var current else { continue }
      (current.key, current.index) = (area.list.key(at: area.current), area.current)
      memory.lists[area.id] = current
    }
  }

  /// The lists whose current row is visible.
  var visibleCurrentRows: Set<NodeID> {
    Set(frame.lists.lazy.filter { frame.showsCurrentRow(of: $0) }.map(\.id))
  }

  /// Scrolls lists whose room has become smaller, or into which rows were inserted, so that their
  /// current rows stay visible. What the person has scrolled away stays there.
  mutating func keepVisible(_ lists: Set<NodeID>) {
    for area in frame.lists
    where lists.contains(area.id) && memory.lists[area.id] != nil
      && !frame.showsCurrentRow(of: area)
    {
      scroll(
        area.scroll, toShow: area.start(of: area.current),
        area.height(of: area.current, frame.scrolls[area.scroll].length))
      draw()
    }
  }

  private mutating func settleDialogs() {
    let open = frame.dialogs.map(\.id)
    while let last = memory.dialogs.last, !open.contains(last.id) {
      memory.dialogs.removeLast()
      if let focus = last.before, frame.target(focus) != nil { memory.focus = focus }
    }
    for id in open where !memory.dialogs.contains(where: { $0.id == id }) {
      memory.dialogs.append((id, memory.focus))
      memory.stop = 0
    }
  }

  mutating func setFocus(_ target: Target) {
    guard let list = target.list, let row = target.row else {
      memory.focus = target.id
      return
    }
    let area = frame.lists[list]
    memory.focus = area.id
    let column = (area.controls[row] ?? []).firstIndex { frame.targets[$0].id == target.id } ?? 0
    memory.lists[area.id] = .init(key: area.list.key(at: row), index: row, column: column)
  }

  mutating func moveFocus(by step: Int) {
    let stops = frame.tabStops
    guard !stops.isEmpty else { return }
    let index = stops.firstIndex { frame.targets[$0].id == memory.focus }
    let next = index.map { ($0 + step + stops.count) % stops.count } ?? 0
    memory.focus = frame.targets[stops[next]].id
    memory.stop = next
  }

  /// Makes a row of a list the current one. Returns the message of a row that has one.
  mutating func moveRow(of list: Int, to row: Int) -> [any Message] {
    let area = frame.lists[list]
    let row = min(max(row, 0), area.list.count - 1)
    var current =
      memory.lists[area.id] ?? .init(key: area.list.key(at: area.current), index: area.current)
    let isOther = row != area.current
    (current.key, current.index) = (area.list.key(at: row), row)
    memory.lists[area.id] = current
    scroll(
      area.scroll, toShow: area.start(of: row),
      area.height(of: row, frame.scrolls[area.scroll].length))
    draw()
    clampColumn()
    guard isOther, let list = frame.lists.firstIndex(where: { $0.id == area.id }) else { return [] }
    return frame.lists[list].selects[row].map { [$0] } ?? []
  }

  /// The current row may have fewer controls than the last one.
  private mutating func clampColumn() {
    guard let list = focusedList else { return }
    let area = frame.lists[list]
    guard let current = memory.lists[area.id] else { return }
    let last = max((area.controls[area.current] ?? []).count - 1, 0)
    if current.column > last {
      memory.lists[area.id]?.column = last
      draw()
    }
  }

  /// Scrolls so that what has the focus is visible.
  mutating func showFocus() {
    guard let index = activeTarget, let scroll = frame.targets[index].scroll,
      frame.targets[index].row == nil, frame.targets[index].id != frame.scrolls[scroll].id
    else { return }
    let target = frame.targets[index]
    let area = frame.scrolls[scroll]
    let before = memory.offsets[area.id]
    self.scroll(scroll, toShow: target.rect.y - area.rect.y + area.offset, target.rect.height)
    if memory.offsets[area.id] != before { draw() }
  }

  /// Moves the content of an area so that some of its lines are visible.
  mutating func scroll(_ index: Int, toShow line: Int, _ height: Int) {
    let area = frame.scrolls[index]
    var offset = area.offset
    if line + height > offset + area.rect.height { offset = line + height - area.rect.height }
    if line < offset { offset = line }
    if offset != area.offset { setOffset(offset, of: area) }
  }

  mutating func scroll(_ index: Int, by lines: Int) {
    let area = frame.scrolls[index]
    setOffset(area.offset + lines, of: area)
  }

  private mutating func setOffset(_ offset: Int, of area: ScrollArea) {
    let offset = min(max(offset, 0), area.end)
    // At its end, an area that follows goes on to follow.
    memory.offsets[area.id] = area.follows && offset == area.end ? nil : offset
  }
}
