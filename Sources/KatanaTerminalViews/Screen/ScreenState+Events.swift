import Katana
import KatanaConsole
import KatanaViews

extension ScreenState {
  /// Performs an event, and returns its messages.
  mutating func respond(to event: TerminalEvent) -> [any Message] {
    switch event {
    case .key(let stroke): return press(stroke)
    case .paste(let text): return paste(text)
    case .mouse(let mouse): return use(mouse)
    case .focus, .resized, .unknown, .end: return []
    }
  }

  // MARK: Keys

  private mutating func press(_ stroke: KeyStroke) -> [any Message] {
    // What belongs to a control comes first, then the keys of the view, then those of the screen.
    if let index = activeTarget, let messages = press(stroke, on: index) { return messages }
    if let shortcut = Shortcut(stroke),
      let key = frame.activeKeys(memory).first(where: {
        $0.binding.shortcut == shortcut
      })
    {
      return [key.context.message(of: key.binding.action)]
    }
    return navigate(stroke)
  }

  private mutating func navigate(_ stroke: KeyStroke) -> [any Message] {
    if let list = focusedList, let messages = move(stroke, in: list) { return messages }
    switch stroke.key {
    case .tab where stroke.modifiers.contains(.shift): moveFocus(by: -1)
    case .tab: moveFocus(by: 1)
    case .escape: return frame.dialogs.last?.cancel.map { [$0] } ?? []
    case .up: scrollFocused(by: -1, stroke)
    case .down: scrollFocused(by: 1, stroke)
    case .pageUp: scrollFocused(by: -1, stroke)
    case .pageDown: scrollFocused(by: 1, stroke)
    case .home: scrollFocused(by: -1, stroke)
    case .end: scrollFocused(by: 1, stroke)
    default: break
    }
    return []
  }

  private mutating func scrollFocused(by direction: Int, _ stroke: KeyStroke) {
    guard let target = activeTarget.map({ frame.targets[$0] }) else { return }
    let own = frame.scrolls.firstIndex { $0.id == target.id }
    guard let index = own ?? target.scroll else { return }
    let area = frame.scrolls[index]
    let distance =
      switch stroke.key {
      case .pageUp, .pageDown: max(area.rect.height - 1, 1)
      case .home, .end: area.length
      default: 1
      }
    scroll(index, by: direction * distance)
  }

  /// Returns `nil` if the key is none of a control.
  private mutating func press(_ stroke: KeyStroke, on index: Int) -> [any Message]? {
    let target = frame.targets[index]
    if case .input(let input) = target.node.content { return type(stroke, input, target) }
    if target.node.pointer != nil, let messages = point(stroke, target) { return messages }
    let isPlain = stroke.modifiers.isEmpty
    switch stroke.key {
    case .enter where stroke.modifiers == .alt:
      return target.node.secondaryPress.map { [target.context.message(of: $0)] }
    case .enter where isPlain, .character(" ") where isPlain: return press(target)
    case .left where isPlain: return step(target, isMirrored(target) ? 1 : -1)
    case .right where isPlain: return step(target, isMirrored(target) ? -1 : 1)
    case .home where isPlain: return step(target, -.infinity)
    case .end where isPlain: return step(target, .infinity)
    default: return nil
    }
  }

  private func isMirrored(_ target: Target) -> Bool { target.context.direction == .rightToLeft }

  /// Returns the message of Enter, Space or a click; `nil` if there is none.
  private func press(_ target: Target) -> [any Message]? {
    if let press = target.node.press { return [target.context.message(of: press)] }
    switch target.node.content {
    case .checkbox(_, let isOn):
      return target.node.changedFlag.map { [target.context.message(of: $0, !isOn)] }
    case .select: return step(target, 1)
    default: return nil
    }
  }

  /// Returns the message of a control whose value has steps; `nil` for another one.
  private func step(_ target: Target, _ steps: Double) -> [any Message]? {
    switch target.node.content {
    case .select(_, let options, let chosen):
      guard let reply = target.node.changedIndex, !options.isEmpty else { return nil }
      let next: Int
      if steps.isInfinite {
        next = steps < 0 ? 0 : options.count - 1
      } else if let chosen {
        next = (chosen + Int(steps) + options.count) % options.count
      } else {
        next = steps < 0 ? options.count - 1 : 0
      }
      return next == chosen ? [] : [target.context.message(of: reply, next)]
    case .slider(_, let value, let range, let size):
      guard let reply = target.node.changedNumber else { return nil }
      let next = min(max(value + steps * size, range.lowerBound), range.upperBound)
      return next == value || next.isNaN ? [] : [target.context.message(of: reply, next)]
    default: return nil
    }
  }

