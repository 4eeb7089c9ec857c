import Katana

/// A message where it lies in memory, for the time of one call: a message that an idle runtime
/// handles at once needs no box, which would be an allocation.
struct MessageInPlace {
  private let address: UnsafeRawPointer
  /// The message's type; `nil` if it is in a box.
  private let type: (any Message.Type)?

  init(_ payload: UnsafeRawPointer, _ type: any Message.Type) {
    address = payload
    self.type = type
  }

  /// A message whose updaters take it in its box.
  init(box: UnsafePointer<any Message>) {
    address = UnsafeRawPointer(box)
    type = nil
  }

  /// The message without its box; only of one that was made so.
  var payload: UnsafeRawPointer {
    assert(type != nil, "a message in a box has no payload")
    return address
  }

  /// The message in a box.
  var value: any Message {
    func open<M: Message>(_ type: M.Type) -> any Message {
      address.assumingMemoryBound(to: M.self).pointee
    }
    if let type { return open(type) }
    return address.assumingMemoryBound(to: (any Message).self).pointee
  }
}
