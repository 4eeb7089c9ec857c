import KatanaViews

/// Gives each node its size.
struct Measuring {
  /// The parts of the last frame, and those of this one.
  private(set) var parts = PartMemory()
  /// The number of nodes that were measured, for tests.
  private(set) var count = 0

  mutating func beginFrame() {
    parts.beginFrame()
    count = 0
  }

  mutating func box(_ item: Item, width: Int, height: Int?) -> Box {
    if case .part(let part) = item.node.content { return box(of: part, item, width, height) }
    count += 1
    let look = item.node.look
    let box = Box(item)
    let inset = 2 * box.inset
    let roomX = max(min(width, Int(look.width.most)) - inset, 0)
    let roomY = room(height, look.height).map { max($0 - inset, 0) }
    let content = measure(box, roomX, roomY)
    if box.inset > 0 {
      for index in box.children.indices {
        box.children[index].x += box.inset
        box.children[index].y += box.inset
      }
    }
    let wantedX = look.width.weight > 0 ? roomX : max(content.width, titleWidth(item.node))
    let wantedY = look.height.weight > 0 ? roomY ?? content.height : content.height
    box.width = min(look.width.limited(wantedX + inset), width)
    box.height = min(look.height.limited(wantedY + inset), height ?? .max)
    box.isReachable =
      item.node.extras != nil || item.node.isArea || box.children.contains { $0.box.isReachable }
    return box
  }

  /// The title of a border stands between its corners.
  private func titleWidth(_ node: ViewNode) -> Int {
    guard node.look.hasBorder, let title = node.extras?.fields.label else { return 0 }
    return TextLines.width(of: title) + 4
  }

  private func room(_ height: Int?, _ length: ViewLength) -> Int? {
    if length.least == length.most { return min(height ?? .max, Int(length.most)) }
    return height.map { min($0, Int(length.most)) }
  }

  private typealias Size = (width: Int, height: Int)

  /// Measures the content of a box within a room; a height of `nil` means that there is no limit.
  private mutating func measure(_ box: Box, _ width: Int, _ height: Int?) -> Size {
    let look = box.node.look
    switch box.node.content {
    case .empty, .group, .part: return (0, 0)
    case .text(let text):
      box.lines = TextLines.wrapped(text, look.style, to: width)
      return size(of: box.lines)
    case .styledText(let parts):
      box.lines = TextLines.wrapped(parts, look.style, to: width)
      return size(of: box.lines)
    case .row: return row(box, children(of: box), width, height)
    case .column: return column(box, children(of: box), width, height)
    case .layers: return layers(box, children(of: box), width, height)
    case .grid(let columns, _): return grid(box, columns, children(of: box), width)
    case .list(let list): return self.list(box, list, width, height)
    case .scroll:
      guard let item = children(of: box).first else { return (0, 0) }
      return withBar(box, item.node.leastHeight, width, height) { measuring, width in
        let child = measuring.box(item, width: width, height: nil)
        box.children = [Box.Child(x: 0, y: 0, box: child)]
        return (child.width, child.height)
      }
    case .fitting(let nodes):
      let items = items(of: nodes, in: box)
      let fitting = items.first { Self.idealWidth($0.node) <= width } ?? items.last
      guard let fitting else { return (0, 0) }
      let child = self.box(fitting, width: width, height: height)
      box.children = [Box.Child(x: 0, y: 0, box: child)]
      return (child.width, child.height)
    case .dialog(let title, _):
      guard let item = children(of: box).first else { return (0, 0) }
      let child = self.box(
        item, width: max(width - 4, 0), height: height.map { max($0 - 2, 0) })
      box.children = [Box.Child(x: 2, y: 1, box: child)]
      return (min(max(child.width, TextLines.width(of: title) + 2) + 4, width), child.height + 2)
    case .divider: return (width, 1)
    case .drawing: return (width, height ?? 10)
    case .keyHelp: return (width, 1)
    case .input(let input) where input.kind == .area:
      let lines = TextLines.wrapped(input.text + " ", [], to: max(width - 1, 1))
      return (width, max(lines.count, 3) + (input.label.isEmpty ? 0 : 1))
    case .button, .checkbox, .input, .select, .slider, .progress:
      return (min(Self.controlWidth(box.node), width), 1)
    }
  }

