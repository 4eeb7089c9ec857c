import Foundation
import KatanaViews

/// Draws boxes into a frame.
struct Painting {
  var frame: ScreenFrame
  var measuring = Measuring()
  var glyphs = GlyphTable()
  let memory: ScreenMemory
  let date: Date
  let reducesMotion: Bool
  private var layer = 0
  private var list: Int?
  private var row: Int?
  private var scroll: Int?
  /// The keys of the nodes around, as indices of those of the frame.
  private var keysAround: [Int] = []
  /// What the screen adds to the texts in a node that can be pressed and has the focus.
  private var marks: CellStyle.Marks = []

  init(
    size: (width: Int, height: Int), _ memory: ScreenMemory, at date: Date, reducesMotion: Bool
  ) {
    frame = ScreenFrame(width: size.width, height: size.height)
    (self.memory, self.date, self.reducesMotion) = (memory, date, reducesMotion)
  }

  mutating func paint(_ root: ViewNode) {
    measuring.beginFrame()
    let context = ViewContext().entering(root)
    var node = root
    if case .group(let nodes) = root.content { node.content = .column(nodes) }
    let room = frame.buffer.rect
    let box = measuring.box(
      Item(node: node, id: .root, context: context), width: room.width, height: room.height)
    let x = context.direction == .rightToLeft ? room.width - box.width : 0
    paint(box, x: x, y: 0, clip: room, style: [])
    paintKeyHelp()
    frame.buffer.blankHalves()
  }

  private mutating func paint(
    _ box: Box, x: Int, y: Int, clip outer: CellRect, style inherited: ViewStyle
  ) {
    let rect = CellRect(x: x, y: y, width: box.width, height: box.height)
    let clip = rect.cut(to: outer)
    if clip.isEmpty && !box.isReachable { return }
    let node = box.node
    var style = inherited.union(node.look.style)
    if box.context.isDisabled { style.insert(.muted) }
    if case .dialog(let title, _) = node.content {
      return paintDialog(box, title, rect, clip, style)
    }
    if node.extras != nil { register(box, rect, clip) }
    if !clip.isEmpty {
      if style.contains(.selected) { frame.buffer.fill(clip, CellStyle(view: style)) }
      if node.look.hasBorder { paintBorder(box, rect, node.extras?.fields.label, style, clip) }
    }
    let content = rect.inset(by: box.inset)
    let around = (marks, keysAround)
    defer { (marks, keysAround) = around }
    if let keys = node.extras?.fields.keys.count, keys > 0 {
      keysAround += frame.keys.count - keys..<frame.keys.count
    }
    if box.node.extras?.fields.press != nil, hasFocus(box) {
      marks.insert(.focus)
      if !isButton(box.node) { frame.buffer.fill(clip, CellStyle(view: style, marks: marks)) }
    }
    paintContent(box, rect, content, content.cut(to: clip), style)
  }

  private func isButton(_ node: ViewNode) -> Bool {
    if case .button = node.content { true } else { false }
  }

  private mutating func paintContent(
    _ box: Box, _ rect: CellRect, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    switch box.node.content {
    case .text, .styledText:
      if !clip.isEmpty { paint(box.lines, box, style, content, clip) }
    case .divider:
      put(String(repeating: "─", count: content.width), content.x, content.y, [.muted], clip)
    case .button, .checkbox, .input, .select, .slider:
      if !clip.isEmpty { paintControl(box, rect, content, clip, style) }
    case .progress(let part): paintProgress(part, box, content, clip, style)
    case .drawing(let drawing): paint(drawing, box, content, clip)
    case .list(let list): paint(list, box, content, clip, style)
    case .scroll(_, let follows): paintScroll(box, follows, content, clip, style)
    case .keyHelp:
      frame.keyHelp = (
        content.cut(to: clip), CellStyle(view: style.union(.muted)),
        box.context.direction == .rightToLeft
      )
    default: paintChildren(box, content, clip, style)
    }
  }

  /// Draws the children at their places; mirrored where lines run from right to left.
  private mutating func paintChildren(
    _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let inset = box.inset
    let isMirrored = box.context.direction == .rightToLeft
    let inner = style.subtracting([.heading])
    for child in box.children {
      let leading = child.x - inset
      let x =
        isMirrored ? content.maxX - leading - child.box.width : content.x + leading
      paint(child.box, x: x, y: content.y + child.y - inset, clip: clip, style: inner)
    }
  }

  // MARK: What can be reached

