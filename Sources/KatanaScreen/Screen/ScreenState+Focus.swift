import Katana
import KatanaViews

extension ScreenState {
  /// The list that has the focus.
  var focusedList: Int? { arrangement.lists.firstIndex { $0.id == memory.focus } }

  /// The target that keys go to: what has the focus, or the control of a list's current row.
  package var activeTarget: Int? {
    guard let list = focusedList else { return arrangement.target(memory.focus) }
    let area = arrangement.lists[list]
    let controls = area.controls[area.current] ?? []
    let column = memory.lists[area.id]?.column ?? 0
    return controls.indices.contains(column) ? controls[column] : arrangement.target(area.id)
  }

  /// What keys go to.
  package var active: Target? { activeTarget.map { arrangement.targets[$0] } }

  /// The list that has the focus.
  var focusedArea: ListArea? { focusedList.map { arrangement.lists[$0] } }

  /// The targets at which Tab stops: a list counts for the controls of its current row.
  var tabStops: [Int] {
    arrangement.targets.indices.flatMap { index -> [Int] in
      let target = arrangement.targets[index]
      guard target.layer == arrangement.topLayer, target.row == nil, canBeSeen(target) else {
        return []
      }
      let list = arrangement.lists.first { $0.id == target.id }
      let controls = list.flatMap { $0.controls[$0.current] } ?? []
      return controls.isEmpty ? [index] : controls
    }
  }

  /// The areas around a target that scroll, from the inside out, as indices.
  func areas(around target: Target) -> some Sequence<Int> {
    sequence(state: target.scroll) { next in
      defer { next = next.flatMap { arrangement.scrolls[$0].outer } }
      return next
    }
  }

  /// Whether a target is visible, or can be brought into sight.
  package func canBeSeen(_ target: Target) -> Bool {
    target.isReachable && !target.isCovered
      && areas(around: target).allSatisfy { !arrangement.scrolls[$0].reachable.isEmpty }
  }

  /// Whether what has the focus is visible, at least in part; of a list, its current row.
  var isFocusVisible: Bool {
    guard let active else { return false }
    if let focusedArea, active.id == focusedArea.id, !showsCurrentRow(of: focusedArea) {
      return false
    }
    return !active.visible.isEmpty
  }

  /// Whether all of what has the focus is visible.
  var isFocusWhole: Bool {
    guard isFocusVisible, let active else { return false }
    return active.visible == active.rect || active.id == memory.focus && focusedList != nil
  }

  /// Gives the focus to what asks for it, takes it into a dialog and back, and replaces what has
  /// disappeared.
  mutating func settle() {
    let before = memory.focus
    settleDialogs()
    settleAsking()
    settleRows()
    let stops = tabStops
    if let index = activeTarget.flatMap({ stops.firstIndex(of: $0) }) {
      memory.stop = index
    } else {
      focus(stops.isEmpty ? nil : stops[min(memory.stop, stops.count - 1)])
      memory.stop = min(memory.stop, max(stops.count - 1, 0))
    }
    if before != memory.focus { changeLook() }
  }

  private mutating func settleAsking() {
    let asking = arrangement.targets.filter(\.node.isFocused)
    for target in asking where !memory.asking.contains(target.id) {
      if target.layer == arrangement.topLayer {
        focus(on: target)
      } else if memory.dialogs.indices.contains(target.layer) {
        // It asks behind a dialog, so it comes after the dialog.
        memory.dialogs[target.layer].before =
          target.list.map { arrangement.lists[$0].id } ?? target.id
      }
    }
    memory.asking = Set(asking.map(\.id))
  }

  /// Notes where the current rows are, so that they are found again when others are inserted.
  private mutating func settleRows() {
    for area in arrangement.lists {
      var current =
        memory.lists[area.id]
        ?? .init(key: area.list.key(at: area.current), index: 0, isChosen: !area.list.follows)
      (current.key, current.index) = (area.list.key(at: area.current), area.current)
      if let controls = area.controls[area.current] {
        // The current row may have fewer controls than the last one.
        current.column = min(current.column, max(controls.count - 1, 0))
      }
      memory.lists[area.id] = current
    }
  }

  private mutating func settleDialogs() {
    let open = arrangement.dialogs.map(\.id)
    while let last = memory.dialogs.last, !open.contains(last.id) {
      memory.dialogs.removeLast()
      if let focus = last.before, arrangement.target(focus) != nil { memory.focus = focus }
    }
    for id in open where !memory.dialogs.contains(where: { $0.id == id }) {
      memory.dialogs.append((id, memory.focus))
      memory.stop = 0
    }
  }

  private mutating func focus(_ stop: Int?) {
    guard let target = stop.map({ arrangement.targets[$0] }) else { return memory.focus = nil }
    guard let list = target.list.map({ arrangement.lists[$0] }) else {
      memory.focus = target.id
      memory.lists[target.id]?.column = 0
      return
    }
    memory.focus = list.id
    memory.lists[list.id]?.column = list.controls[list.current]?.firstIndex { $0 == stop } ?? 0
  }

  mutating func focus(on target: Target) {
    changeLook()
    guard let list = target.list, let row = target.row else {
      memory.focus = target.id
      return
    }
    let area = arrangement.lists[list]
    memory.focus = area.id
    var current = memory.lists[area.id] ?? .init(key: area.list.key(at: row), index: row)
    current.column =
      (area.controls[row] ?? []).firstIndex { arrangement.targets[$0].id == target.id } ?? 0
    if area.list.selected == nil {
      (current.key, current.index, current.isChosen) = (area.list.key(at: row), row, true)
      arrangement.lists[list].current = row
    }
    memory.lists[area.id] = current
  }

