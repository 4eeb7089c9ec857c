// Where values lie in memory, without their types. Code that is generic over a model would look up
// the metadata of its type for each message. These two types are the only way from an address to a
// value: whoever reads one states the type with which the place was made.

/// Where a model, a child or a message lies in memory, for reading. It is valid during one call, or as
/// long as nothing else accesses the model.
@usableFromInline
package struct ReadPlace {
  @usableFromInline let pointer: UnsafeRawPointer

  @inlinable @inline(__always)
  package init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

  /// The value.
  @inlinable
  package subscript<Value>(as type: Value.Type) -> Value {
    @inline(__always) unsafeAddress { pointer.assumingMemoryBound(to: Value.self) }
  }

  /// Returns the place of a property by its offset in bytes.
  @inlinable @inline(__always)
  package static func + (place: ReadPlace, offset: Int) -> ReadPlace {
    ReadPlace(place.pointer + offset)
  }

  @inlinable @inline(__always)
  package static func - (place: ReadPlace, offset: Int) -> ReadPlace { place + -offset }
}

/// Where a model or a child lies in memory, for changes. The holder has exclusive access to it.
@usableFromInline
package struct OpenPlace {
  @usableFromInline package let pointer: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  /// The value.
  @inlinable
  package subscript<Value>(as type: Value.Type) -> Value {
    @inline(__always) unsafeAddress {
      UnsafePointer(pointer.assumingMemoryBound(to: Value.self))
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      pointer.assumingMemoryBound(to: Value.self)
    }
  }

  /// Returns the place of a property by its offset in bytes.
  @inlinable @inline(__always)
  package static func + (place: OpenPlace, offset: Int) -> OpenPlace {
    OpenPlace(place.pointer + offset)
  }

  /// The same place for reading.
  @inlinable @inline(__always)
  package var forReading: ReadPlace { ReadPlace(pointer) }
}

/// Calls a function with the place of a value. Of an existential, this is the place of the value in it,
/// because Swift opens it for the call.
@inlinable @inline(__always)
package func withPlace<Value, Result>(
  of value: borrowing Value, _ body: (ReadPlace) -> Result
) -> Result {
  withUnsafePointer(to: value) { body(ReadPlace($0)) }
}

/// Calls a function with the place of a variable.
@inlinable @inline(__always)
package func withPlace<Value, Result>(
  of value: inout Value, _ body: (OpenPlace) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &value) { body(OpenPlace($0)) }
}

/// Replaces a value by the first of what a function returns, and returns the second.
///
/// The value is moved out, so that the function is its only owner: the safe forms of Swift copy it in
/// debug builds. Its memory is uninitialised meanwhile. This is safe, because the access is exclusive,
/// so that no other code reads the memory, and the function cannot throw.
@inlinable @inline(__always)
package func replace<Value, Argument, Result>(
  _ value: inout Value, by make: (consuming Value, Argument) -> (Value, Result),
  _ argument: Argument
) -> Result {
  withUnsafeMutablePointer(to: &value) { pointer in
    let (new, result) = make(pointer.move(), argument)
    pointer.initialize(to: new)
    return result
  }
}

/// A copy of a value in its own memory.
@usableFromInline
package final class Copy<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  @inlinable package var place: ReadPlace { ReadPlace(pointer) }
  /// For its only holder.
  @inlinable package var openPlace: OpenPlace { OpenPlace(pointer) }
}

/// Returns a value as the type that it is known to have, without a cast.
@inline(__always)
func known<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted {
  unsafeBitCast(value, to: type)
}

/// Returns whether two arrays are of equal length and share their memory, so that they are equal.
@inline(never)
func areIdentical<Value>(_ lhs: [Value], _ rhs: [Value]) -> Bool {
  lhs.withUnsafeBufferPointer { lhs in
    rhs.withUnsafeBufferPointer { lhs.baseAddress == $0.baseAddress && lhs.count == $0.count }
  }
}

/// Returns a message that lies in memory.
package func boxed(_ message: ReadPlace, _ type: any Message.Type) -> any Message {
  func open<M: Message>(_ type: M.Type) -> any Message { message[as: M.self] }
  return open(type)
}

/// Returns a value if its static type is the given one, without a cast.
@inlinable
func exactly<Value, Wanted>(_ value: Value, _ type: Wanted.Type) -> Wanted? {
  guard Value.self == Wanted.self else { return nil }
  return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Wanted.self) }
}

/// Returns the number of bytes of a value of a type.
func size(of type: any Any.Type) -> Int {
  func open<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: open)
}

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
