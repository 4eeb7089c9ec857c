/// The `id` of a child in a scope, whatever its type.
public struct ScopeID: Hashable, Sendable, CustomStringConvertible {
  // Most `id`s are integers, which need no box: those are copied, compared and hashed for each
  // message.
  @usableFromInline let integer: Int
  /// Any other `id`; `nil` for an `Int`.
  @usableFromInline let box: Box?

  /// An object, so that a copy is a retain.
  @usableFromInline
  final class Box: Sendable {
    // Not an `AnyHashable`: to get a value out of that takes a cast, ten times as long as a look at
    // its type.
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

  package var base: any Hashable & Sendable { box?.value ?? integer }

  /// The `id` as its own type prints it.
  public var description: String { "\(base)" }

  /// Whether both are the same, as `AnyHashable` decides it: an `Int` may equal an `Int8`.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    if lhs.box == nil && rhs.box == nil { return lhs.integer == rhs.integer }
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      if let other = rhs.exactValue(as: Value.self) { return value == other }
      return AnyHashable(value) == AnyHashable(rhs.base)
    }
    return isEqual(lhs.base)
  }

  /// Hashes as `AnyHashable` does.
  public func hash(into hasher: inout Hasher) {
    #if _pointerBitWidth(_64)
      // What an `AnyHashable` of an `Int` feeds, without the box.
      if box == nil { return hasher.combine(integer) }
    #endif
    hasher.combine(AnyHashable(base))
  }

  /// The `id`, if it has a type.
  @inlinable
  func value<ID: Hashable>(as type: ID.Type) -> ID? {
    if let exact = exactValue(as: type) { return exact }
    return box.map { $0.value as? ID } ?? (integer as? ID)
  }

  @inlinable
  func exactValue<ID: Hashable>(as type: ID.Type) -> ID? {
    guard let box else { return exactly(integer, type) }
    func open<Value: Hashable>(_ value: Value) -> ID? { exactly(value, type) }
    return open(box.value)
  }
}

/// A value as a type, if that is its own.
@inlinable
func exactly<Value, Wanted>(_ value: Value, _ type: Wanted.Type) -> Wanted? {
  guard Value.self == Wanted.self else { return nil }
  return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Wanted.self) }
}