  /// Moves the focus to another stop. Returns the message of a row that becomes current with it.
  mutating func moveFocus(by step: Int) -> [any Message] {
    let stops = tabStops
    guard !stops.isEmpty else { return [] }
    let index = activeTarget.flatMap { stops.firstIndex(of: $0) }
    let next = index.map { ($0 + step + stops.count) % stops.count } ?? 0
    focus(stops[next])
    memory.stop = next
    changeLook()
    return focusedList.map { tellRow(of: $0) } ?? []
  }

  // MARK: Into sight

  /// The lists whose current row is visible.
  var visibleCurrentRows: Set<ViewID> {
    Set(arrangement.lists.lazy.filter { showsCurrentRow(of: $0) }.map(\.id))
  }

  func showsCurrentRow(of area: ListArea) -> Bool {
    let scroll = arrangement.scrolls[area.scroll]
    let line = area.start(of: area.current) - scroll.offset
    return line >= 0 && line + area.height(of: area.current) <= scroll.rect.height
  }

  /// Scrolls lists whose room has become smaller, or into which rows were inserted, so that their
  /// current rows stay visible, and those whose model has said another row. What the person has
  /// scrolled away stays there.
  mutating func keepVisible(_ lists: Set<ViewID>) {
    var isMoved = false
    for area in arrangement.lists where memory.lists[area.id]?.isChosen == true {
      guard lists.contains(area.id), !showsCurrentRow(of: area) else { continue }
      isMoved = scroll(area.scroll, toShow: lines(of: area.current, in: area)) || isMoved
    }
    if isMoved { arrange() }
  }

  /// The lines of a row; of one without a height, that of its neighbour.
  func lines(of row: Int, in area: ListArea) -> Range<Int> {
    let length = arrangement.scrolls[area.scroll].length
    let start = min(area.start(of: row), max(length - 1, 0))
    return start..<start + max(area.height(of: row), 1)
  }

  /// Scrolls all areas around what has the focus, so that it is visible.
  mutating func showFocus() {
    for _ in 0..<3 {
      // A row that was not visible has had no controls, so its control is looked for again.
      for _ in 0..<4 {
        guard bringIntoSight() else { break }
        arrange()
      }
      // What was scrolled may cover it now.
      guard let index = activeTarget, arrangement.targets[index].isCovered else { return }
      settle()
    }
  }

  /// Returns whether something was scrolled.
  private mutating func bringIntoSight() -> Bool {
    guard let index = activeTarget else { return false }
    let target = arrangement.targets[index]
    var isMoved = false
    var rect = target.rect
    var area = target.scroll
    if let list = focusedList, target.row == nil || target.list != list {
      // The list itself: its current row.
      let list = arrangement.lists[list]
      let lines = lines(of: list.current, in: list)
      isMoved = scroll(list.scroll, toShow: lines)
      let scroll = arrangement.scrolls[list.scroll]
      rect = CellRect(
        x: scroll.rect.x, y: scroll.rect.y + lines.lowerBound - memory.offset(of: scroll),
        width: min(scroll.rect.width, 1), height: min(lines.count, scroll.rect.height))
      area = scroll.outer
    } else {
      // What has the focus because it scrolls is not moved to show itself.
      while let own = area, arrangement.scrolls[own].node == target.id {
        area = arrangement.scrolls[own].outer
      }
    }
    while let current = area {
      let scroll = arrangement.scrolls[current]
      let start =
        !scroll.isSideways
        ? rect.y - scroll.rect.y
        : scroll.isMirrored ? scroll.rect.maxX - rect.maxX : rect.x - scroll.rect.x
      let length = scroll.isSideways ? rect.width : rect.height
      let place = start + scroll.offset
      // Sideways, the marks that more follows need a column.
      let margin = scroll.isSideways && scroll.room > 2 ? 1 : 0
      if self.scroll(current, toShow: place - margin..<place + length + margin) { isMoved = true }
      let moved = memory.offset(of: scroll) - scroll.offset
      if !scroll.isSideways {
        rect.y -= moved
      } else {
        rect.x += scroll.isMirrored ? moved : -moved
      }
      // Only along its axis: the same view may scroll along the other one, too.
      var room = rect
      if scroll.isSideways {
        (room.x, room.width) = (scroll.rect.x, scroll.rect.width)
      } else {
        (room.y, room.height) = (scroll.rect.y, scroll.rect.height)
      }
      rect = rect.cut(to: room)
      area = scroll.outer
    }
    return isMoved
  }

  /// Moves the content of an area so that some of its lines are visible. Returns whether it moves.
  mutating func scroll(_ index: Int, toShow lines: Range<Int>) -> Bool {
    let area = arrangement.scrolls[index]
    var offset = area.offset
    let window = area.window
    // What is larger than the room is seen wherever it fills it.
    if lines.lowerBound <= offset + window.lowerBound,
      lines.upperBound >= offset + window.upperBound
    {
      return false
    }
    if lines.upperBound > offset + window.upperBound {
      offset = lines.upperBound - window.upperBound
    }
    if lines.lowerBound < offset + window.lowerBound {
      offset = lines.lowerBound - window.lowerBound
    }
    return setOffset(offset, of: area)
  }

  /// Moves the content of an area. Returns whether it moves.
  mutating func scroll(_ index: Int, by lines: Int) -> Bool {
    let area = arrangement.scrolls[index]
    return setOffset(area.offset + lines, of: area)
  }

  private mutating func setOffset(_ offset: Int, of area: ScrollArea) -> Bool {
    let offset = min(max(offset, 0), area.end)
    if offset == area.offset { return false }
    // At its end, an area that follows goes on to follow.
    memory.offsets[area.id] = area.follows && offset == area.end ? nil : offset
    return true
  }
}
