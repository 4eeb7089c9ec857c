// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

// The functions are not inferred to be on the main actor: they may be on any actor, and are
// `Sendable`. These few have code, so that the bindings of the framework can be tried on Linux.

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let read: @isolated(any) @Sendable () -> Value
  private let write: @isolated(any) @Sendable (Value) -> Void

  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { (read, write) = (get, set) }

  /// Called where the functions belong, which the compiler cannot see. A function without its
  /// isolation is called in the same way.
  public var wrappedValue: Value {
    get { unsafeBitCast(read, to: (@Sendable () -> Value).self)() }
    nonmutating set { unsafeBitCast(write, to: (@Sendable (Value) -> Void).self)(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }

  public static func constant(_ value: Value) -> Binding<Value> {
    nonisolated(unsafe) let value = value
    return Binding(get: { value }, set: { _ in })
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
