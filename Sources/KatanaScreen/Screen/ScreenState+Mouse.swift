import Katana
import KatanaConsole
import KatanaViews

extension MouseEvent.Action {
  var isPress: Bool { if case .pressed = self { true } else { false } }
}

extension ScreenState {
  /// Whether the first button holds the bar of an area that scrolls.
  var holdsBar: Bool {
    memory.held.map { held in arrangement.scrolls.contains { $0.id == held } } ?? false
  }

  mutating func use(_ mouse: MouseEvent) -> [any Message] {
    let (column, row) = (mouse.column, mouse.row)
    switch mouse.action {
    case .scrolledUp, .scrolledDown:
      let isSideways = mouse.modifiers.contains(.shift)
      let area = arrangement.scrolls.lastIndex {
        $0.layer == arrangement.topLayer && $0.isSideways == isSideways && $0.end > 0
          && $0.rect.contains(column, row)
      }
      if let area, scroll(area, by: mouse.action == .scrolledUp ? -3 : 3) { arrange() }
      return []
    case .pressed(let button): return click(button, column, row)
    case .released:
      let held = memory.held
      memory.held = nil
      return target(column, row).map { $0.id == held ? point(.up, $0, column, row) : [] } ?? []
    case .moved: return drag(column, row)
    }
  }

  /// Moves what the first button holds, also while the pointer is elsewhere in the window; a drawing gets
  /// what happens in it.
  private mutating func drag(_ column: Int, _ row: Int) -> [any Message] {
    guard let held = memory.held else { return [] }
    if let area = arrangement.scrolls.firstIndex(where: { $0.id == held && !$0.isSideways }) {
      moveBar(of: area, to: row)
      return []
    }
    guard let target = arrangement.target(held).map({ arrangement.targets[$0] }) else { return [] }
    if let messages = slide(target, to: column) { return messages }
    return self.target(column, row)?.id == held ? point(.moved, target, column, row) : []
  }

  /// The topmost thing at a place. What is behind a dialog is not reached.
  private func topmost(_ column: Int, _ row: Int) -> Piece? {
    let piece = arrangement.topmost(column, row)
    return piece?.layer == arrangement.topLayer ? piece : nil
  }

  private func target(_ column: Int, _ row: Int) -> Target? {
    topmost(column, row)?.owner.map { arrangement.targets[$0] }
  }

  private mutating func click(_ button: Int, _ column: Int, _ row: Int) -> [any Message] {
    guard let piece = topmost(column, row) else { return [] }
    if button == 0, let stroke = shownKey(column, row, piece) { return press(stroke) }
    if button == 0, case .bar(let area) = piece.kind,
      arrangement.scrolls[area].bar(isMirrored: piece.box.isMirrored).contains(column, row)
    {
      memory.held = arrangement.scrolls[area].id
      moveBar(of: area, to: row)
      return []
    }
    guard let target = piece.owner.map({ arrangement.targets[$0] }) else {
      guard button == 0, let list = piece.list, let row = piece.row,
        !arrangement.lists[list].box.context.isDisabled
      else { return [] }
      memory.focus = arrangement.lists[list].id
      return moveRow(of: list, to: row)
    }
    if button == 2 {
      if target.figure == nil, let action = target.node.secondaryPress {
        focus(on: target)
        return [target.context.message(of: action)]
      }
      return point(.secondary, target, column, row)
    }
    guard button == 0 else { return [] }
    if let list = arrangement.lists.firstIndex(where: { $0.id == target.id }) {
      memory.focus = arrangement.lists[list].id
      return piece.row.map { moveRow(of: list, to: $0) } ?? []
    }
    focus(on: target)
    let told = target.list.map { tellRow(of: $0, target.row) } ?? []
    if target.figure == nil, case .input(let input) = target.node.content {
      placeCaret(in: input, target, column, row)
      return told
    }
    if let press = target.figure?.press { return told + [target.context.message(of: press)] }
    if target.node.isTabs { return told + choose(target, column) }
    if let messages = slide(target, to: column) {
      memory.held = target.id
      return told + messages
    }
    if let room = target.choice, target.node.press == nil, column == room.x {
      return told + (step(target, target.box.isMirrored ? 1 : -1) ?? [])
    }
    if target.node.pointer != nil { memory.held = target.id }
    return told + point(.down, target, column, row) + (press(target) ?? [])
  }

