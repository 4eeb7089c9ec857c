import KatanaViews

/// A node whose size is known, with its children at their places. It depends on the view and the
/// room alone, not on the focus or the scrolling.
final class Box {
  let node: ViewNode
  let id: NodeID
  let context: ViewContext
  /// The size, with padding and border.
  var width = 0
  var height = 0
  var children: [Child] = []
  var lines: [TextLine] = []
  /// Whether its content is longer than its room, so that a bar shows which part is visible.
  var hasBar = false
  /// Whether a key can reach something in it, also where it is not visible.
  var isReachable = false

  /// A box within another one.
  struct Child {
    var x: Int
    var y: Int
    var box: Box
  }

  init(_ item: Item) { (node, id, context) = (item.node, item.id, item.context) }

  /// The cells that padding and border take on each side.
  var inset: Int { (node.look.hasBorder ? 1 : 0) + Int(node.look.padding) }
}

/// A node with its identity.
struct Item {
  var node: ViewNode
  var id: NodeID
  var context: ViewContext
}

/// What identifies a node from one frame to the next: its key, or its index, and those of the nodes
/// around it.
///
/// It is a hash of 64 bits, so that it is quick to make and to compare. Two of a million nodes are
/// confused with a probability of 3 in 100 million.
struct NodeID: Hashable {
  private var value: UInt64

  static let root = NodeID(value: 0x9E37_79B9_7F4A_7C15)

  func child(at index: Int) -> NodeID { mixed(UInt64(truncatingIfNeeded: index) &* 2 &+ 1) }

  func child(_ key: ViewKey) -> NodeID {
    mixed(UInt64(truncatingIfNeeded: key.hashValue) &* 2)
  }

  private func mixed(_ other: UInt64) -> NodeID {
    var bits = (value ^ other) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 29
    bits = bits &* 0x94D0_49BB_1331_11EB
    return NodeID(value: bits ^ (bits >> 32) &+ value)
  }
}