  private func size(of lines: [TextLine]) -> Size {
    (lines.reduce(0) { max($0, $1.width) }, lines.count)
  }

  // MARK: Several views

  /// The items of a box, with groups replaced by what they contain.
  func children(of box: Box) -> [Item] {
    switch box.node.content {
    case .row(let nodes), .column(let nodes), .layers(let nodes), .grid(_, let nodes):
      items(of: nodes, in: box)
    case .scroll(let node, _), .dialog(_, let node): items(of: [node], in: box)
    default: []
    }
  }

  private func items(of nodes: [ViewNode], in box: Box) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(nodes.count)
    add(nodes, box.id, box.context, to: &items)
    return items
  }

  private func add(
    _ nodes: [ViewNode], _ parent: NodeID, _ context: ViewContext, to items: inout [Item]
  ) {
    for (index, node) in nodes.enumerated() {
      let id = node.key.map(parent.child) ?? parent.child(at: index)
      switch node.content {
      case .empty where node.look.width.weight == 0 && node.look.height.weight == 0: continue
      case .group(let inner): add(inner, id, context.entering(node), to: &items)
      default: items.append(Item(node: node, id: id, context: context.entering(node)))
      }
    }
  }

  private mutating func row(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    let gaps = Int(box.node.look.gap) * max(items.count - 1, 0)
    let boxes = share(
      items, items.map { $0.node.look.width }, room: width - gaps, size: { $0.width },
      measure: { $0.box($1, width: $2 ?? width, height: height) })
    var (x, tallest) = (0, 0)
    for child in boxes {
      box.children.append(Box.Child(x: x, y: 0, box: child))
      x += child.width + Int(box.node.look.gap)
      tallest = max(tallest, child.height)
    }
    return (max(x - Int(box.node.look.gap), 0), tallest)
  }

  private mutating func column(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    let gaps = Int(box.node.look.gap) * max(items.count - 1, 0)
    let boxes = share(
      items, items.map { $0.node.look.height }, room: height.map { $0 - gaps }, size: { $0.height },
      measure: { $0.box($1, width: width, height: $2) })
    var (y, widest) = (0, 0)
    for child in boxes {
      box.children.append(Box.Child(x: 0, y: y, box: child))
      y += child.height + Int(box.node.look.gap)
      widest = max(widest, child.width)
    }
    let room = box.node.look.width.weight > 0 ? width : widest
    for index in box.children.indices {
      let left = room - box.children[index].box.width
      switch box.node.look.alignment {
      case .leading: break
      case .center: box.children[index].x = max(left / 2, 0)
      case .trailing: box.children[index].x = max(left, 0)
      }
    }
    return (widest, max(y - Int(box.node.look.gap), 0))
  }

  /// Measures the items along one axis: first those that are as large as their content, then those
  /// that share what is left by their weights.
  private mutating func share(
    _ items: [Item], _ lengths: [ViewLength], room: Int?, size: (Box) -> Int,
    measure: (inout Measuring, Item, Int?) -> Box
  ) -> [Box] {
    var boxes = [Box?](repeating: nil, count: items.count)
    var left = room
    var weights = 0
    // What the others take at least is not given away.
    var kept = 0
    for length in lengths where length.weight > 0 && room != nil {
      weights += Int(length.weight)
      kept += Int(length.least)
    }
    for index in items.indices where lengths[index].weight == 0 || room == nil {
      let box = measure(&self, items[index], left.map { max($0 - kept, 0) })
      left = left.map { $0 - size(box) }
      boxes[index] = box
    }
    for (index, length) in lengths.enumerated() where boxes[index] == nil {
      let free = max(left ?? 0, 0)
      let part = weights == 0 ? 0 : free * Int(length.weight) / weights
      let share = min(max(part, Int(length.least)), Int(length.most), free)
      boxes[index] = measure(&self, items[index], share)
      left = free - share
      weights -= Int(length.weight)
    }
    return boxes.compactMap(\.self)
  }

  private mutating func layers(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    var size: Size = (0, 0)
    for item in items {
      let child = self.box(item, width: width, height: height)
      size = (max(size.width, child.width), max(size.height, child.height))
      box.children.append(Box.Child(x: 0, y: 0, box: child))
    }
    // A dialog stands in the middle, a little above.
    let room = (
      width: box.node.look.width.weight > 0 ? width : size.width,
      height: box.node.look.height.weight > 0 ? height ?? size.height : size.height
    )
    for index in box.children.indices {
      guard case .dialog = box.children[index].box.node.content else { continue }
      box.children[index].x = max(room.width - box.children[index].box.width, 0) / 2
      box.children[index].y = max(room.height - box.children[index].box.height, 0) / 3
    }
    return size
  }

  private mutating func grid(
    _ box: Box, _ columns: [ViewLength], _ items: [Item], _ width: Int
  ) -> Size {
    guard !columns.isEmpty else { return (0, 0) }
    let gap = Int(box.node.look.gap)
    let widths = Self.widths(columns, items.map(\.node), width - gap * (columns.count - 1))
    var y = 0
    for start in stride(from: 0, to: items.count, by: columns.count) {
      var (x, tallest) = (0, 0)
      for (column, item) in items[start..<min(start + columns.count, items.count)].enumerated() {
        let child = self.box(item, width: widths[column], height: nil)
        child.width = widths[column]
        box.children.append(Box.Child(x: x, y: y, box: child))
        x += widths[column] + gap
        tallest = max(tallest, child.height)
      }
      y += tallest
    }
    return (widths.reduce(0, +) + gap * (columns.count - 1), y)
  }

  /// Returns the widths of the columns of a grid: as wide as the widest cell, or a share of what is
  /// left.
  private static func widths(_ columns: [ViewLength], _ cells: [ViewNode], _ room: Int) -> [Int] {
    var left = room
    var weights = columns.reduce(0) { $0 + Int($1.weight) }
    var widths = columns.enumerated().map { index, length -> Int in
      if length.weight > 0 { return 0 }
      var width = Int(length.least)
      if length.least != length.most {
        for cell in stride(from: index, to: cells.count, by: columns.count) {
          width = max(width, idealWidth(cells[cell]))
        }
      }
      width = min(width, Int(length.most), max(left, 0))
      left -= width
      return width
    }
    for (index, length) in columns.enumerated() where length.weight > 0 {
      let part = max(left, 0) * Int(length.weight) / max(weights, 1)
      widths[index] = min(max(part, Int(length.least)), Int(length.most))
      left -= widths[index]
      weights -= Int(length.weight)
    }
    return widths
  }

  /// The rows of a list that may be long are measured when they are shown.
  private mutating func list(_ box: Box, _ list: ViewList, _ width: Int, _ height: Int?) -> Size {
    if list.isLazy {
      return withBar(box, list.count, width, height ?? 10) { _, width in (width, list.count) }
    }
    return withBar(box, list.count, width, height) { measuring, width in
      box.children = []
      var y = 0
      var widest = 0
      for index in 0..<list.count {
        let node = list.row(at: index)
        let child = measuring.row(node, of: box, width, nil)
        box.children.append(Box.Child(x: 0, y: y, box: child))
        y += child.height
        widest = max(widest, child.width)
      }
      return (widest, y)
    }
  }

  /// Measures a content of any height. If it is higher than the room, a column is left for the bar.
  ///
  /// - Parameter least: What the content takes at least, so that a long one is measured once only.
  private mutating func withBar(
    _ box: Box, _ least: Int, _ width: Int, _ height: Int?,
    _ measure: (inout Measuring, Int) -> Size
  ) -> Size {
    let room = height ?? .max
    box.hasBar = width > 1 && least > room
    var size = measure(&self, box.hasBar ? width - 1 : width)
    if !box.hasBar, width > 1, size.height > room {
      box.hasBar = true
      size = measure(&self, width - 1)
    }
    return (size.width + (box.hasBar ? 1 : 0), min(size.height, room))
  }

  /// Measures a row of a list.
  mutating func row(_ node: ViewNode, of list: Box, _ width: Int, _ height: Int?) -> Box {
    let id = node.key.map(list.id.child) ?? list.id
    let item = Item(node: node, id: id, context: list.context.entering(node))
    let box = self.box(item, width: width, height: height)
    if box.width < width { box.width = width }
    return box
  }

  // MARK: Parts

  private mutating func box(
    of part: AnyViewPart, _ item: Item, _ width: Int, _ height: Int?
  ) -> Box {
    let room = PartMemory.Room(width: width, height: height)
    if let known = parts.box(item.id, part, item.context, room) { return known }
    var node = parts.node(item.id, part) ?? part.node
    var context = item.context
    // Modifiers may stand around the part as well as in it.
    while true {
      context = context.entering(node)
      guard case .part(let inner) = node.content else { break }
      node = inner.node
    }
    let inner = Item(node: node, id: item.id, context: context)
    let box: Box
    if case .group(let nodes) = node.content {
      // A part is one view, so a group in it is a column.
      var column = inner
      column.node.content = .column(nodes)
      box = self.box(column, width: width, height: height)
    } else {
      box = self.box(inner, width: width, height: height)
    }
    parts.keep(box, node, item.id, part, item.context, room)
    return box
  }
}

