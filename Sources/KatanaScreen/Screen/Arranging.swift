import Foundation
import KatanaViews

/// What cuts off a node at its place.
struct Clip {
  /// The part of the screen in which it is visible.
  var visible: CellRect
  /// The part in which it can be made visible by scrolling.
  var reachable: CellRect

  func cut(_ rect: CellRect) -> Clip {
    Clip(visible: rect.cut(to: visible), reachable: rect.cut(to: reachable))
  }

  /// The clip of the content of an area, which can be moved.
  func scrolled(by area: ScrollArea) -> Clip {
    if reachable.isEmpty { return self }
    var clip = self
    if area.isSideways {
      clip.reachable.x -= area.isMirrored ? area.end - area.offset : area.offset
      clip.reachable.width += area.end
    } else {
      clip.reachable.y -= area.offset
      clip.reachable.height += area.end
    }
    return clip
  }
}

/// Puts boxes at their places: one walk, whose result both painting and acting use.
struct Arranging {
  var result = Arrangement()
  var measuring: Measuring
  private let memory: ScreenMemory
  private let date: Date
  private var layer = 0
  var list: Int?
  var row: Int?
  var scroll: Int?
  var around: Int?
  var owner: Int?
  private var node: Int?
  /// The table whose list is placed next.
  private var table: Table?
  /// Whether views may lie above each other.
  private var hasLayers = false
  /// Whether the nodes are noted that were placed.
  private let notesNodes: Bool

  init(_ measuring: Measuring, _ memory: ScreenMemory, at date: Date, notesNodes: Bool) {
    (self.measuring, self.memory, self.date) = (measuring, memory, date)
    self.notesNodes = notesNodes
  }

  mutating func arrange(_ root: Box, in room: CellRect) {
    place(
      root, x: root.isMirrored ? room.width - root.width : 0, y: 0,
      clip: Clip(visible: room, reachable: room), style: [])
    if hasLayers { cover() }
    if result.dialogs.isEmpty { return }
    // A dialog is above all else, wherever it is written.
    let pieces = result.pieces
    result.pieces = (0...result.topLayer).flatMap { layer in pieces.filter { $0.layer == layer } }
  }

  mutating func place(
    _ box: Box, x: Int, y: Int, clip outer: Clip, style inherited: ViewStyle
  ) {
    let rect = CellRect(x: x, y: y, width: box.width, height: box.height)
    let clip = outer.cut(rect)
    if clip.visible.isEmpty && !box.isReachable && !notesNodes { return }
    let saved = (layer, list, row, scroll, around, owner, node)
    defer { (layer, list, row, scroll, around, owner, node) = saved }
    var style = inherited.union(box.node.look.style)
    if box.context.isDisabled {
      style.insert(.muted)
      owner = nil
    }
    if case .dialog(let title, _) = box.node.content { enter(box, title) }
    let (targets, scrolls) = (result.targets.count, result.scrolls.count)
    if notesNodes {
      result.nodes.append(
        PlacedNode(
          node: box.node, outer: node, isDisabled: box.context.isDisabled, layer: layer,
          isVisible: !clip.visible.isEmpty))
      node = result.nodes.count - 1
    }
    if box.node.extras != nil { register(box, rect, clip) }
    let piece = result.pieces.count
    add(.node, box, rect, clip, style, isSolid: isSolid(box))
    let content = rect.inset(of: box)
    let inside = clip.cut(content)
    switch box.node.content {
    case .list(let list): place(list, box, content, inside, style)
    case .table(let headers, _):
      table = Table(headers: headers, gap: box.node.look.gap, clip: inside)
      placeChildren(box, content, inside, style)
      table = nil
    case .drawing(let drawing): place(drawing, box, content, inside)
    default: placeChildren(box, content, inside, style)
    }
    if piece < result.pieces.count, result.pieces[piece].box === box {
      result.pieces[piece].targets = targets..<result.targets.count
    }
    for index in targets..<result.targets.count where result.targets[index].box === box {
      result.targets[index].endOfPieces = result.pieces.count
    }
    for index in scrolls..<result.scrolls.count where result.scrolls[index].endOfPieces == nil {
      result.scrolls[index].endOfPieces = result.pieces.count
    }
  }

