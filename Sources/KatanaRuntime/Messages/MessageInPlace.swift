import Katana

/// A message at its address in memory, valid during one call. A message that the fast path handles
/// then needs no box, which would be an allocation.
struct MessageInPlace {
  private let place: ReadPlace
  /// The type of the message at the address; `nil` if a box (`any Message`) is there.
  let type: (any Message.Type)?

  init(_ payload: ReadPlace, _ type: any Message.Type) {
    place = payload
    self.type = type
  }

  /// Creates it from a box, for updaters that need one.
  init(box: ReadPlace) {
    place = box
    type = nil
  }

  /// The address of the unboxed message. May be used only if this was created from an unboxed
  /// message.
  var payload: ReadPlace {
    assert(type != nil, "a message in a box has no payload")
    return place
  }

  /// Whether the message is a ``Katana/ScopedMessage`` that is not in a box.
  var isScoped: Bool { type == ScopedMessage.self }

  /// The unboxed message. May be used only if it is a ``Katana/ScopedMessage``.
  var scoped: ScopedMessage { payload[as: ScopedMessage.self] }

  /// Returns what the message may change in the app's model.
  func change(by router: Router) -> ModelChange {
    isScoped ? router.change(by: scoped) : router.change(by: value)
  }

  /// The message as `any Message`.
  var value: any Message {
    func open<M: Message>(_ type: M.Type) -> any Message { place[as: M.self] }
    if let type { return open(type) }
    return place[as: (any Message).self]
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