/// The parts of the last frame with their boxes.
struct PartMemory {
  struct Room: Equatable {
    var width: Int
    var height: Int?
  }

  /// In an object, so that it is found and kept without a copy. Only its frame changes.
  private final class Entry {
    let part: AnyViewPart
    let context: ViewContext
    let room: Room
    let node: ViewNode
    let box: Box
    /// The last frame that used it.
    var frame: Int

    init(
      _ part: AnyViewPart, _ context: ViewContext, _ room: Room, _ node: ViewNode, _ box: Box,
      _ frame: Int
    ) {
      (self.part, self.context, self.room) = (part, context, room)
      (self.node, self.box, self.frame) = (node, box, frame)
    }
  }

  private var entries: [NodeID: Entry] = [:]
  private var frame = 0
  /// The number of entries that this frame has used.
  private var used = 0

  /// Forgets what the last frame did not use.
  mutating func beginFrame() {
    if used < entries.count { entries = entries.filter { $0.value.frame == frame } }
    frame += 1
    used = 0
  }

  mutating func box(
    _ id: NodeID, _ part: AnyViewPart, _ context: ViewContext, _ room: Room
  ) -> Box? {
    guard let entry = entries[id], entry.room == room, entry.part == part,
      entry.context == context
    else { return nil }
    if entry.frame != frame { used += 1 }
    entry.frame = frame
    return entry.box
  }

