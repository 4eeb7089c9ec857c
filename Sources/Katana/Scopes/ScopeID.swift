/// The `id` of a child in a scope, whatever its type.
public struct ScopeID: Hashable, Sendable, CustomStringConvertible {
  // Not an `AnyHashable`: to get a value out of that takes a cast, ten times as long as a look at its type.
  @usableFromInline let base: any Hashable & Sendable

  /// The `id` of a child.
  @inlinable
  public init(_ id: some Hashable & Sendable) { self.base = id }

  /// The `id` as its own type prints it.
  public var description: String { "\(base)" }

  /// Whether both are the same, as `AnyHashable` decides it: an `Int` may equal an `Int8`.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      if let other = rhs.exactValue(as: Value.self) { return value == other }
      return AnyHashable(value) == AnyHashable(rhs.base)
    }
    return isEqual(lhs.base)
  }

  /// Hashes as `AnyHashable` does.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  /// The `id`, if it has a type.
  @inlinable
  func value<ID: Hashable>(as type: ID.Type) -> ID? { exactValue(as: type) ?? base as? ID }

  @inlinable
  func exactValue<ID: Hashable>(as type: ID.Type) -> ID? {
    func open<Value: Hashable>(_ value: Value) -> ID? {
      guard Value.self == ID.self else { return nil }
      return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: ID.self) }
    }
    return open(base)
  }
}
