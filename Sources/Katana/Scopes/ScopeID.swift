/// The `id` of a child, of any type.
public struct ScopeID: Hashable, Sendable, CustomStringConvertible {
  // `id`s are copied, compared and hashed for each message. Most are integers, which need no box.
  @usableFromInline let integer: Int
  /// Any other `id`; `nil` for an `Int`.
  @usableFromInline let box: Box?

  /// An object, so that copying an `id` needs only one retain.
  @usableFromInline
  final class Box: Sendable {
    // Not an `AnyHashable`, because reading its value needs a cast, which is much slower than a
    // comparison of types.
    @usableFromInline let value: any Hashable & Sendable

    @inlinable
    init(_ value: any Hashable & Sendable) { self.value = value }
  }

  /// Creates the `id` of a child.
  @inlinable
  public init(_ id: some Hashable & Sendable) {
    if let integer = exactly(id, Int.self) {
      self.integer = integer
      box = nil
    } else {
      integer = 0
      box = Box(id)
    }
  }

  /// The `id` in its own type.
  package var base: any Hashable & Sendable { box?.value ?? integer }

  /// The description of the `id` in its own type.
  public var description: String { "\(base)" }

  /// Returns whether two `id`s are equal by the rules of `AnyHashable`, so that an `Int` may equal
  /// an `Int8`.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.box == nil && rhs.box == nil { return lhs.integer == rhs.integer }
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      if let other = rhs.exactValue(as: Value.self) { return value == other }
      return AnyHashable(value) == AnyHashable(rhs.base)
    }
    return isEqual(lhs.base)
  }

  /// Hashes by the rules of `AnyHashable`.
  public func hash(into hasher: inout Hasher) {
    #if _pointerBitWidth(_64)
      // Equal to the hash of an `AnyHashable` of an `Int`, but without a box.
      if box == nil { return hasher.combine(integer) }
    #endif
    hasher.combine(AnyHashable(base))
  }

  /// Returns the `id` as a value of a type, or `nil` if it cannot be cast to that type.
  @inlinable
  package func value<ID: Hashable>(as type: ID.Type) -> ID? {
    if let exact = exactValue(as: type) { return exact }
    return box.map { $0.value as? ID } ?? (integer as? ID)
  }

  @inlinable
  func exactValue<ID: Hashable>(as type: ID.Type) -> ID? {
    // Without a cast, which is needed only for `id`s of another type.
    guard let box else { return exactly(integer, type) }
    func open<Value: Hashable>(_ value: Value) -> ID? { exactly(value, type) }
    return open(box.value)
  }
}
