/// What identifies a node from one view to the next: what it is to the person, with its focus, its caret
/// and its scrolling.
///
/// It is the path from the root. Each node is a step of it, also a group such as that of `each`: by its
/// key, or else by its index among its siblings. A dialog without a key is also told from others by its
/// title. Whatever a face remembers of a node belongs to this identity, and goes with it.
///
/// It is a hash of 64 bits, so that it is quick to make and to compare. Two of a million nodes are
/// confused with a probability of 3 in 100 million.
public struct ViewID: Hashable, Sendable {
  private var value: UInt64

  /// The identity of the root.
  public static let root = ViewID(value: 0x9E37_79B9_7F4A_7C15)

  /// Returns the identity of a node that stands at an index in the node with this identity.
  public func inside(_ node: ViewNode, at index: Int) -> ViewID {
    if let key = node.key { return child(key) }
    let id = child(at: index)
    guard case .dialog(let title, _) = node.content else { return id }
    return id.child(ViewKey(title))
  }

  /// Returns the identity of a node with a key.
  package func child(_ key: ViewKey) -> ViewID {
    mixed(UInt64(truncatingIfNeeded: key.hashValue) &* 2)
  }

  /// Returns the identity of a node without a key.
  package func child(at index: Int) -> ViewID {
    mixed(UInt64(truncatingIfNeeded: index) &* 2 &+ 1)
  }

  /// Returns the identity of a second node with this one, which nothing inside of the first one has.
  package func twin(at index: Int) -> ViewID {
    mixed(~(UInt64(truncatingIfNeeded: index) &* 2 &+ 1))
  }

  /// Returns the identity of what has another identity in this node.
  package func child(_ inner: ViewID) -> ViewID { mixed(inner.value) }

  private func mixed(_ other: UInt64) -> ViewID {
    // Not symmetrical: an inner identity may be equal to this one.
    var bits = (value ^ (other &* 0xD6E8_FEB8_6659_FD93 &+ 1)) &* 0xBF58_476D_1CE4_E5B9
    bits ^= bits >> 29
    bits = bits &* 0x94D0_49BB_1331_11EB
    return ViewID(value: bits ^ (bits >> 32) &+ value)
  }
}
