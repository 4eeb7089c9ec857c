package import Katana
package import KatanaViews

/// Where everything stands, and what a key or a click can reach. It follows from the boxes and from
/// what was scrolled; the focus changes nothing in it.
package struct Arrangement {
  /// What is painted, from the bottom up.
  var pieces: [Piece] = []
  /// What can be reached, in the order of the view.
  package var targets: [Target] = []
  var scrolls: [ScrollArea] = []
  package var lists: [ListArea] = []
  /// What stands around the targets and takes keys that these do not take.
  var arounds: [Around] = []
  /// The keys that act on the whole screen.
  var screenKeys: [ScreenKey] = []
  /// The dialogs, from the bottom up.
  package var dialogs: [OpenDialog] = []
  package var windowTitle: String?
  /// Whether the view uses the mouse.
  package var usesMouse = false

  /// The nodes that were placed, each with the index of the one around it; only where a test asks for
  /// them.
  package var nodes: [PlacedNode] = []

  /// The number of dialogs that are open; only the top one can be reached.
  package var topLayer: Int { dialogs.count }

  /// The topmost thing at a place.
  func topmost(_ column: Int, _ row: Int) -> Piece? {
    pieces.last { $0.isSolid && $0.clip.contains(column, row) }
  }

  /// The target that a click at a place reaches.
  package func owner(_ column: Int, _ row: Int) -> Int? { topmost(column, row)?.owner }

  func target(_ id: ViewID?) -> Int? {
    guard let id else { return nil }
    return targets.firstIndex { $0.id == id }
  }
}

/// Something that takes the focus, a key or a click.
package struct Target {
  package let box: Box
  package let id: ViewID
  /// The figure of a drawing that it is; the box is that of the drawing.
  package var figure: ViewFigure?
  /// Where it stands, without the clip.
  package var rect: CellRect
  /// The part of it that is visible.
  package var visible: CellRect
  /// Whether some of it can be brought into sight.
  var isReachable: Bool
  /// Whether what stands above it in layers covers it, so that it is neither seen nor used.
  var isCovered = false
  /// The index of the first piece after it.
  var endOfPieces = 0
  /// The number of dialogs around it.
  package var layer: Int
  /// The index of the list whose row it belongs to.
  package var list: Int?
  /// The index of its row in that list.
  package var row: Int?
  /// The index of the innermost scrolling area around it.
  var scroll: Int?
  /// The index of the innermost node around it that takes keys; its own if it does.
  var around: Int?
  /// Its index among the placed nodes.
  package var place: Int?

  package var node: ViewNode { box.node }
  /// The room inside of padding and border.
  var content: CellRect { rect.inset(of: box) }
  package var context: ViewContext { box.context }

  /// What Enter, Space or a click sends, where that is always the same.
  package var press: ViewAction? { figure.map(\.press) ?? node.press }
}

/// A node that was placed, for a test that looks for what stands beside a control.
package struct PlacedNode {
  package let node: ViewNode
  package let outer: Int?
  package let isDisabled: Bool
  package let layer: Int
  package let isVisible: Bool
}

/// An area whose content can be moved: a list, a `scroll`, or what has no room for its content.
struct ScrollArea {
  let id: ViewID
  /// The node whose content it moves; it may have two areas.
  let node: ViewID
  var rect: CellRect
  /// The part of it that is visible.
  let visible: CellRect
  /// The part of it that is visible, or could be.
  var reachable: CellRect
  /// The index of the first piece after it.
  var endOfPieces: Int?
  /// Whether it moves sideways, and whether it begins at the right then.
  var isSideways = false
  var isMirrored = false
  /// The number of lines in the content, and of those above the visible ones; of columns if it moves
  /// sideways.
  var length: Int
  var offset = 0
  var follows = false
  var layer: Int
  /// The index of the scrolling area around it.
  var outer: Int?

  var room: Int { isSideways ? rect.width : rect.height }
  /// The lines, or columns, of its room that can be made visible: all, unless something cuts it off.
  var window: Range<Int> {
    let (start, count) =
      !isSideways
      ? (reachable.y - rect.y, reachable.height)
      : (isMirrored ? rect.maxX - reachable.maxX : reachable.x - rect.x, reachable.width)
    return start..<start + max(count, 0)
  }
  var end: Int { max(length - room, 0) }

  /// The column beside its lines in which a bar shows the visible part.
  func bar(isMirrored: Bool) -> CellRect {
    CellRect(
      x: isMirrored ? rect.x - 1 : rect.maxX, y: rect.y, width: 1, height: rect.height)
  }
  var barLength: Int {
    min(max(rect.height * rect.height / max(length, 1), 1), rect.height)
  }
}

/// A list that is shown.
package struct ListArea {
  package let id: ViewID
  package let list: ViewList
  let box: Box
  /// The index of its scrolling area.
  var scroll: Int
  /// The current row.
  package var current: Int
  /// The controls of the rows, as indices of targets; of a lazy list, those of the visible rows.
  package var controls: [Int: [Int]] = [:]
  /// What takes keys in the rows, as indices; of a lazy list, in the visible rows.
  var arounds: [Int: Range<Int>] = [:]

  func start(of row: Int) -> Int { list.isLazy ? row : box.children[row].y - box.insetY }
  func height(of row: Int) -> Int { list.isLazy ? 1 : box.children[row].box.height }
}

/// A node around others that takes the keys which they do not take.
struct Around {
  /// The next one outwards.
  var parent: Int?
  var keys: [ViewKeyBinding] = []
  var context: ViewContext
  /// The number of dialogs around it.
  var layer: Int
  /// The index of its list, of its scrolling area, or of its dialog.
  var list: Int?
  var scroll: Int?
  var dialog: Int?
}

/// A key that acts on the whole screen.
struct ScreenKey {
  let binding: ViewKeyBinding
  /// The index of the node that has declared it, among those that take keys.
  let around: Int
}

/// A dialog that is shown.
package struct OpenDialog {
  package let id: ViewID
  package let title: String
  /// The message of Escape.
  package let cancel: (any Message)?
  let cancelTitle: String
}

/// Something that is painted.
struct Piece {
  enum Kind {
    /// A node without those in it.
    case node
    /// The mark that shows which part of an area is visible.
    case bar(Int)
    /// The marks at the sides of an area that moves sideways.
    case sides(Int)
  }

  let kind: Kind
  let box: Box
  var rect: CellRect
  /// The part of it that is visible.
  var clip: CellRect
  /// What the texts in it are, without what the focus adds.
  var style: ViewStyle
  /// The target that a click on it reaches.
  var owner: Int?
  /// The targets in it, with itself.
  var targets = 0..<0
  var list: Int?
  var row: Int?
  var layer: Int
  /// Whether a click goes no deeper.
  var isSolid: Bool

  /// The room inside of padding and border.
  var content: CellRect { rect.inset(of: box) }
}
