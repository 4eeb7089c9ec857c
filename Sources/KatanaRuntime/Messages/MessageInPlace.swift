import Katana

/// A message at its address in memory, valid during one call. A message that the fast path handles
/// then needs no box, which would be an allocation.
struct MessageInPlace {
  private let address: UnsafeRawPointer
  /// The type of the message at the address; `nil` if a box (`any Message`) is there.
  private let type: (any Message.Type)?

  init(_ payload: UnsafeRawPointer, _ type: any Message.Type) {
    address = payload
    self.type = type
  }

  /// Creates it from a box, for updaters that need one.
  init(box: UnsafePointer<any Message>) {
    address = UnsafeRawPointer(box)
    type = nil
  }

  /// The address of the unboxed message. May be used only if this was created from an unboxed
  /// message.
  var payload: UnsafeRawPointer {
    assert(type != nil, "a message in a box has no payload")
    return address
  }

  /// The message as `any Message`.
  var value: any Message {
    func open<M: Message>(_ type: M.Type) -> any Message {
      address.assumingMemoryBound(to: M.self).pointee
    }
    if let type { return open(type) }
    return address.assumingMemoryBound(to: (any Message).self).pointee
  }
}