  /// Takes what stands in a lower layer and is covered out of sight.
  private mutating func cover() {
    func isCovered(_ rect: CellRect, _ layer: Int, from end: Int) -> Bool {
      rect.isCovered(
        by: result.pieces[end...].lazy.filter { $0.isSolid && $0.layer == layer }.map(\.clip))
    }
    for (index, area) in result.scrolls.enumerated()
    where isCovered(area.visible, area.layer, from: area.endOfPieces ?? 0) {
      result.scrolls[index].reachable = CellRect()
    }
    for (index, target) in result.targets.enumerated()
    where isCovered(target.visible, target.layer, from: target.endOfPieces) {
      result.targets[index].isCovered = true
      result.targets[index].visible = CellRect()
      if let list = target.list, let row = target.row {
        result.lists[list].controls[row]?.removeAll { $0 == index }
      }
    }
  }

  mutating func add(
    _ kind: Piece.Kind, _ box: Box, _ rect: CellRect, _ clip: Clip, _ style: ViewStyle,
    isSolid: Bool = true
  ) {
    if clip.visible.isEmpty { return }
    result.pieces.append(
      Piece(
        kind: kind, box: box, rect: rect, clip: clip.visible, style: style, owner: owner,
        list: list,
        row: row, layer: layer, isSolid: isSolid))
  }

  /// Whether a node covers what is below it. What only arranges others does not.
  private func isSolid(_ box: Box) -> Bool {
    switch box.node.content {
    case .empty, .row, .column, .layers, .grid, .group, .fitting, .part, .scroll, .list,
      .table:
      box.node.extras?.isControl == true
    default: true
    }
  }

  // MARK: What can be reached

  /// Notes what a node sends.
  private mutating func register(_ box: Box, _ rect: CellRect, _ clip: Clip) {
    // The properties are read one by one: a copy of all of them is slow.
    guard let extras = box.node.extras else { return }
    if let title = extras.fields.title { result.windowTitle = title }
    let isDisabled = box.context.isDisabled
    if !extras.fields.keys.isEmpty, !isDisabled {
      let keys = extras.fields.keys
      enclose(box) { $0.keys = keys.filter { $0.scope == .focus } }
      for key in keys where key.scope == .screen {
        result.screenKeys.append(ScreenKey(binding: key, around: result.arounds.count - 1))
      }
    }
    if extras.fields.secondary != nil || box.node.pointer != nil, !isDisabled {
      result.usesMouse = true
    }
    if extras.isControl, !isDisabled { add(box, rect, clip) }
  }

  private mutating func enclose(_ box: Box, _ change: (inout Around) -> Void) {
    var new = Around(parent: around, context: box.context, layer: layer)
    change(&new)
    around = result.arounds.count
    result.arounds.append(new)
  }

  private mutating func add(
    _ box: Box, _ rect: CellRect, _ clip: Clip, _ figure: (ViewFigure, ViewID)? = nil
  ) {
    owner = result.targets.count
    if let list, let row, !clip.reachable.isEmpty {
      result.lists[list].controls[row, default: []].append(result.targets.count)
    }
    result.targets.append(
      Target(
        box: box, id: figure?.1 ?? box.id, figure: figure?.0, rect: rect, visible: clip.visible,
        isReachable: !clip.reachable.isEmpty,
        layer: layer, list: list, row: row, scroll: scroll, around: around, place: node))
  }

  private mutating func enter(_ box: Box, _ title: String) {
    (list, row, owner) = (nil, nil, nil)
    let fields = box.node.extras?.fields
    let cancel = box.context.isDisabled ? nil : fields?.cancel
    let index = result.dialogs.count
    enclose(box) { $0.dialog = index }
    result.dialogs.append(
      OpenDialog(
        id: box.id, title: title, cancel: cancel.map { box.context.message(of: $0) },
        cancelTitle: fields?.cancelTitle ?? ""))
    layer = result.dialogs.count
  }

