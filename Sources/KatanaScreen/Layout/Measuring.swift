import KatanaViews

/// Gives each node its size.
struct Measuring {
  private var parts = FrameMemory<KeptPart>()
  private var texts = FrameMemory<KeptText>()
  /// Whether parts of a type may stand for equal ones, as far as that follows from the type.
  private var kinds: [ObjectIdentifier: Bool] = [:]
  /// The number of nodes that were measured, for tests.
  private(set) var count = 0
  /// The keys that two nodes have at one place.
  private(set) var sharedKeys: [ViewKey] = []
  /// Whether what is measured stands in one line: texts end with `…`, and nothing scrolls.
  private var isInOneLine = false

  mutating func beginFrame() {
    parts.beginFrame()
    texts.beginFrame()
    count = 0
    sharedKeys = []
  }

  /// Measures a whole view.
  mutating func root(_ root: ViewNode, width: Int, height: Int) -> Box {
    beginFrame()
    var node = root
    // What does not scroll by itself stands in something that does.
    switch root.content {
    case .row, .column, .layers, .grid, .list, .table, .scroll: break
    default: node = ViewNode(columnAround: root)
    }
    let item = Item(node: node, id: .root, context: ViewContext().entering(node))
    return box(item, width: width, height: height)
  }

  mutating func box(_ item: Item, width: Int, height: Int?) -> Box {
    if case .part(let part) = item.node.content { return box(of: part, item, width, height) }
    count += 1
    let look = item.node.look
    let box = Box(item)
    box.insetX = item.node.insetX(in: min(width, Int(look.width.most)))
    let (insetX, insetY) = (2 * box.insetX, 2 * box.insetY)
    let roomX = max(min(width, Int(look.width.most)) - insetX, 0)
    let roomY = room(height, look.height).map { max($0 - insetY, 0) }
    let wasInOneLine = isInOneLine
    if roomY == 1 { isInOneLine = true }
    var content = measure(box, roomX, roomY)
    if box.isContainer, !isInOneLine, roomX > 1, let roomY, content.height > roomY {
      // A column is left for the bar.
      box.hasBar = true
      box.children = []
      content = measure(box, roomX - 1, roomY)
    }
    (box.contentWidth, box.contentHeight) = content
    if box.isContainer, box.hasBar { content.width += 1 }
    isInOneLine = wasInOneLine
    if insetX > 0 || insetY > 0 {
      for index in box.children.indices {
        box.children[index].x += box.insetX
        box.children[index].y += box.insetY
      }
    }
    let wantedX = look.width.weight > 0 ? roomX : max(content.width, titleWidth(item.node))
    let wantedY = look.height.weight > 0 ? roomY ?? content.height : content.height
    box.width = min(look.width.limited(wantedX + insetX), width)
    box.height = min(look.height.limited(wantedY + insetY), height ?? .max)
    align(box, box.width - insetX - content.width)
    box.isReachable =
      item.node.extras != nil || item.node.isArea || box.hasBar
      || box.contentWidth > box.width - insetX
      || box.children.contains { $0.box.isReachable }
    return box
  }

  /// Moves the children of a box that is wider than they are. A column has moved each for itself, and
  /// texts and controls are moved when they are painted.
  private func align(_ box: Box, _ left: Int) {
    guard left > 0 else { return }
    switch box.node.content {
    case .row, .grid, .layers, .fitting, .scroll: break
    default: return
    }
    let shift = box.node.look.alignment.shift(left)
    if shift == 0 { return }
    for index in box.children.indices {
      if case .dialog = box.children[index].box.node.content { continue }
      box.children[index].x += shift
    }
  }

  /// The title of a border stands between its corners.
  private func titleWidth(_ node: ViewNode) -> Int {
    guard node.look.hasBorder, let title = node.extras?.fields.label else { return 0 }
    return TextLines.width(of: title) + 4
  }