  /// Scrolls an area so that the middle of its bar is in a line, as far as it goes.
  private mutating func moveBar(of index: Int, to row: Int) {
    let area = arrangement.scrolls[index]
    let way = area.rect.height - area.barLength
    let first = min(max(row - area.rect.y - area.barLength / 2, 0), way)
    let offset = way > 0 ? (area.end * first + way / 2) / way : 0
    if scroll(index, by: offset - area.offset) { arrange() }
  }

  /// Returns the message of a slider whose knob goes to a column, or to the step next to it; `nil` for
  /// another control.
  private func slide(_ target: Target, to column: Int) -> [any Message]? {
    guard target.figure == nil,
      case .slider(let label, let value, let range, let size) = target.node.content
    else { return nil }
    let (room, length) = (
      target.content.withoutLabel(of: target.box, label), range.upperBound - range.lowerBound
    )
    guard let reply = target.node.changedNumber, length > 0, length.isFinite else { return [] }
    let place = Double(column - room.x) / Double(max(room.width - 1, 1))
    let part = min(max(target.box.isMirrored ? 1 - place : place, 0), 1)
    let steps = size > 0 ? (part * length / size).rounded() * size : part * length
    let next = min(range.lowerBound + steps, range.upperBound)
    return next == value ? [] : [target.context.message(of: reply, next)]
  }

  /// Returns the key of `.keyHelp` that stands at a place.
  private func shownKey(_ column: Int, _ row: Int, _ piece: Piece) -> KeyStroke? {
    guard case .keyHelp = piece.box.node.content, !piece.box.context.isDisabled else { return nil }
    let content = piece.rect.inset(of: piece.box)
    let help = KeyHelp(shownKeys, width: content.width, height: content.height)
    let key = help.key(
      column: piece.box.isMirrored ? content.maxX - 1 - column : column - content.x,
      line: row - content.y)
    return key?.shortcut.flatMap { KeyStroke($0) }
  }

  /// Returns the message of the title in a row of tabs that stands at a column.
  private func choose(_ tabs: Target, _ column: Int) -> [any Message] {
    guard case .select(_, let titles, let current) = tabs.node.content,
      let reply = tabs.node.changedIndex
    else { return [] }
    let row = TabRow(titles, current, columns: tabs.content.width)
    let found = row.places.firstIndex {
      let place = tabs.content.columns($0, isMirrored: tabs.box.isMirrored)
      return (place.x..<place.maxX).contains(column)
    }
    guard let found, found != current else { return [] }
    return [tabs.context.message(of: reply, found)]
  }

  private mutating func placeCaret(
    in input: ViewInput, _ target: Target, _ column: Int, _ row: Int
  ) {
    guard let place = FieldPlace(input, target.box, target.rect, memory.place(of: target.id, input))
    else { return }
    var caret = memory.place(of: target.id, input)
    caret.first = place.first
    caret.offset = place.offset(ofColumn: column, row: row)
    (caret.anchor, caret.isTyping) = (nil, false)
    memory.carets[target.id] = caret
    changeLook()
  }
}

extension ScreenMemory {
  /// The offset of the caret of a field; at the end of a text that the person has not used.
  func caret(of id: ViewID, _ input: ViewInput) -> Int { place(of: id, input).offset }

  /// The caret of a field with what belongs to it.
  func place(of id: ViewID, _ input: ViewInput) -> Caret {
    let length = input.text.utf8.count
    guard var caret = carets[id], caret.text == input.text else {
      return Caret(text: input.text, offset: length)
    }
    caret.offset = min(max(caret.offset, 0), length)
    return caret
  }
}

extension Target {
  /// The room of the options of a control that goes through them, between its two marks.
  fileprivate var choice: CellRect? {
    guard figure == nil, case .select(let label, _, _) = node.content, !node.isTabs else {
      return nil
    }
    return content.aligned(box, box.isMirrored).withoutLabel(of: box, label)
  }
}