  // MARK: What contains others

  /// Places the children, which are mirrored where lines run from right to left. What has no room for
  /// them scrolls.
  private mutating func placeChildren(
    _ box: Box, _ content: CellRect, _ clip: Clip, _ style: ViewStyle
  ) {
    if box.children.isEmpty { return }
    let visible = (content: content, clip: clip)
    var (content, clip) = visible
    let isLayers = if case .layers = box.node.content { true } else { false }
    let follows: Bool? = if case .scroll(_, let follows) = box.node.content { follows } else { nil }
    let outer = scroll
    let first = result.targets.count
    var areas: [Int] = []
    // In one column, there is no room for a bar.
    let isNarrow =
      box.isContainer && content.width == 1 && content.height > 1
      && box.contentHeight > content.height
    if box.hasBar || isNarrow || follows != nil {
      content = content.beside(barOf: box)
      clip = clip.cut(content)
      areas.append(open(box, content, clip, length: box.contentHeight, follows: follows ?? false))
      if box.hasBar { add(.bar(areas[0]), box, content, visible.clip, style) }
    }
    if box.isContainer, box.contentWidth > content.width, content.width > 0 {
      areas.append(open(box, content, clip, length: box.contentWidth, isSideways: true))
    }
    var inner = clip
    var (left, top, end) = (0, 0, 0)
    for area in areas.map({ result.scrolls[$0] }) {
      inner = inner.scrolled(by: area)
      if area.isSideways { left = area.offset } else { top = area.offset }
      end += area.end
    }
    for child in box.children {
      let place = (x: child.x - box.insetX, y: child.y - box.insetY)
      // A dialog does not scroll with what it stands above.
      let isDialog =
        if case .dialog = child.box.node.content { isLayers } else { false }
      let inside = scroll
      if isDialog { scroll = outer }
      let rect = isDialog ? visible.content : content
      let leading = isDialog ? place.x : place.x - left
      let x = box.isMirrored ? rect.maxX - leading - child.box.width : rect.x + leading
      self.place(
        child.box, x: x, y: rect.y + place.y - (isDialog ? 0 : top),
        clip: isDialog ? visible.clip : inner, style: style)
      scroll = inside
    }
    if isLayers, box.children.count > 1 { hasLayers = true }
    for area in areas where result.scrolls[area].isSideways {
      add(.sides(area), box, content, clip, style, isSolid: false)
    }
    // An area in which nothing takes the focus takes it itself, so that its end can be reached.
    if end > 0, result.targets.count == first, row == nil { add(box, content, clip) }
  }

  mutating func open(
    _ box: Box, _ rect: CellRect, _ clip: Clip, length: Int, follows: Bool = false,
    isSideways: Bool = false
  ) -> Int {
    var area = ScrollArea(
      id: isSideways ? box.id.child(at: .max) : box.id, node: box.id, rect: rect,
      visible: clip.visible,
      reachable: clip.reachable, isSideways: isSideways, isMirrored: box.isMirrored,
      length: length, follows: follows, layer: layer, outer: scroll)
    area.offset = memory.offset(of: area)
    scroll = result.scrolls.count
    result.scrolls.append(area)
    enclose(box) { [scroll] in $0.scroll = scroll }
    return result.scrolls.count - 1
  }