  private func room(_ height: Int?, _ length: ViewLength) -> Int? {
    length.most == .max ? height : min(height ?? .max, Int(length.most))
  }

  private typealias Size = (width: Int, height: Int)

  /// Measures the content of a box within a room; a height of `nil` means that there is no limit.
  private mutating func measure(_ box: Box, _ width: Int, _ height: Int?) -> Size {
    let look = box.node.look
    switch box.node.content {
    case .empty, .group, .part: return (0, 0)
    case .text(let text):
      box.lines = lines(of: text, box.id, look.style, width)
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
      let fitting = nodes.first { Self.idealWidth($0) <= width } ?? nodes.last
      guard let fitting else { return (0, 0) }
      // All variants have one identity, so that another room changes neither focus nor carets.
      let item = Item(
        node: fitting, id: box.id.inside(fitting, at: 0), context: box.context.entering(fitting),
        isInRow: box.isInRow)
      let child = self.box(item, width: width, height: height)
      box.children = [Box.Child(x: 0, y: 0, box: child)]
      return (child.width, child.height)
    case .dialog(let title, _):
      guard var item = children(of: box).first else { return (0, 0) }
      if !item.node.scrolls { item.node = ViewNode(columnAround: item.node) }
      let child = self.box(
        item, width: max(width - 4, 0), height: height.map { max($0 - 2, 0) })
      box.children = [Box.Child(x: 2, y: 1, box: child)]
      return (min(max(child.width, TextLines.width(of: title) + 2) + 4, width), child.height + 2)
    case .divider: return box.isInRow ? (1, 1) : (width, 1)
    case .spinner: return (min(width, 1), 1)
    case .table(_, let list):
      var item = Item(
        node: list, id: box.id.child(at: 0), context: box.context.entering(list))
      if box.node.isFocused { item.node.change { $0.isFocused = true } }
      let child = self.box(item, width: width, height: height.map { max($0 - 1, 0) })
      box.children = [Box.Child(x: 0, y: 1, box: child)]
      return (width, child.height + 1)
    case .select where box.node.isTabs: return (width, isInOneLine ? 1 : 2)
    case .drawing: return (width, height ?? 10)
    case .keyHelp: return (width, 1)
    case .input(let input) where input.kind == .area:
      let lines = areaLines(of: input.text, box.id, width)
      box.area = lines
      return (width, max(lines.count, 3) + (input.label.isEmpty ? 0 : 1))
    case .button, .checkbox, .input, .select, .slider, .progress:
      return (min(Self.controlWidth(box.node) + box.labelGap, width), 1)
    }
  }

  private func size(of lines: [TextLine]) -> Size {
    (lines.reduce(0) { max($0, $1.width) }, lines.count)
  }

  // MARK: Several views

  /// The items of a box, with groups replaced by what they contain.
  private mutating func children(of box: Box) -> [Item] {
    var items: [Item] = []
    var seen: Set<ViewID> = []
    let isGrid = if case .grid = box.node.content { true } else { false }
    add(box.node.children, box.id, box.context, keepsEmpty: isGrid, &seen, to: &items)
    if case .row = box.node.content {
      for index in items.indices { items[index].isInRow = true }
    }
    return items
  }

  private mutating func add(
    _ nodes: [ViewNode], _ outer: ViewID, _ context: ViewContext, keepsEmpty: Bool,
    _ seen: inout Set<ViewID>, to items: inout [Item]
  ) {
    for (index, node) in nodes.enumerated() {
      var id = outer.inside(node, at: index)
      if let key = node.key, !seen.insert(id).inserted {
        // Both stay reachable, each by an identity of its own.
        id = id.twin(at: index)
        sharedKeys.append(key)
      }
      switch node.content {
      case .empty where node.isBare && !keepsEmpty: continue
      case .group(let inner):
        add(inner, id, context.entering(node), keepsEmpty: keepsEmpty, &seen, to: &items)
      default: items.append(Item(node: node, id: id, context: context.entering(node)))
      }
    }
  }

