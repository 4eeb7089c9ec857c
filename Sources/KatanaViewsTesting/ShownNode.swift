import KatanaViews

/// A node that a person can reach, with what is written around it.
struct ShownNode {
  let node: ViewNode
  let context: ViewContext
  /// The nodes around it, from the inside out, up to the next list, dialog or the root.
  private let around: [ViewNode]

  /// The number of rows of a long list that are looked through.
  private static let rowLimit = 1_000

  /// Returns the nodes of a view, or those of the top dialog if there is one.
  static func reachable(in root: ViewNode) -> [ShownNode] {
    var all: [ShownNode] = []
    collect(root, ViewContext(), [], into: &all)
    let dialog = all.lastIndex { if case .dialog = $0.node.content { true } else { false } }
    guard let dialog else { return all }
    var inner: [ShownNode] = []
    collect(all[dialog].node, all[dialog].outer, [], into: &inner)
    return inner
  }

  /// Returns the nodes whose keys act: those that can be reached, and those around the top dialog.
  static func keyed(in root: ViewNode) -> [ShownNode] {
    var all: [ShownNode] = []
    collect(root, ViewContext(), [], into: &all)
    let dialog = all.last { if case .dialog = $0.node.content { true } else { false } }
    guard let dialog else { return all }
    let around = all.filter {
      $0.path.count < dialog.path.count && dialog.path.starts(with: $0.path)
    }
    return around + reachable(in: root)
  }

  /// The context around the node.
  private let outer: ViewContext
  /// The indices of the node and of those around it, from the root.
  private let path: [Int]

  private static func collect(
    _ node: ViewNode, _ outer: ViewContext, _ around: [ViewNode], _ path: [Int] = [],
    into all: inout [ShownNode]
  ) {
    let context = outer.entering(node)
    all.append(ShownNode(node: node, context: context, around: around, outer: outer, path: path))
    let inner = [node] + around
    for (index, child) in children(of: node).enumerated() {
      collect(child, context, inner, path + [index], into: &all)
    }
  }

  static func children(of node: ViewNode) -> [ViewNode] {
    switch node.content {
    case .row(let nodes), .column(let nodes), .group(let nodes), .layers(let nodes),
      .grid(_, let nodes):
      nodes
    // All variants say the same; the first is the one for most room.
    case .fitting(let nodes): Array(nodes.prefix(1))
    case .scroll(let inner, _), .dialog(_, let inner): [inner]
    case .list(let list): (0..<min(list.count, rowLimit)).map(list.row)
    case .part(let part): [part.node]
    default: []
    }
  }

  /// Whether a label, or a text in a node that can be pressed or selected, is this one.
  func isCalled(_ name: String) -> Bool {
    if node.label == name { return true }
    guard node.label == nil, node.press != nil || node.select != nil || node.secondaryPress != nil
    else { return false }
    return Self.contains(node, name)
  }

  /// Whether a text stands in the smallest part around the node that has other texts.
  func matches(_ part: String?) -> Bool {
    guard let part else { return true }
    for (distance, outer) in ([node] + around).enumerated() {
      if Self.contains(outer, part) { return true }
      // Beyond its row, a control is not beside the text any more.
      if outer.key != nil || (distance > 0 && outer.label != nil) { return false }
    }
    return false
  }

  /// What the node is called in the text of a failure; `nil` if it cannot be acted on.
  var name: String? {
    let isControl =
      node.press != nil || node.changedText != nil || node.changedFlag != nil
      || node.changedIndex != nil || node.changedNumber != nil || node.pointer != nil
      || node.select != nil || node.secondaryPress != nil
    guard isControl else { return nil }
    return "“\(node.label ?? Self.text(of: node) ?? "?")”"
  }

  private static func contains(_ node: ViewNode, _ text: String) -> Bool {
    if node.label == text { return true }
    switch node.content {
    case .text(let own) where own == text: return true
    case .styledText(let parts) where parts.map(\.text).joined() == text: return true
    default: return children(of: node).contains { contains($0, text) }
    }
  }

  private static func text(of node: ViewNode) -> String? {
    switch node.content {
    case .text(let text): text
    case .styledText(let parts): parts.map(\.text).joined()
    default: children(of: node).lazy.compactMap(text).first
    }
  }
}