  // MARK: Lists

  /// Returns `nil` if the key is none of a list.
  private mutating func move(_ stroke: KeyStroke, in list: Int) -> [any Message]? {
    let area = frame.lists[list]
    let page = max(frame.scrolls[area.scroll].rect.height - 1, 1)
    switch stroke.key {
    case .up: return moveRow(of: list, to: area.current - 1)
    case .down: return moveRow(of: list, to: area.current + 1)
    case .pageUp: return moveRow(of: list, to: area.current - page)
    case .pageDown: return moveRow(of: list, to: area.current + page)
    case .home: return moveRow(of: list, to: 0)
    case .end: return moveRow(of: list, to: area.list.count - 1)
    case .left, .right:
      let isMirrored = frame.target(area.id).map { self.isMirrored(frame.targets[$0]) } ?? false
      moveColumn(of: list, by: (stroke.key == .left) != isMirrored ? -1 : 1)
      return []
    default: return nil
    }
  }

  private mutating func moveColumn(of list: Int, by step: Int) {
    let area = frame.lists[list]
    let last = max((area.controls[area.current] ?? []).count - 1, 0)
    var current =
      memory.lists[area.id] ?? .init(key: area.list.key(at: area.current), index: area.current)
    current.column = min(max(current.column + step, 0), last)
    memory.lists[area.id] = current
  }

  // MARK: Fields

  /// Returns `nil` if the key is none of a field.
  private mutating func type(
    _ stroke: KeyStroke, _ input: ViewInput, _ target: Target
  ) -> [any Message]? {
    if stroke.key == .enter, input.kind != .area, stroke.modifiers.isEmpty {
      return target.node.submit.map { [target.context.message(of: $0)] }
    }
    return edit(input, target) { $0.edit(stroke, columns: target.rect.width) }
  }

  private mutating func paste(_ text: String) -> [any Message] {
    guard let index = activeTarget, case .input(let input) = frame.targets[index].node.content
    else { return [] }
    return edit(input, frame.targets[index]) {
      $0.insert(text)
      return true
    } ?? []
  }

  private mutating func edit(
    _ input: ViewInput, _ target: Target, _ body: (inout EditedText) -> Bool?
  ) -> [any Message]? {
    var edited = EditedText(input, caret: memory.carets[target.id])
    let before = edited.caret
    guard body(&edited) != nil else { return nil }
    memory.carets[target.id] = edited.caret
    guard edited.text != input.text, let reply = target.node.changedText else { return [] }
    memory.edits[target.id] = .init(
      before: input.text, after: edited.text, caretBefore: before)
    return [target.context.message(of: reply, edited.text)]
  }

  // MARK: The mouse

  private mutating func use(_ mouse: MouseEvent) -> [any Message] {
    let (column, row) = (mouse.column, mouse.row)
    switch mouse.action {
    case .scrolledUp, .scrolledDown:
      let area = frame.scrolls.lastIndex {
        $0.layer == frame.topLayer && $0.rect.contains(column, row)
      }
      if let area { scroll(area, by: mouse.action == .scrolledUp ? -3 : 3) }
      return []
    case .pressed(let button): return click(button, column, row)
    case .released: return point(.up, column, row)
    case .moved(let button): return button == nil ? [] : point(.moved, column, row)
    }
  }

  private func hit(_ column: Int, _ row: Int, _ isWanted: (Target) -> Bool) -> Target? {
    frame.targets.last {
      $0.layer == frame.topLayer && $0.visible.contains(column, row) && isWanted($0)
    }
  }