  private mutating func row(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    let gaps = Int(box.node.look.gap) * max(items.count - 1, 0)
    let heights = items.map { hasRoomOf($0, in: height) }
    let lengths = items.map { $0.node.look.width }
    func share(_ leasts: [Int]) -> [Box] {
      self.share(
        items, lengths, leasts, room: width - gaps, size: { $0.width },
        measure: { $0.box($1, width: $3 ?? width, height: heights[$2]) })
    }
    // What each needs at least is asked only where one may have too little.
    var boxes = share(Array(repeating: 0, count: items.count))
    if items.count > 1, boxes.reduce(gaps, { $0 + $1.width }) >= width,
      boxes.contains(where: { $0.width < $0.leastWidth })
    {
      boxes = share(boxes.map(\.leastWidth))
    }
    var (x, tallest) = (0, 0)
    for child in boxes {
      box.children.append(Box.Child(x: x, y: 0, box: child))
      x += child.width + Int(box.node.look.gap)
      tallest = max(tallest, child.height)
    }
    for child in boxes { if case .divider = child.node.content { child.height = tallest } }
    return (max(x - Int(box.node.look.gap), 0), tallest)
  }

  private mutating func column(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    let gaps = Int(box.node.look.gap) * max(items.count - 1, 0)
    var items = items
    let label = Self.sharedLabel(items.lazy.map(\.node), box.labelWidth, width)
    for index in items.indices where items[index].node.hasRoom(forLabel: label, in: width) {
      items[index].labelWidth = label
    }
    // What can scroll by itself gives way, but keeps a few lines; all else keeps its height.
    let leasts = items.map { item in height.map { min(leastHeight(item), $0) } ?? 0 }
    let boxes = share(
      items, items.map { $0.node.look.height }, leasts, canScroll: true,
      room: height.map { $0 - gaps }, size: { $0.height },
      measure: { measuring, item, index, room in
        let isLimited =
          leasts[index] > 0 || item.node.look.height.weight > 0 || measuring.isInOneLine
        return measuring.box(item, width: width, height: isLimited ? room : nil)
      })
    var (y, widest) = (0, 0)
    for child in boxes {
      box.children.append(Box.Child(x: 0, y: y, box: child))
      y += child.height + Int(box.node.look.gap)
      widest = max(widest, child.width)
    }
    let own = box.node.look.width
    let room = own.weight > 0 ? width : max(widest, min(Int(own.least) - 2 * box.insetX, width))
    for index in box.children.indices {
      let left = max(room - box.children[index].box.width, 0)
      box.children[index].x = box.node.look.alignment.shift(left)
    }
    return (widest, max(y - Int(box.node.look.gap), 0))
  }

  /// Returns the height that a node in a row, or in a layer, is given.
  private func hasRoomOf(_ item: Item, in height: Int?) -> Int? {
    isInOneLine || item.node.look.height.weight > 0 || item.node.scrolls || canShrink(item)
      ? height : nil
  }

  /// Returns the lines that a node keeps in a column that has not enough room; 0 for one that keeps its
  /// whole height.
  private func leastHeight(_ item: Item) -> Int {
    let look = item.node.look.height
    if look.weight > 0 {
      if case .empty = item.node.content { return Int(look.least) }
      return max(Int(look.least), canShrink(item) || item.node.scrolls ? 3 : 1)
    }
    return look.least != look.most && canShrink(item) ? max(3, Int(look.least)) : 0
  }

  /// Whether a node has something in it that scrolls, and so can be lower than its content.
  private func canShrink(_ item: Item) -> Bool {
    if case .part(let part) = item.node.content {
      return canShrink(keptNode(item.id, part) ?? part.node)
    }
    return canShrink(item.node)
  }

