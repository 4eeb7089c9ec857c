import Katana
package import KatanaConsole
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

  /// The control with the focus comes first, then the nodes around it from the inside out, then the
  /// keys of the whole screen, and last those that move the focus.
  mutating func press(_ stroke: KeyStroke) -> [any Message] {
    if let index = activeTarget, takes(stroke, arrangement.targets[index]) {
      // What cannot be seen does not act: it comes into sight first.
      if !isFocusVisible { return [] }
      if let messages = press(stroke, on: index) { return messages }
    }
    for index in enclosing {
      let node = arrangement.arounds[index]
      if let binding = node.keys.last(where: { $0.shortcut.matches(stroke) }) {
        return [node.context.message(of: binding.action)]
      }
      if let messages = move(stroke, in: node) { return messages }
    }
    if let key = screenKeys.last(where: { $0.binding.shortcut.matches(stroke) }) {
      return [arrangement.arounds[key.around].context.message(of: key.binding.action)]
    }
    switch stroke.key {
    case .tab where stroke.modifiers.contains(.shift): return moveFocus(by: -1)
    case .tab: return moveFocus(by: 1)
    default: return []
    }
  }

  /// Performs a key of a list, of an area that scrolls, or of a dialog. Returns `nil` if it is none.
  private mutating func move(_ stroke: KeyStroke, in node: Around) -> [any Message]? {
    if let dialog = node.dialog, stroke.key == .escape, stroke.modifiers.isEmpty {
      return arrangement.dialogs[dialog].cancel.map { [$0] }
    }
    // What stands behind a dialog does not move.
    guard node.layer == arrangement.topLayer else { return nil }
    if let list = node.list, let messages = move(stroke, inList: list) { return messages }
    guard node.list == nil, let scroll = node.scroll, stroke.modifiers.isEmpty else { return nil }
    let area = arrangement.scrolls[scroll]
    let page = max(area.room - 1, 1)
    let side = max(area.room / 4, 1)
    let distance: Int
    switch (stroke.key, area.isSideways) {
    case (.up, false): distance = -1
    case (.down, false): distance = 1
    case (.left, true): distance = area.isMirrored ? side : -side
    case (.right, true): distance = area.isMirrored ? -side : side
    case (.pageUp, false): distance = -page
    case (.pageDown, false): distance = page
    case (.home, false): distance = -area.length
    case (.end, false): distance = area.length
    default: return nil
    }
    guard self.scroll(scroll, by: distance) else { return nil }
    arrange()
    focusWhatIsVisible(in: scroll, distance)
    return []
  }

  /// Gives the focus to a control that is visible, after the person has scrolled another one away.
  private mutating func focusWhatIsVisible(in scroll: Int, _ distance: Int) {
    guard !isFocusVisible else { return }
    let visible = tabStops.map { arrangement.targets[$0] }.filter {
      !$0.visible.isEmpty && areas(around: $0).contains(scroll)
    }
    guard let target = distance > 0 ? visible.first : visible.last else { return }
    focus(on: target)
  }

  // MARK: Controls

  /// Returns whether a control takes a key, so that nothing around it gets the key.
  package func takes(_ stroke: KeyStroke, _ target: Target) -> Bool {
    if target.figure == nil, case .input(let input) = target.node.content {
      if stroke.key == .enter, input.kind != .area, stroke.modifiers.isEmpty {
        return target.node.submit != nil
      }
      return EditedText.takes(stroke, input.kind)
    }
    let isPlain = stroke.modifiers.isEmpty
    switch stroke.key {
    case .enter where stroke.modifiers == .alt:
      return target.figure == nil && (target.node.secondaryPress != nil || usesCross(target))
    case .enter where isPlain, .character(" ") where isPlain:
      return isPressable(target) || usesCross(target)
    case .left where isPlain, .right where isPlain: return hasSteps(target) || usesCross(target)
    case .home where isPlain, .end where isPlain: return hasSteps(target)
    case .up where isPlain, .down where isPlain: return usesCross(target)
    default: return false
    }
  }

  private func isPressable(_ target: Target) -> Bool {
    if target.press != nil { return true }
    switch target.node.content {
    case .checkbox, .select: return true
    default: return false
    }
  }

  private func hasSteps(_ target: Target) -> Bool {
    switch target.node.content {
    case .select, .slider: true
    default: false
    }
  }

  private func usesCross(_ target: Target) -> Bool {
    target.figure == nil && target.node.pointer != nil
  }

  /// Returns `nil` if the key is none of a control.
  private mutating func press(_ stroke: KeyStroke, on index: Int) -> [any Message]? {
    let target = arrangement.targets[index]
    if target.figure == nil {
      if case .input(let input) = target.node.content { return type(stroke, input, target) }
      if target.node.pointer != nil, let messages = point(stroke, target) { return messages }
    }
    switch stroke.key {
    case .enter where stroke.modifiers == .alt:
      return target.node.secondaryPress.map { [target.context.message(of: $0)] }
    case .enter, .character(" "): return press(target)
    case .left: return step(target, target.box.isMirrored ? 1 : -1)
    case .right: return step(target, target.box.isMirrored ? -1 : 1)
    case .home: return step(target, -.infinity)
    case .end: return step(target, .infinity)
    default: return nil
    }
  }

  /// Returns the message of Enter, Space or a click; `nil` if there is none.
  func press(_ target: Target) -> [any Message]? {
    if let press = target.press { return [target.context.message(of: press)] }
    if target.figure != nil { return nil }
    switch target.node.content {
    case .checkbox(_, let isOn):
      return target.node.changedFlag.map { [target.context.message(of: $0, !isOn)] }
    case .select: return step(target, 1)
    default: return nil
    }
  }

  /// Returns the message of a control whose value has steps; `nil` for another one.
  func step(_ target: Target, _ steps: Double) -> [any Message]? {
    switch target.node.content {
    case .select(_, let options, let chosen):
      guard let reply = target.node.changedIndex, !options.isEmpty else { return nil }
      let next: Int
      if steps.isInfinite {
        next = steps < 0 ? 0 : options.count - 1
      } else if let chosen, options.indices.contains(chosen) {
        next = (chosen + Int(steps) + options.count) % options.count
      } else {
        next = steps < 0 ? options.count - 1 : 0
      }
      return next == chosen ? [] : [target.context.message(of: reply, next)]
    case .slider(_, let value, let range, let size):
      guard let reply = target.node.changedNumber else { return nil }
      let start = value.isNaN ? range.lowerBound : value
      let next = min(max(start + steps * size, range.lowerBound), range.upperBound)
      return next == value || !next.isFinite ? [] : [target.context.message(of: reply, next)]
    default: return nil
    }
  }

  // MARK: Fields

  /// Returns `nil` if the key is none of a field.
  private mutating func type(
    _ stroke: KeyStroke, _ input: ViewInput, _ target: Target
  ) -> [any Message]? {
    if stroke.key == .enter, stroke.modifiers.isEmpty,
      input.kind != .area || target.node.submit != nil
    {
      return target.node.submit.map { [target.context.message(of: $0)] }
    }
    if let messages = undo(stroke, input, target) { return messages }
    if stroke.modifiers == .alt, stroke.key == .character("c") || stroke.key == .character("x") {
      return copy(input, target, cuts: stroke.key == .character("x"))
    }
    let page = max(target.content.height - 2, 1)
    let isCharacter = if case .character(let new) = stroke.key { !new.isWhitespace } else { false }
    return edit(input, target, isTyping: isCharacter) {
      $0.edit(stroke, lines: target.box.area, page: page, submits: target.node.submit != nil)
    }
  }

  private mutating func paste(_ text: String) -> [any Message] {
    guard let index = activeTarget, arrangement.targets[index].figure == nil, isFocusVisible,
      case .input(let input) = arrangement.targets[index].node.content
    else { return [] }
    return edit(input, arrangement.targets[index]) {
      $0.insert(text)
      return true
    } ?? []
  }

  private mutating func edit(
    _ input: ViewInput, _ target: Target, isTyping: Bool = false,
    _ body: (inout EditedText) -> Bool
  ) -> [any Message]? {
    var caret = memory.place(of: target.id, input)
    var edited = EditedText(input, caret: caret.offset, anchor: caret.anchor)
    let before = edited.caret
    caret.first = caret.first ?? FieldPlace(input, target.box, target.rect, caret)?.first
    guard body(&edited) else { return nil }
    changeLook()
    (caret.text, caret.offset, caret.anchor, caret.edit) = (
      edited.text, edited.caret, edited.anchor, nil
    )
    defer { memory.carets[target.id] = caret }
    guard edited.text != input.text, let reply = target.node.changedText else {
      (caret.text, caret.isTyping) = (input.text, false)
      return []
    }
    caret.edit = (input.text, before)
    caret.note(.init(text: input.text, offset: before), isTyping: isTyping)
    return [target.context.message(of: reply, edited.text)]
  }

  /// Goes back to the text before the last edit, or forth again. Returns `nil` for another key.
  private mutating func undo(
    _ stroke: KeyStroke, _ input: ViewInput, _ target: Target
  ) -> [any Message]? {
    let isUndo =
      stroke == KeyStroke(.character("_"), .control) || stroke == KeyStroke(.character("z"), .alt)
    // A terminal with a richer protocol tells of Shift.
    let isRedo = stroke.key == .character("Z") && stroke.modifiers.subtracting(.shift) == .alt
    guard isUndo || isRedo, let reply = target.node.changedText else { return nil }
    var caret = memory.place(of: target.id, input)
    let now = ScreenMemory.Caret.Version(text: input.text, offset: caret.offset)
    // What the model has refused is no version of its own.
    while isUndo, caret.undo.last?.text == input.text { caret.undo.removeLast() }
    guard let next = isUndo ? caret.undo.popLast() : caret.redo.popLast() else { return [] }
    if isUndo { caret.redo.append(now) } else { caret.undo.append(now) }
    (caret.text, caret.offset, caret.anchor) = (next.text, next.offset, nil)
    (caret.edit, caret.isTyping) = ((now.text, now.offset), false)
    memory.carets[target.id] = caret
    changeLook()
    return [target.context.message(of: reply, next.text)]
  }

  /// Gives what is selected to the clipboard of the person, and removes it if it is cut. What is typed into
  /// a field for secrets is not given.
  private mutating func copy(
    _ input: ViewInput, _ target: Target, cuts: Bool
  ) -> [any Message] {
    let place = memory.place(of: target.id, input)
    let edited = EditedText(input, caret: place.offset, anchor: place.anchor)
    guard input.kind != .secret, let selected = edited.selected else { return [] }
    copied = selected
    guard cuts else { return [] }
    return edit(input, target) { text in
      text.cut()
      return true
    } ?? []
  }

  /// Places the caret of each field whose text the model has changed.
  ///
  /// A text that is not what the person has made of it is another one, and the caret stands at its end,
  /// unless the model has only corrected what was typed.
  mutating func settleCarets() {
    for target in arrangement.targets where target.figure == nil {
      guard case .input(let input) = target.node.content, var caret = memory.carets[target.id]
      else { continue }
      guard let edit = caret.edit else {
        if caret.text != input.text { memory.carets[target.id] = nil }
        continue
      }
      var offset = caret.offset
      if input.text == edit.before {
        offset = edit.offset
      } else if input.text != caret.text {
        let typed = caret.text.utf8.prefix(offset)
        // The model has changed the text before the caret, which keeps its distance from the end.
        if !input.text.utf8.starts(with: typed) {
          offset = max(input.text.utf8.count - (caret.text.utf8.count - offset), 0)
        }
      }
      if input.text != caret.text { caret.anchor = nil }
      (caret.text, caret.offset, caret.edit) = (input.text, offset, nil)
      memory.carets[target.id] = caret
    }
  }

  /// Notes what is visible of the field with the focus, so that it moves only as far as the caret needs.
  mutating func keepField() {
    guard let active, active.figure == nil, case .input(let input) = active.node.content,
      memory.carets[active.id]?.text == input.text,
      let place = FieldPlace(input, active.box, active.rect, memory.place(of: active.id, input))
    else { return }
    memory.carets[active.id]?.first = place.first
  }

  // MARK: Drawings

  /// The keyboard moves a cross in a drawing. Returns `nil` if the key does not.
  private mutating func point(_ stroke: KeyStroke, _ target: Target) -> [any Message]? {
    let rect = target.content
    let cross = memory.cross(of: target.id, in: rect)
    var (column, row) = (cross.column - rect.x, cross.row - rect.y)
    switch stroke.key {
    case .left: column -= 1
    case .right: column += 1
    case .up: row -= 1
    case .down: row += 1
    case .enter where stroke.modifiers == .alt:
      return point(.secondary, target, cross.column, cross.row)
    case .enter where stroke.modifiers.isEmpty, .character(" ") where stroke.modifiers.isEmpty:
      return point(.down, target, cross.column, cross.row)
        + point(.up, target, cross.column, cross.row)
    default: return nil
    }
    memory.crosses[target.id] = (
      min(max(column, 0), max(rect.width - 1, 0)), min(max(row, 0), max(rect.height - 1, 0))
    )
    changeLook()
    return []
  }

  func point(
    _ phase: DrawingPointer.Phase, _ target: Target, _ column: Int, _ row: Int
  ) -> [any Message] {
    guard let reply = target.node.pointer, case .drawing(let drawing) = target.node.content
    else { return [] }
    let point = DrawingMap(drawing, in: target.content).point(column: column, row: row)
    return [target.context.message(of: reply, DrawingPointer(phase, x: point.x, y: point.y))]
  }
}

extension Shortcut {
  /// Whether a key of the terminal is this one.
  func matches(_ stroke: KeyStroke) -> Bool {
    var stroke = stroke
    // A terminal may report a fourth modifier, which views cannot name.
    stroke.modifiers.formIntersection([.control, .alt, .shift])
    // Shift has made another character of it.
    if case .character = stroke.key { stroke.modifiers.remove(.shift) }
    return KeyStroke(self) == stroke
  }
}