  private mutating func click(_ button: Int, _ column: Int, _ row: Int) -> [any Message] {
    if button == 2 {
      if let target = hit(column, row, { $0.node.secondaryPress != nil }),
        let action = target.node.secondaryPress
      {
        setFocus(target)
        return [target.context.message(of: action)]
      }
      return point(.secondary, column, row)
    }
    guard button == 0 else { return [] }
    if frame.topLayer == 0 || hit(column, row, { _ in true }) != nil,
      let figure = frame.figures.last(where: { $0.rect.contains(column, row) }),
      let action = figure.figure.press
    {
      return [figure.context.message(of: action)]
    }
    guard let target = hit(column, row, { _ in true }) else { return [] }
    if let list = frame.lists.firstIndex(where: { $0.id == target.id }) {
      return clickRow(list, row)
    }
    setFocus(target)
    if case .input(let input) = target.node.content {
      placeCaret(in: input, target, column)
      return []
    }
    return point(.down, column, row) + (press(target) ?? [])
  }

  /// Makes the row below the pointer the current one.
  private mutating func clickRow(_ list: Int, _ row: Int) -> [any Message] {
    let area = frame.lists[list]
    memory.focus = area.id
    let scroll = frame.scrolls[area.scroll]
    let line = row - scroll.rect.y + scroll.offset
    guard line >= 0, line < scroll.length else { return [] }
    let index = area.starts.map { $0.lastIndex { $0 <= line } ?? 0 } ?? line
    return moveRow(of: list, to: index)
  }

  private mutating func placeCaret(in input: ViewInput, _ target: Target, _ column: Int) {
    guard input.kind != .area else { return }
    let text = Array(input.text)
    let label = input.label.isEmpty ? 0 : TextLines.width(of: TextLines.clean(input.label)) + 2
    let wanted = column - target.rect.x - (isMirrored(target) ? 0 : label)
    var (caret, used) = (0, 0)
    while caret < text.count {
      let width = EditedText.width(text[caret...caret])
      if used + width > wanted { break }
      used += width
      caret += 1
    }
    memory.carets[target.id] = caret
  }

  private func point(_ phase: DrawingPointer.Phase, _ column: Int, _ row: Int) -> [any Message] {
    guard let target = hit(column, row, { $0.node.pointer != nil }),
      let reply = target.node.pointer, case .drawing(let drawing) = target.node.content
    else { return [] }
    let inset = (target.node.look.hasBorder ? 1 : 0) + Int(target.node.look.padding)
    let point = DrawingMap(drawing, in: target.rect.inset(by: inset)).point(
      column: column, row: row)
    return [target.context.message(of: reply, DrawingPointer(phase, x: point.x, y: point.y))]
  }

  /// The keyboard moves a cross in a drawing. Returns `nil` if the key does not.
  private mutating func point(_ stroke: KeyStroke, _ target: Target) -> [any Message]? {
    let inset = (target.node.look.hasBorder ? 1 : 0) + Int(target.node.look.padding)
    let rect = target.rect.inset(by: inset)
    let cross = memory.cross(of: target.id, in: rect)
    var (column, row) = (cross.column - rect.x, cross.row - rect.y)
    switch stroke.key {
    case .left: column -= 1
    case .right: column += 1
    case .up: row -= 1
    case .down: row += 1
    case .enter where stroke.modifiers == .alt:
      return point(.secondary, cross.column, cross.row)
    case .enter where stroke.modifiers.isEmpty, .character(" ") where stroke.modifiers.isEmpty:
      return point(.down, cross.column, cross.row) + point(.up, cross.column, cross.row)
    default: return nil
    }
    memory.crosses[target.id] = .init(
      column: min(max(column, 0), max(rect.width - 1, 0)),
      row: min(max(row, 0), max(rect.height - 1, 0)))
    return []
  }
}

extension Shortcut {
  /// Creates the shortcut of a key; `nil` for one that views cannot name.
  init?(_ stroke: KeyStroke) {
    if stroke.modifiers.contains(.alt) { return nil }
    let key: Key
    switch stroke.key {
    case .character(let character): key = .character(character)
    case .enter: key = .enter
    case .tab: key = .tab
    case .backspace: key = .backspace
    case .escape: key = .escape
    case .up: key = .up
    case .down: key = .down
    case .left: key = .left
    case .right: key = .right
    case .home: key = .home
    case .end: key = .end
    case .pageUp: key = .pageUp
    case .pageDown: key = .pageDown
    case .delete: key = .delete
    case .function(let number): key = .function(number)
    case .insert: return nil
    }
    self.init(key, isControl: stroke.modifiers.contains(.control))
  }
}