  private func canShrink(_ node: ViewNode) -> Bool {
    if node.look.height.least == node.look.height.most { return false }
    return switch node.content {
    case .list, .table, .scroll, .drawing: true
    case .input(let input): input.kind == .area
    case .row(let nodes), .column(let nodes), .layers(let nodes), .group(let nodes),
      .fitting(let nodes):
      nodes.contains(where: canShrink)
    case .part(let part): canShrink(part.node)
    default: false
    }
  }

  /// Measures the items along one axis: first those that are as large as their content, then those
  /// that share what is left by their weights. None takes what another one needs at least.
  private mutating func share(
    _ items: [Item], _ lengths: [ViewLength], _ leasts: [Int], canScroll: Bool = false,
    room: Int?, size: (Box) -> Int, measure: (inout Measuring, Item, Int, Int?) -> Box
  ) -> [Box] {
    var boxes = [Box?](repeating: nil, count: items.count)
    var (left, leasts) = (room, leasts)
    var weights = 0
    // What the others take at least is not given away.
    var kept = leasts.reduce(0, +)
    for length in lengths where length.weight > 0 && room != nil { weights += Int(length.weight) }
    // What cannot shrink comes first.
    let fixed = items.indices.filter { lengths[$0].weight == 0 || room == nil }
    func give(_ index: Int, _ room: Int?) {
      let box = measure(&self, items[index], index, room)
      left = left.map { $0 + (boxes[index].map(size) ?? 0) - size(box) }
      boxes[index] = box
    }
    for index in fixed where leasts[index] == 0 { give(index, left.map { max($0 - kept, 0) }) }
    let scrolling = fixed.filter { leasts[$0] > 0 }
    if canScroll, let left, left < kept {
      leasts = Self.lowered(leasts, lengths, to: left)
      kept = leasts.reduce(0, +)
    }
    for index in scrolling {
      kept -= leasts[index]
      give(index, left.map { max($0 - kept, leasts[index]) })
    }
    // What one of them does not need, the others get.
    if weights == 0, canScroll {
      for index in scrolling {
        guard let rest = left, rest > 0, let box = boxes[index], box.isCut else { continue }
        give(index, size(box) + rest)
      }
    }
    for (index, length) in lengths.enumerated() where boxes[index] == nil {
      kept -= leasts[index]
      let free = max((left ?? 0) - kept, leasts[index])
      let part = weights == 0 ? 0 : max(left ?? 0, 0) * Int(length.weight) / weights
      let share = min(max(part, leasts[index], Int(length.least)), Int(length.most), free)
      boxes[index] = measure(&self, items[index], index, share)
      left = (left ?? 0) - share
      weights -= Int(length.weight)
    }
    return boxes.compactMap(\.self)
  }

  /// Returns lower numbers of lines that what scrolls has at least, if all have room then: each of them
  /// scrolls, which is better than all of them together.
  private static func lowered(_ leasts: [Int], _ lengths: [ViewLength], to room: Int) -> [Int] {
    var lowered = leasts
    func lowest(_ index: Int) -> Int { min(leasts[index], max(Int(lengths[index].least), 1)) }
    while lowered.reduce(0, +) > room {
      let open = lowered.indices.filter { lowered[$0] > lowest($0) }
      guard let index = open.max(by: { lowered[$0] <= lowered[$1] }) else { return leasts }
      lowered[index] -= 1
    }
    return lowered
  }

