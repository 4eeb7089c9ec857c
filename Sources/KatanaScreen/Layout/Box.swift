package import KatanaViews

/// A node whose size is known, with its children at their places. It depends on the view and the
/// room alone, not on the focus or the scrolling.
package final class Box {
  package let node: ViewNode
  package let id: ViewID
  package let context: ViewContext
  /// The size, with padding and border.
  var width = 0
  var height = 0
  /// The size of the content, which may be larger than the room for it.
  var contentWidth = 0
  var contentHeight = 0
  var children: [Child] = []
  var lines: [TextLine] = []
  /// The lines of a text area.
  var area: AreaLines?
  /// Whether its content is longer than its room, so that a bar shows which part is visible.
  var hasBar = false
  /// Whether a key can reach something in it, also where it is not visible.
  var isReachable = false
  /// The least width in which it can be used: a control as a whole, a text with its longest words. In a
  /// row, no neighbour takes this room from it.
  private(set) lazy var leastWidth = Measuring.leastWidth(of: self)
  /// Whether it stands in a row, so that a divider is upright.
  let isInRow: Bool
  /// The columns that all labels before the controls of a form have.
  let labelWidth: Int

  /// A box within another one.
  struct Child {
    var x: Int
    var y: Int
    var box: Box
  }

  init(_ item: Item) {
    (node, id, context, isInRow) = (item.node, item.id, item.context, item.isInRow)
    labelWidth = item.labelWidth
  }

  /// The columns between the label of a control and the place where it begins in a form.
  var labelGap: Int {
    if case .column = node.content { return 0 }
    let own = node.labelWidth
    return own > 0 ? max(labelWidth - own, 0) : 0
  }

  /// Whether its lines run from right to left.
  var isMirrored: Bool { context.direction == .rightToLeft }

  /// The cells that padding and border take on the left and on the right.
  var insetX = 0
  /// The cells that padding and border take above and below.
  var insetY: Int { (node.look.hasBorder ? 1 : 0) + Int(node.look.padding) }

  /// Whether something of it is not visible, and can be brought into sight.
  var isCut: Bool { hasBar || children.contains { $0.box.isCut } }

  /// Whether it scrolls by itself where its content has no room.
  var isContainer: Bool {
    switch node.content {
    case .row, .column, .layers, .grid, .fitting, .dialog: true
    default: false
    }
  }
}

extension ViewNode {
  /// Returns the cells that padding and border take on the left and on the right. Between a border and a
  /// text is a cell of room, unless the whole is narrow; a drawing goes up to its border.
  func insetX(in width: Int) -> Int {
    let inset = (look.hasBorder ? 1 : 0) + Int(look.padding)
    if case .drawing = content { return inset }
    return look.hasBorder && look.padding == 0 && width >= 12 ? inset + 1 : inset
  }
}

extension ViewAlignment {
  /// Returns how far a content is moved to the right for which there are more columns than it takes.
  func shift(_ left: Int, isMirrored: Bool = false) -> Int {
    switch self {
    case .leading: isMirrored ? left : 0
    case .center: left / 2
    case .trailing: isMirrored ? 0 : left
    }
  }
}

/// A node with its identity.
struct Item {
  var node: ViewNode
  var id: ViewID
  var context: ViewContext
  var isInRow = false
  var labelWidth = 0
}