  private mutating func place(
    _ list: ViewList, _ box: Box, _ content: CellRect, _ clip: Clip, _ style: ViewStyle
  ) {
    let (outer, content, table) = (clip, content.beside(barOf: box), table)
    self.table = nil
    guard list.count > 0 else {
      if let table { place(table, table.columns([], content), box, content, style) }
      return
    }
    let clip = outer.cut(content)
    let outside = (scroll, around)
    let index = result.lists.count
    // In a row of another list, it is a stop of its own.
    (self.list, row) = (nil, nil)
    if !box.context.isDisabled { add(box, content, clip) }
    let length = list.isLazy ? list.count : box.contentHeight
    let area = open(box, content, clip, length: length, follows: list.follows)
    result.arounds[result.arounds.count - 1].list = index
    if owner != nil, result.targets.last?.id == box.id {
      result.targets[result.targets.count - 1].around = around
    }
    result.lists.append(
      ListArea(
        id: box.id, list: list, box: box, scroll: area,
        current: memory.currentRow(of: list, box.id)))
    if box.hasBar { add(.bar(area), box, content, outer, style) }
    self.list = index
    owner = nil
    let offset = result.scrolls[area].offset
    let rows =
      list.isLazy
      ? offset..<max(min(list.count, offset + max(content.height, 0)), offset) : 0..<list.count
    let nodes = table == nil ? [] : rows.map(list.row)
    let columns = table?.columns(nodes, content)
    var inner = clip.scrolled(by: result.scrolls[area])
    let side = columns.flatMap { openSide(box, content, clip, $0.width) }
    if let side { inner = inner.scrolled(by: side) }
    for index in rows {
      let child: Box
      if let columns {
        child = measuring.row(
          columns.aligned(nodes[index - rows.lowerBound]), list.id(at: index), of: box,
          max(columns.width, content.width), 1)
      } else if list.isLazy {
        child = measuring.row(list.row(at: index), list.id(at: index), of: box, content.width, 1)
      } else {
        child = box.children[index].box
      }
      row = index
      let y = content.y + result.lists[self.list!].start(of: index) - offset
      let rect = CellRect(x: content.x, y: y, width: content.width, height: child.height)
      let visible = clip.cut(rect)
      if !visible.visible.isEmpty {
        add(.node, .row(of: box, height: child.height), rect, visible, style)
      }
      let first = result.arounds.count
      place(child, x: content.leading(child, side), y: y, clip: inner, style: style)
      if result.arounds.count > first { note(first..<result.arounds.count, index) }
    }
    guard let table, let columns else { return }
    (scroll, around) = outside
    place(table, columns, box, content, style)
  }

  /// Notes what takes keys in a row of the current list.
  private mutating func note(_ arounds: Range<Int>, _ row: Int) {
    if let list { result.lists[list].arounds[row] = arounds }
  }

  private mutating func place(
    _ drawing: ViewDrawing, _ box: Box, _ content: CellRect, _ clip: Clip
  ) {
    if box.context.isDisabled { return }
    let map = DrawingMap(drawing, in: content)
    let drawingOwner = owner
    for (index, figure) in drawing.figures.enumerated() where figure.press != nil {
      result.usesMouse = true
      let rect = map.cells(of: figure, figure.x.value(at: date), figure.y.value(at: date))
        .cut(to: content)
      add(box, rect, clip.cut(rect), (figure, box.figureID(figure, index)))
      add(.node, .row(of: box, height: 0), rect, clip.cut(rect), [])
    }
    owner = drawingOwner
  }
}

extension Box {
  /// A box without a content, for what a click can reach that is no node: the rest of a row, or a
  /// figure.
  fileprivate static func row(of box: Box, height: Int) -> Box {
    let empty = Box(Item(node: ViewNode(.empty), id: box.id, context: box.context))
    empty.height = height
    return empty
  }
}

extension CellRect {
  /// Whether others cover all of it; nothing covers what is empty.
  fileprivate func isCovered(by others: some Sequence<CellRect>) -> Bool {
    let others = others.map { $0.cut(to: self) }.filter { !$0.isEmpty }
    if isEmpty || others.isEmpty { return false }
    return (y..<maxY).allSatisfy { row in
      (x..<maxX).allSatisfy { column in others.contains { $0.contains(column, row) } }
    }
  }

  /// The room that a bar leaves for the content.
  func beside(barOf box: Box) -> CellRect {
    guard box.hasBar else { return self }
    var rect = self
    rect.width = max(rect.width - 1, 0)
    if box.isMirrored { rect.x += 1 }
    return rect
  }
}