  private mutating func layers(_ box: Box, _ items: [Item], _ width: Int, _ height: Int?) -> Size {
    var size: Size = (0, 0)
    for item in items {
      let child = self.box(item, width: width, height: hasRoomOf(item, in: height))
      // A dialog does not make the layers larger: it scrolls.
      size = (max(size.width, child.width), max(size.height, child.height))
      box.children.append(Box.Child(x: 0, y: 0, box: child))
    }
    // A dialog stands in the middle of what is visible, a little above.
    let look = box.node.look
    let room = (
      width: look.width.weight > 0 ? width : min(size.width, width),
      height: look.height.weight > 0 ? height ?? size.height : min(size.height, height ?? .max)
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
      for (column, cell) in items[start..<min(start + columns.count, items.count)].enumerated() {
        var item = cell
        // A cell is as wide as its column, so that what is in it is aligned there.
        if item.node.look.width == .fit { item.node.look.width = .fill }
        let child = self.box(item, width: widths[column], height: nil)
        child.width = max(child.width, widths[column])
        box.children.append(Box.Child(x: x, y: y, box: child))
        x += widths[column] + gap
        tallest = max(tallest, child.height)
      }
      y += tallest
    }
    return (widths.reduce(0, +) + gap * (columns.count - 1), y)
  }

  /// Returns the widths of the columns of a grid: as wide as the widest cell, or a share of what is
  /// left. No column takes what the cells of another one need at least.
  private static func widths(_ columns: [ViewLength], _ cells: [ViewNode], _ room: Int) -> [Int] {
    func widest(_ column: Int, _ width: (ViewNode) -> Int) -> Int {
      stride(from: column, to: cells.count, by: columns.count).reduce(0) {
        max($0, width(cells[$1]))
      }
    }
    let leasts = columns.indices.map { column in
      columns[column].least == columns[column].most
        ? Int(columns[column].most) : max(widest(column, leastWidth), Int(columns[column].least))
    }
    var (left, kept) = (room, leasts.reduce(0, +))
    var weights = columns.reduce(0) { $0 + Int($1.weight) }
    var widths = columns.enumerated().map { index, length -> Int in
      if length.weight > 0 { return 0 }
      kept -= leasts[index]
      let ideal =
        length.least == length.most
        ? leasts[index] : min(max(widest(index, idealWidth), leasts[index]), Int(length.most))
      let width = min(ideal, max(left - kept, leasts[index]))
      left -= width
      return width
    }
    for (index, length) in columns.enumerated() where length.weight > 0 {
      kept -= leasts[index]
      let part = max(left, 0) * Int(length.weight) / max(weights, 1)
      widths[index] = min(
        max(part, leasts[index]), Int(length.most), max(left - kept, leasts[index]))
      left -= widths[index]
      weights -= Int(length.weight)
    }
    return widths
  }

