import KatanaViews

extension Measuring {
  /// Returns the width that a node takes if there is room enough. What fills the room counts with
  /// its least width.
  static func idealWidth(_ node: ViewNode) -> Int {
    let length = node.look.width
    if length.least == length.most { return Int(length.most) }
    let inset = 2 * ((node.look.hasBorder ? 1 : 0) + Int(node.look.padding))
    let content = length.weight > 0 && length.least > 0 ? 0 : idealContentWidth(node) + inset
    return min(max(content, Int(length.least)), Int(length.most))
  }

  private static func idealContentWidth(_ node: ViewNode) -> Int {
    func widest(_ nodes: [ViewNode]) -> Int { nodes.reduce(0) { max($0, idealWidth($1)) } }
    func sum(_ nodes: [ViewNode]) -> Int {
      let shown = nodes.flatMap(flat)
      let gaps = Int(node.look.gap) * max(shown.count - 1, 0)
      return shown.reduce(gaps) { $0 + idealWidth($1) }
    }
    switch node.content {
    case .empty, .divider, .drawing, .keyHelp: return 0
    case .text(let text): return widestLine(text)
    case .styledText(let parts): return widestLine(parts.map(\.text).joined())
    case .row(let nodes): return sum(nodes)
    case .column(let nodes), .layers(let nodes), .group(let nodes): return widest(nodes)
    case .grid(let columns, let nodes):
      return columns.indices.reduce(Int(node.look.gap) * max(columns.count - 1, 0)) { sum, column in
        if columns[column].least == columns[column].most { return sum + Int(columns[column].most) }
        let cells = stride(from: column, to: nodes.count, by: columns.count).map { nodes[$0] }
        return sum + max(widest(cells), Int(columns[column].least))
      }
    case .list(let list): return list.isLazy ? 0 : widest((0..<list.count).map(list.row))
    case .scroll(let inner, _): return idealWidth(inner)
    case .fitting(let nodes): return nodes.last.map(idealWidth) ?? 0
    case .dialog(let title, let inner):
      return max(idealWidth(inner), TextLines.width(of: title) + 2) + 4
    case .part(let part): return idealWidth(part.node)
    case .button, .checkbox, .input, .select, .slider, .progress: return controlWidth(node)
    }
  }

  private static func flat(_ node: ViewNode) -> [ViewNode] {
    switch node.content {
    case .empty where node.look.width.weight == 0 && node.look.height.weight == 0: []
    case .group(let nodes): nodes.flatMap(flat)
    default: [node]
    }
  }

  private static func widestLine(_ text: String) -> Int {
    TextLines.lines(of: TextLines.clean(text)).reduce(0) { max($0, TextLines.width(of: $1)) }
  }

  /// Returns the width of a control.
  static func controlWidth(_ node: ViewNode) -> Int {
    func label(_ text: String) -> Int { text.isEmpty ? 0 : TextLines.width(of: text) + 2 }
    return switch node.content {
    case .button(let title): TextLines.width(of: title) + 4
    case .checkbox(let title, _): TextLines.width(of: title) + 4
    case .input(let input): label(input.label) + 20
    case .select(let title, let options, _):
      label(title) + 4 + options.reduce(0) { max($0, TextLines.width(of: $1)) }
    case .slider(let title, _, _, _): label(title) + 20
    case .progress: 20
    default: 0
    }
  }
}