  /// Notes what a node sends.
  private mutating func register(_ box: Box, _ rect: CellRect, _ clip: CellRect) {
    // The properties are read one by one: a copy of all of them is slow.
    guard let extras = box.node.extras else { return }
    if let title = extras.fields.title { frame.windowTitle = title }
    // A key of a control in a row acts while that control is the one that is chosen.
    let isControl = extras.isControl && !box.context.isDisabled
    for binding in extras.fields.keys {
      frame.keys.append(
        ActiveKey(
          binding: binding, context: box.context, layer: layer, list: list, row: row,
          control: isControl && row != nil ? box.id : nil))
    }
    guard !box.context.isDisabled else { return }
    if extras.fields.secondary != nil || box.node.pointer != nil { frame.usesMouse = true }
    if let list, let row, let select = extras.fields.select {
      frame.lists[list].selects[row] = box.context.message(of: select)
    }
    if isControl { add(box, rect, clip) }
  }

  private mutating func add(_ box: Box, _ rect: CellRect, _ clip: CellRect) {
    if let list, let row {
      frame.lists[list].controls[row, default: []].append(frame.targets.count)
    }
    frame.targets.append(
      Target(
        box: box, rect: rect, visible: clip, layer: layer, list: list, row: row, scroll: scroll))
  }

  /// Whether a control has the focus: by itself, or as the one of the current row that is chosen.
  func hasFocus(_ box: Box) -> Bool {
    guard let list, let row else { return memory.focus == box.id }
    let area = frame.lists[list]
    guard memory.focus == area.id, row == area.current else { return false }
    let controls = area.controls[row] ?? []
    let chosen = memory.lists[area.id]?.column ?? 0
    return controls.indices.contains(chosen) && frame.targets[controls[chosen]].id == box.id
  }

  private mutating func paintDialog(
    _ box: Box, _ title: String, _ rect: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    let around = (layer, list, row, scroll)
    defer { (layer, list, row, scroll) = around }
    (list, row, scroll) = (nil, nil, nil)
    let cancel = box.node.extras?.fields.cancel.map { box.context.message(of: $0) }
    frame.dialogs.append((box.id, cancel, box.node.extras?.fields.cancelTitle ?? ""))
    layer = frame.dialogs.count
    for index in keysAround { frame.keys[index].layer = layer }
    register(box, rect, clip)
    frame.buffer.fill(clip, CellStyle(view: style))
    paintBorder(box, rect, title, style.union(.accent), clip)
    paintChildren(box, rect.inset(by: box.inset), clip, style)
  }

  // MARK: Areas that scroll

  private mutating func paintScroll(
    _ box: Box, _ follows: Bool, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    guard let child = box.children.first else { return }
    let (outer, content) = (clip, content.beside(barOf: box))
    let clip = content.cut(to: outer)
    let around = scroll
    defer { scroll = around }
    var area = ScrollArea(
      id: box.id, rect: content, length: child.box.height, offset: 0, follows: follows,
      layer: layer, outer: around)
    area.offset = memory.offset(of: area)
    let hasStops = area.end > 0
    scroll = frame.scrolls.count
    frame.scrolls.append(area)
    paintBar(of: area, box, style, outer)
    let firstTarget = frame.targets.count
    let x =
      box.context.direction == .rightToLeft ? content.maxX - child.box.width : content.x
    paint(child.box, x: x, y: content.y - area.offset, clip: clip, style: style)
    // An area in which nothing takes the focus takes it itself, so that its end can be reached.
    if hasStops, frame.targets.count == firstTarget, row == nil { add(box, content, clip) }
  }

  private mutating func paint(
    _ list: ViewList, _ box: Box, _ content: CellRect, _ clip: CellRect, _ style: ViewStyle
  ) {
    guard list.count > 0 else { return }
    let (outer, content) = (clip, content.beside(barOf: box))
    let clip = content.cut(to: outer)
    let starts = list.isLazy ? nil : box.children.map { $0.y - box.inset }
    let length =
      list.isLazy ? list.count : box.children.last.map { $0.y - box.inset + $0.box.height } ?? 0
    var area = ScrollArea(
      id: box.id, rect: content, length: length, offset: 0, follows: list.follows, layer: layer,
      outer: scroll)
    area.offset = memory.offset(of: area)
    let around = (self.list, row, scroll)
    defer { (self.list, row, scroll) = around }
    let current = memory.currentRow(of: list, box.id)
    add(box, content, clip)
    self.list = frame.lists.count
    scroll = frame.scrolls.count
    frame.scrolls.append(area)
    frame.lists.append(
      ListArea(
        id: box.id, list: list, scroll: frame.scrolls.count - 1, starts: starts, current: current))
    paintBar(of: area, box, style, outer)
    let hasFocus = memory.focus == box.id
    let rows =
      list.isLazy
      ? area.offset..<min(list.count, area.offset + max(content.height, 0)) : 0..<list.count
    for index in rows {
      let child =
        list.isLazy
        ? measuring.row(list.row(at: index), of: box, content.width, 1) : box.children[index].box
      row = index
      let y = content.y + (starts?[index] ?? index) - area.offset
      var style = style
      if hasFocus, index == current { style.insert(.selected) }
      paint(child, x: content.x, y: y, clip: clip, style: style)
    }
  }

