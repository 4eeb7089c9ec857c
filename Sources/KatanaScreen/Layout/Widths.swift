import KatanaViews

// The widths of nodes, before they are measured.
extension Measuring {
  /// Returns the width that a node takes if there is room enough. What fills the room counts with
  /// its least width.
  static func idealWidth(_ node: ViewNode) -> Int {
    width(node, isLeast: false)
  }

  /// Returns the least width in which a node can be used: a control as a whole, a text with its longest
  /// words. In a row, no neighbour takes this room from it.
  static func leastWidth(_ node: ViewNode) -> Int {
    width(node, isLeast: true)
  }

  /// The same for a node that was measured.
  static func leastWidth(of box: Box) -> Int {
    let node = box.node
    let length = node.look.width
    if length.least == length.most { return Int(length.most) }
    let widest = { box.children.reduce(0) { max($0, $1.box.leastWidth) } }
    let content: Int
    switch node.content {
    case .row:
      content = box.children.reduce(Int(node.look.gap) * max(box.children.count - 1, 0)) {
        $0 + $1.box.leastWidth
      }
    case .column, .layers: content = widest()
    case .grid(let columns, _):
      content = columns.indices.reduce(Int(node.look.gap) * max(columns.count - 1, 0)) {
        sum, column in
        let cells = stride(from: column, to: box.children.count, by: columns.count)
        let least = cells.reduce(0) { max($0, box.children[$1].box.leastWidth) }
        return sum + min(max(least, Int(columns[column].least)), Int(columns[column].most))
      }
    case .dialog(let title, _): content = max(widest(), TextLines.width(of: title) + 2) + 4
    default: content = contentWidth(node, true) + box.labelGap
    }
    return min(max(content + insets(node, content), Int(length.least)), Int(length.most))
  }

  /// Returns the columns that padding and border take beside a content.
  private static func insets(_ node: ViewNode, _ content: Int) -> Int {
    2 * node.insetX(in: content + 2 * node.insetX(in: 0))
  }

  /// The most that a text keeps for itself in a row that is too narrow.
  private static let wordWidth = 12

  private static func width(_ node: ViewNode, isLeast: Bool) -> Int {
    let length = node.look.width
    if length.least == length.most { return Int(length.most) }
    let isCounted = isLeast || length.weight == 0 || length.least == 0
    let content = isCounted ? contentWidth(node, isLeast) : 0
    let inset = isCounted ? insets(node, isLeast ? content : .max / 2) : 0
    return min(max(content + inset, Int(length.least)), Int(length.most))
  }

  private static func contentWidth(_ node: ViewNode, _ isLeast: Bool) -> Int {
    func widest(_ nodes: [ViewNode]) -> Int {
      nodes.reduce(0) { max($0, width($1, isLeast: isLeast)) }
    }
    switch node.content {
    case .empty, .divider, .drawing, .keyHelp, .table: return 0
    case .select where node.isTabs: return isLeast ? 12 : controlWidth(node)
    case .spinner: return 1
    case .text(let text): return textWidth(text, isLeast)
    case .styledText(let parts): return textWidth(parts.map(\.text).joined(), isLeast)
    case .row(let nodes):
      let shown = nodes.flatMap { flat($0) }
      let gaps = Int(node.look.gap) * max(shown.count - 1, 0)
      return shown.reduce(gaps) { $0 + width($1, isLeast: isLeast) }
    case .column(let nodes):
      let nodes = nodes.flatMap { flat($0) }
      let label = sharedLabel(nodes, 0, .max)
      return nodes.reduce(0) { most, node in
        let own = width(node, isLeast: isLeast)
        guard node.hasRoom(forLabel: label, in: .max) else { return max(most, own) }
        let wide = own + max(label - node.labelWidth, 0)
        return max(most, max(own, min(wide, Int(node.look.width.most))))
      }
    case .layers(let nodes), .group(let nodes): return widest(nodes)
    case .grid(let columns, let nodes):
      let nodes = nodes.flatMap { flat($0, keepsEmpty: true) }
      return columns.indices.reduce(Int(node.look.gap) * max(columns.count - 1, 0)) { sum, column in
        if columns[column].least == columns[column].most { return sum + Int(columns[column].most) }
        let cells = stride(from: column, to: nodes.count, by: columns.count).map { nodes[$0] }
        return sum + max(widest(cells), Int(columns[column].least))
      }
    // What scrolls can be narrow, and a long list is not looked through.
    case .list(let list):
      return list.isLazy || isLeast ? 0 : widest((0..<list.count).map(list.row))
    case .scroll(let inner, _): return isLeast ? 0 : width(inner, isLeast: false)
    case .fitting(let nodes): return nodes.last.map { width($0, isLeast: isLeast) } ?? 0
    case .dialog(let title, let inner):
      return max(width(inner, isLeast: isLeast), TextLines.width(of: title) + 2) + 4
    case .part(let part): return isLeast ? 0 : width(part.node, isLeast: false)
    case .button, .checkbox, .select: return controlWidth(node)
    case .input, .slider, .progress: return isLeast ? controlWidth(node) - 12 : controlWidth(node)
    }
  }