  /// The rows of a list that may be long are measured when they are shown.
  private mutating func list(_ box: Box, _ list: ViewList, _ width: Int, _ height: Int?) -> Size {
    if list.isLazy {
      let size = withBar(box, list.count, width, height ?? 10) { _, width in (width, list.count) }
      return (size.width, min(list.count, height ?? 10))
    }
    return withBar(box, list.count, width, height) { measuring, width in
      box.children = []
      var seen: Set<ViewID> = []
      var y = 0
      var widest = 0
      for index in 0..<list.count {
        let node = list.row(at: index)
        var id = list.id(at: index)
        if !seen.insert(id).inserted {
          if let key = node.key { measuring.sharedKeys.append(key) }
          id = id.twin(at: index)
        }
        let child = measuring.row(node, id, of: box, width, nil)
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
    return (size.width + (box.hasBar ? 1 : 0), size.height)
  }

  /// Measures a row of a list.
  mutating func row(
    _ node: ViewNode, _ id: ViewID, of list: Box, _ width: Int, _ height: Int?
  ) -> Box {
    let item = Item(
      node: node, id: list.id.child(id), context: list.context.entering(node))
    let box = self.box(item, width: width, height: height)
    if box.width < width { box.width = width }
    return box
  }

  // MARK: Parts

  private mutating func box(
    of part: AnyViewPart, _ item: Item, _ width: Int, _ height: Int?
  ) -> Box {
    let room = KeptPart.Room(width: width, height: height, isInOneLine: isInOneLine)
    let isKept = canKeep(part)
    let known =
      !isKept
      ? nil
      : parts.use(item.id) {
        $0.room == room && $0.part == part && $0.context == item.context
      }
    if let known { return known.box }
    var node = (isKept ? keptNode(item.id, part) : nil) ?? part.node
    var context = item.context
    while true {
      context = context.entering(node)
      guard case .part(let inner) = node.content else { break }
      node = inner.node
    }
    var inner = Item(node: node, id: item.id, context: context, isInRow: item.isInRow)
    // A part is one view, so a group in it is a column.
    if case .group(let nodes) = node.content { inner.node.content = .column(nodes) }
    let box = self.box(inner, width: width, height: height)
    if isKept {
      parts.keep(
        KeptPart(part: part, context: item.context, room: room, node: node, box: box), item.id)
    }
    return box
  }

  /// Whether the view of a part may be used again for an equal one: it stores no functions.
  private mutating func canKeep(_ part: AnyViewPart) -> Bool {
    if let known = kinds[part.typeID] { return known }
    let functions = part.storesFunctions
    if functions != .noneNow { kinds[part.typeID] = functions == .none }
    return functions != .some
  }

  /// The view of an equal part in another room.
  private func keptNode(_ id: ViewID, _ part: AnyViewPart) -> ViewNode? {
    parts[id].flatMap { $0.part == part ? $0.node : nil }
  }

  // MARK: Texts

  // A text that scrolls may be measured in two widths: without the bar, and with it. So the width is a
  // step of what it is kept by.

  private mutating func lines(
    of text: String, _ id: ViewID, _ style: ViewStyle, _ width: Int
  ) -> [TextLine] {
    if text.utf8.count < KeptText.least { return TextLines.wrapped(text, style, to: width) }
    let id = id.child(at: width)
    let known = texts.use(id) { $0.area == nil && $0.style == style && $0.text == text }
    if let known { return known.lines }
    let lines = TextLines.wrapped(text, style, to: width)
    texts.keep(KeptText(text: text, style: style, lines: lines, area: nil), id)
    return lines
  }

  private mutating func areaLines(of text: String, _ id: ViewID, _ width: Int) -> AreaLines {
    let id = id.child(at: width)
    if let area = texts.use(id, if: { $0.text == text })?.area { return area }
    let former = texts[id].flatMap { kept in kept.area.map { (kept.text, $0) } }
    let area = AreaLines(text, columns: width, former: former)
    texts.keep(KeptText(text: text, style: [], lines: [], area: area), id)
    return area
  }
}

extension ViewNode {
  /// A number of lines that the node takes in any width. A part is taken for one line, so that it is
  /// not computed for this: it would be computed again for the width that is left by a bar.
  fileprivate var leastHeight: Int {
    switch content {
    case .text(let text): 1 + text.lineEnds
    case .column(let nodes) where look.gap == 0 && look.height.weight == 0:
      Self.lines(of: nodes)
    case .group(let nodes): Self.lines(of: nodes)
    case .row(let nodes): nodes.reduce(0) { max($0, $1.leastHeight) }
    case .part, .styledText, .button, .checkbox, .input, .select, .slider, .progress, .divider,
      .keyHelp, .spinner:
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

  /// Creates a column with one node in it, which takes the room of the node.
  fileprivate init(columnAround inner: ViewNode) {
    self.init(.column([inner]))
    (look.width, look.height) = (inner.look.width, inner.look.height)
  }

  /// Whether the node scrolls where its content has no room.
  var scrolls: Bool {
    switch content {
    case .row, .column, .layers, .grid, .fitting, .dialog, .list, .table, .scroll: true
    default: false
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

extension String {
  fileprivate var lineEnds: Int {
    utf8.withContiguousStorageIfAvailable { $0.reduce(0) { $0 + ($1 == 10 ? 1 : 0) } }
      ?? utf8.count { $0 == 10 }
  }
}

extension ViewLength {
  /// Returns a number of cells within the limits.
  fileprivate func limited(_ cells: Int) -> Int { min(max(cells, Int(least)), Int(most)) }
}