  /// Shows which part of an area is visible.
  private mutating func paintBar(
    of area: ScrollArea, _ box: Box, _ style: ViewStyle, _ clip: CellRect
  ) {
    guard box.hasBar, area.end > 0 else { return }
    let height = area.rect.height
    let length = max(height * height / max(area.length, 1), 1)
    let first = (height - length) * area.offset / area.end
    let x = box.context.direction == .rightToLeft ? area.rect.x - 1 : area.rect.maxX
    for y in first..<first + length { put("┃", x, area.rect.y + y, style.union(.muted), clip) }
  }

  // MARK: Texts

  private mutating func paint(
    _ lines: [TextLine], _ box: Box, _ style: ViewStyle, _ content: CellRect, _ clip: CellRect
  ) {
    let look = box.node.look
    let isMirrored = box.context.direction == .rightToLeft
    for (index, line) in lines.enumerated() {
      let y = content.y + index
      guard y < clip.maxY else { break }
      let left = max(content.width - line.width, 0)
      var x = content.x
      switch look.alignment {
      case .leading: x += isMirrored ? left : 0
      case .center: x += left / 2
      case .trailing: x += isMirrored ? 0 : left
      }
      let runs = isMirrored && line.count > 1 ? line.reversed() : line
      for run in runs {
        putText(run.text, x, y, CellStyle(view: style.union(run.style)), clip)
        x += run.width
      }
      if index == content.height - 1, index + 1 < lines.count {
        putText("…", max(content.maxX - 1, content.x), y, CellStyle(view: style), clip)
      }
    }
  }

  mutating func put(
    _ text: String, _ x: Int, _ y: Int, _ style: ViewStyle, _ clip: CellRect,
    _ marks: CellStyle.Marks = []
  ) {
    putText(text[...], x, y, CellStyle(view: style, marks: marks), clip)
  }

  private mutating func putText(
    _ text: Substring, _ x: Int, _ y: Int, _ style: CellStyle, _ clip: CellRect
  ) {
    var style = style
    style.marks.formUnion(marks)
    frame.buffer.put(text, x: x, y: y, style, clip: clip, &glyphs)
  }

  private mutating func paintBorder(
    _ box: Box, _ rect: CellRect, _ title: String?, _ style: ViewStyle, _ clip: CellRect
  ) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let bar = String(repeating: "─", count: rect.width - 2)
    put("┌\(bar)┐", rect.x, rect.y, style, clip)
    put("└\(bar)┘", rect.x, rect.maxY - 1, style, clip)
    for y in rect.y + 1..<max(rect.maxY - 1, rect.y + 1) {
      put("│", rect.x, y, style, clip)
      put("│", rect.maxX - 1, y, style, clip)
    }
    guard let title else { return }
    let room = CellRect(x: rect.x + 2, y: rect.y, width: max(rect.width - 4, 0), height: 1)
    let text = " \(TextLines.clean(title)) "
    let isMirrored = box.context.direction == .rightToLeft
    let x = isMirrored ? max(room.maxX - TextLines.width(of: text), room.x) : room.x
    put(text, x, rect.y, style.union(.strong), room.cut(to: clip))
  }

  private mutating func paintKeyHelp() {
    guard let (rect, style, isMirrored) = frame.keyHelp, !rect.isEmpty else { return }
    var (used, line) = (0, 0)
    func put(_ text: String, _ style: ViewStyle, gap: Int) {
      let width = TextLines.width(of: text)
      let x = isMirrored ? rect.maxX - used - width : rect.x + used
      self.put(text, x, rect.y + line, style, rect)
      used += width + gap
    }
    let keys = frame.shownKeys(memory).map {
      (shortcut: $0.shortcut, title: TextLines.clean($0.title))
    }
    for (index, key) in keys.enumerated() {
      let title = TextLines.width(of: key.title)
      let width = TextLines.width(of: key.shortcut) + (title == 0 ? 0 : 1 + title)
      // In the last line, there must be room to say that more keys follow.
      let isLast = line == rect.height - 1
      let rest = isLast && index < keys.count - 1 ? 3 : 0
      if used > 0, used + width + rest > rect.width {
        if isLast { return put("…", style.view, gap: 0) }
        (used, line) = (0, line + 1)
      }
      put(key.shortcut, style.view.union(.strong), gap: title == 0 ? 2 : 1)
      if title > 0 { put(key.title, style.view, gap: 2) }
    }
  }
}

extension CellRect {
  /// The room that a bar leaves for the content.
  fileprivate func beside(barOf box: Box) -> CellRect {
    guard box.hasBar else { return self }
    var rect = self
    rect.width -= 1
    if box.context.direction == .rightToLeft { rect.x += 1 }
    return rect
  }
}
