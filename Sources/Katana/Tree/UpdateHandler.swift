/// Updates the model at an address with any message.
package typealias BoxedUpdate = @Sendable (UnsafeMutableRawPointer, any Message) -> [any Command]

/// Updates the model at an address with the message at an address, which is of the type that this
/// was registered for: without a cast and without a box around the message.
@usableFromInline
package typealias RawUpdate =
  @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> [any Command]

/// An updater as the router calls it: with the bare message of the one type that it takes, or with
/// any message.
package struct UpdateHandler: Sendable {
  let raw: RawUpdate?
  private let boxed: BoxedUpdate?

  init(raw: @escaping RawUpdate) {
    self.raw = raw
    self.boxed = nil
  }

  init(boxed: @escaping BoxedUpdate) {
    self.raw = nil
    self.boxed = boxed
  }

  func callAsFunction(
    _ model: UnsafeMutableRawPointer, _ message: any Message
  ) -> [any Command] {
    if let raw { return withPayload(of: message) { raw(model, $0) } }
    return boxed?(model, message) ?? []
  }
}

/// Calls a function with the address of what is in the box around a message.
func withPayload<Result>(of message: any Message, _ body: (UnsafeRawPointer) -> Result) -> Result {
  func open<M: Message>(_ message: M) -> Result {
    withUnsafePointer(to: message) { body(UnsafeRawPointer($0)) }
  }
  return open(message)
}

/// Calls a function with the address and the type of what is in the box around a message. The
/// function must not change it, nor use the box.
///
/// The box is `inout`, so that a small message is read in it: otherwise it is copied first, and its
/// address needs a closure that is called through a generic function. A message of more than 24
/// bytes, which lies outside of its box, is copied if somebody else holds the box.
@inlinable @inline(__always)
package func withPayload<Result>(
  of message: inout any Message, _ body: (UnsafeRawPointer, any Message.Type) -> Result
) -> Result {
  func call<M: Message>(_ message: UnsafeMutablePointer<M>) -> Result {
    body(UnsafeRawPointer(message), M.self)
  }
  func open<M: Message>(_ message: inout M) -> Result { call(&message) }
  return open(&message)
}

/// The message type that an updater takes.
@usableFromInline
package struct MessageKind: Sendable {
  let type: any Message.Type
  let isGlobal: Bool

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  @usableFromInline init<M: Message>(_ type: M.Type) {
    self.type = type
    self.isGlobal = M.isGlobal
  }

  /// Puts a bare message into a box. A function, since a closure over the type would be an
  /// allocation for each updater.
  func box(_ message: UnsafeRawPointer) -> any Message {
    func read<M: Message>(_ type: M.Type) -> any Message {
      message.assumingMemoryBound(to: M.self).pointee
    }
    return _openExistential(type, do: read)
  }
}
