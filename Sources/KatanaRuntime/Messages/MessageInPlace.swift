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

  /// Whether the message is a ``Katana/ScopedMessage`` that is not in a box.
  var isScoped: Bool { type == ScopedMessage.self }

  /// The unboxed message. May be used only if it is a ``Katana/ScopedMessage``.
  var scoped: UnsafePointer<ScopedMessage> {
    payload.assumingMemoryBound(to: ScopedMessage.self)
  }

  /// Returns what the message may change in the app's model.
  func change(by router: Router) -> ModelChange {
    isScoped ? router.change(by: scoped.pointee) : router.change(by: value)
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

extension Router {
  /// Returns the updaters of a message type, if they need no box around the message.
  @inline(__always)
  func routeWithoutBox(of type: any Message.Type) -> Unmanaged<Route>? {
    guard let route = routes.byType.route(of: ObjectIdentifier(type)),
      route._withUnsafeGuaranteedRef({ $0.isRaw })
    else { return nil }
    return route
  }
}