  private static func textWidth(_ text: String, _ isLeast: Bool) -> Int {
    let clean = TextLines.clean(text)
    if !isLeast {
      return TextLines.lines(of: clean).reduce(0) { max($0, TextLines.width(of: $1)) }
    }
    // A long text has long words somewhere; the first ones say enough, and so do their bytes.
    var (longest, word) = (0, 0)
    for byte in clean.utf8.prefix(200) where longest < wordWidth {
      word = byte == 0x20 || byte == 10 ? 0 : word + 1
      longest = max(longest, word)
    }
    return longest
  }

  private static func flat(_ node: ViewNode, keepsEmpty: Bool = false) -> [ViewNode] {
    switch node.content {
    case .empty where node.isBare && !keepsEmpty: []
    case .group(let nodes): nodes.flatMap { flat($0, keepsEmpty: keepsEmpty) }
    default: [node]
    }
  }

  /// Returns the width of a control.
  static func controlWidth(_ node: ViewNode) -> Int {
    switch node.content {
    case .button(let title): TextLines.width(of: title) + 4
    case .checkbox(let title, _): TextLines.width(of: title) + 4
    case .input(let input): labelWidth(input.label) + 20
    case .select(_, let options, _) where node.isTabs: TabRow.width(of: options)
    case .select(let title, let options, _):
      labelWidth(title) + 4 + options.reduce(0) { max($0, TextLines.width(of: $1)) }
    case .slider(let title, _, _, _): labelWidth(title) + 20
    case .progress: 20
    default: 0
    }
  }

  /// The columns of a label before a control, with the colon and the space behind it.
  static func labelWidth(_ text: String) -> Int {
    text.isEmpty ? 0 : TextLines.width(of: TextLines.clean(text)) + 2
  }

  /// Returns the columns that all labels in a column get, so that the controls of a form begin at one
  /// place: those of the widest one that leaves its control half of the room. `outer` is that of the column
  /// around it.
  static func sharedLabel(_ nodes: some Sequence<ViewNode>, _ outer: Int, _ width: Int) -> Int {
    nodes.reduce(outer <= width / 2 ? outer : 0) { label, node in
      let own = node.labelWidth
      return own > label && node.hasRoom(forLabel: own, in: width) ? own : label
    }
  }
}

extension ViewNode {
  /// Whether a label of so many columns leaves at least as many for the control.
  func hasRoom(forLabel label: Int, in width: Int) -> Bool {
    guard labelWidth > 0 else { return false }
    let room = min(width, Int(look.width.most))
    return label <= (room - 2 * insetX(in: room)) / 2
  }

  /// The columns of the widest label before a control; of a column, of all controls in it, which begin at
  /// one place. 0 for none.
  var labelWidth: Int {
    switch content {
    case .input(let input) where input.kind != .area: Measuring.labelWidth(input.label)
    case .select(let title, _, _) where !isTabs: Measuring.labelWidth(title)
    case .slider(let title, _, _, _): Measuring.labelWidth(title)
    case .column(let nodes) where insetX(in: 0) == 0: nodes.reduce(0) { max($0, $1.labelWidth) }
    case .group(let nodes): nodes.reduce(0) { max($0, $1.labelWidth) }
    default: 0
    }
  }
}
