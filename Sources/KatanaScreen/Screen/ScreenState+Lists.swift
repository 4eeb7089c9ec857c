import Katana
import KatanaConsole
import KatanaViews

extension ScreenState {
  /// Returns `nil` if the key is none of a list.
  mutating func move(_ stroke: KeyStroke, inList list: Int) -> [any Message]? {
    guard stroke.modifiers.isEmpty, focusedList == list else { return nil }
    let area = arrangement.lists[list]
    let page = max(arrangement.scrolls[area.scroll].rect.height - 1, 1)
    switch stroke.key {
    case .up: return moveRow(of: list, to: area.current - 1)
    case .down: return moveRow(of: list, to: area.current + 1)
    case .pageUp: return moveRow(of: list, to: area.current - page)
    case .pageDown: return moveRow(of: list, to: area.current + page)
    case .home: return moveRow(of: list, to: 0)
    case .end: return moveRow(of: list, to: area.list.count - 1)
    case .left, .right:
      return moveColumn(of: list, by: (stroke.key == .left) != area.box.isMirrored ? -1 : 1)
    default: return nil
    }
  }

  private mutating func moveColumn(of list: Int, by step: Int) -> [any Message]? {
    let area = arrangement.lists[list]
    guard let controls = area.controls[area.current], controls.count > 1 else { return nil }
    let column = memory.lists[area.id]?.column ?? 0
    memory.lists[area.id]?.column = min(max(column + step, 0), controls.count - 1)
    changeLook()
    return []
  }

  /// Makes a row of a list the current one. Returns the message of a row that has one.
  ///
  /// Where the model says which row is current, only the message is sent.
  mutating func moveRow(of list: Int, to row: Int) -> [any Message] {
    let area = arrangement.lists[list]
    let row = min(max(row, 0), area.list.count - 1)
    if area.list.selected != nil, !area.isSelected(row) {
      return selectMessage(of: row, in: area).map { [$0] } ?? []
    }
    let key = area.list.key(at: row)
    var current = memory.lists[area.id] ?? .init(key: key, index: row)
    (current.key, current.index) = (key, row)
    // At its end, a list that follows goes on to follow.
    current.isChosen = !(area.list.follows && row == area.list.count - 1)
    memory.lists[area.id] = current
    arrangement.lists[list].current = row
    changeLook()
    if scroll(area.scroll, toShow: lines(of: row, in: area)) { arrange() }
    return tellRow(of: list)
  }

  /// Returns the message of a row, the current one unless it is stated, if the app does not know of it.
  mutating func tellRow(of list: Int, _ row: Int? = nil) -> [any Message] {
    let area = arrangement.lists[list]
    let row = row ?? area.current
    let key = area.list.key(at: row)
    let isKnown =
      area.list.selected == nil ? memory.lists[area.id]?.told == key : area.isSelected(row)
    if isKnown { return [] }
    memory.lists[area.id]?.told = key
    return selectMessage(of: row, in: area).map { [$0] } ?? []
  }

  /// Returns what the first node of a row says that has an `onSelect`.
  private func selectMessage(of row: Int, in area: ListArea) -> (any Message)? {
    func find(_ node: ViewNode, _ outer: ViewContext) -> (any Message)? {
      let context = outer.entering(node)
      if context.isDisabled { return nil }
      if let select = node.select { return context.message(of: select) }
      if case .part(let part) = node.content { return find(part.node, context) }
      return node.children.lazy.compactMap { find($0, context) }.first
    }
    return find(area.list.row(at: row), area.box.context)
  }
}

extension ListArea {
  /// Whether the model says that a row is the current one. A long list is not looked through.
  fileprivate func isSelected(_ row: Int) -> Bool {
    list.isLazy ? list.selected == list.key(at: row) : list.selectedIndex == row
  }
}
