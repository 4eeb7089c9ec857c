/// A property of a model. A stored property is accessed by its offset, a computed one by its key
/// path.
///
/// Even for a stored property, the access by a key path is slower, which is measurable here.
@usableFromInline
struct StoredProperty<Root, Value>: Sendable {
  @usableFromInline let offset: Int?
  @usableFromInline let keyPath: WritableKeyPath<Root, Value> & Sendable

  @inlinable
  init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) {
    self.keyPath = keyPath
    self.offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// The bytes of the model that hold the property; `nil` if it is computed.
  @inlinable var bytes: Range<Int>? { offset.map { $0..<($0 + MemoryLayout<Value>.size) } }

  /// Returns the memory address of the property, or `nil` if it is computed.
  @inlinable
  func address(in model: OpenPlace) -> UnsafeMutablePointer<Value>? {
    offset.map { (model.pointer + $0).assumingMemoryBound(to: Value.self) }
  }

  /// Returns the memory address of the property for reading, or that of a copy of a computed one,
  /// which its owner keeps alive.
  @inlinable
  func look(_ model: ReadPlace) -> (value: UnsafePointer<Value>, owner: AnyObject?) {
    if let offset { return ((model.pointer + offset).assumingMemoryBound(to: Value.self), nil) }
    let copy = Copy(model[as: Root.self][keyPath: keyPath])
    return (UnsafePointer(copy.pointer), copy)
  }

  @inlinable
  func change(_ model: OpenPlace, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    if let offset { return body((model.pointer + offset).assumingMemoryBound(to: Value.self)) }
    withUnsafeMutablePointer(to: &model[as: Root.self][keyPath: keyPath], body)
  }
}