  /// The view of an equal part in another room.
  func node(_ id: NodeID, _ part: AnyViewPart) -> ViewNode? {
    guard let entry = entries[id], entry.part == part else { return nil }
    return entry.node
  }

  mutating func keep(
    _ box: Box, _ node: ViewNode, _ id: NodeID, _ part: AnyViewPart, _ context: ViewContext,
    _ room: Room
  ) {
    let former = entries.updateValue(Entry(part, context, room, node, box, frame), forKey: id)
    if former?.frame != frame { used += 1 }
  }
}

extension ViewNode {
  /// A number of lines that the node takes in any width. A part is taken for one line, so that it is
  /// not computed for this: it would be computed again for the width that is left by a bar.
  fileprivate var leastHeight: Int {
    switch content {
    case .text(let text): text.utf8.reduce(1) { $1 == 10 ? $0 + 1 : $0 }
    case .column(let nodes) where look.gap == 0 && look.height.weight == 0:
      Self.lines(of: nodes)
    case .group(let nodes): Self.lines(of: nodes)
    case .row(let nodes): nodes.reduce(0) { max($0, $1.leastHeight) }
    case .part, .styledText, .button, .checkbox, .input, .select, .slider, .progress, .divider,
      .keyHelp:
      1
    default: 0
    }
  }

  private static func lines(of nodes: [ViewNode]) -> Int {
    nodes.reduce(0) { sum, node in
      if case .group = node.content { return sum + node.leastHeight }
      return sum + min(node.leastHeight, 1)
    }
  }

  /// Whether the node has a focus or a state of its own without sending anything.
  fileprivate var isArea: Bool {
    switch content {
    case .list, .scroll, .dialog, .drawing: true
    default: false
    }
  }
}

extension ViewLength {
  /// Returns a number of cells within the limits.
  fileprivate func limited(_ cells: Int) -> Int { min(max(cells, Int(least)), Int(most)) }
}
