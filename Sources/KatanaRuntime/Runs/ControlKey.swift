import Katana

/// The key of commands with an id: the id, and the lifetime of the child to which they belong.
struct ControlKey: Hashable {
  let life: ChildRecord?
  let id: CancelID

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  /// The same number for equal keys. The hash of the id is random, that of the lifetime is not.
  var hash: UInt64 {
    let life = life.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    return UInt64(UInt(bitPattern: id.hash) &+ life)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
