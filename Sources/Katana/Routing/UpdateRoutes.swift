/// Which messages reach an updater, and how; made by the updaters themselves.
///
/// A wrapper around another updater may restate that updater's routes, so that it costs nothing for
/// the messages it does not take.
public struct UpdateRoutes<TypedModel: Model>: Sendable {
  package let router: Router

  init(_ entries: [UpdateEntry]) { self.router = Router(entries) }

  var entries: [UpdateEntry] { router.entries }

  @usableFromInline init(everyMessage handler: @escaping BoxedUpdate) {
    self.init([.updater(nil, UpdateHandler(boxed: handler))])
  }

  @usableFromInline init(only kind: MessageKind, _ handler: @escaping RawUpdate) {
    self.init([.updater(kind, UpdateHandler(raw: handler))])
  }

  /// Every message.
  @inlinable
  public static func every(
    _ update: @escaping @Sendable (inout TypedModel, any Message) -> [any Command]
  ) -> Self {
    Self(everyMessage: { model, message in
      update(&model.assumingMemoryBound(to: TypedModel.self).pointee, message)
    })
  }

  /// The messages of one type; of a class, those of its subclasses too.
  @inlinable
  public static func only<M: Message>(
    _ type: M.Type, _ update: @escaping @Sendable (inout TypedModel, M) -> [any Command]
  ) -> Self {
    Self(only: MessageKind(type)) { model, message in
      update(
        &model.assumingMemoryBound(to: TypedModel.self).pointee,
        message.assumingMemoryBound(to: M.self).pointee)
    }
  }

  package func handle(model: inout TypedModel, message: any Message) -> [any Command] {
    withUnsafeMutablePointer(to: &model) { router.handle(UnsafeMutableRawPointer($0), message) }
  }
}

/// Updates the model at an address with any message.
@usableFromInline
package typealias BoxedUpdate = @Sendable (UnsafeMutableRawPointer, any Message) -> [any Command]

/// Updates the model at an address with the message at an address, which is of the type that this was
/// registered for: a cast with `as!` costs 37–57 ns, and a box around the message another 4.
@usableFromInline
package typealias RawUpdate =
  @Sendable (UnsafeMutableRawPointer, UnsafeRawPointer) -> [any Command]

/// An updater as the router calls it: with the bare message of the one type that it takes, or with any
/// message.
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

/// The message type that an updater takes.
@usableFromInline
package struct MessageKind: Sendable {
  let id: ObjectIdentifier
  let isClass: Bool
  /// Whether a message is of the type or, for classes, of a subclass; needed for classes only.
  let matches: @Sendable (any Message) -> Bool
  /// Whether these are the messages to and from children.
  var isAddressed: Bool { id == ObjectIdentifier(ScopedMessage.self) }
  /// Whether messages find their way by their type: those with an address go through the tree of parts, and
  /// a subclass of a class has another type.
  var isPlain: Bool { !isClass && !isAddressed }

  @usableFromInline init<M: Message>(_ type: M.Type) {
    self.id = ObjectIdentifier(type)
    self.isClass = type is AnyObject.Type
    self.matches = { $0 is M }
  }
}

/// What a router is made of, in the declared order.
package enum UpdateEntry: Sendable {
  /// An updater, and the message type it takes; `nil` for every message.
  case updater(MessageKind?, UpdateHandler)
  /// A part of the model with a router of its own.
  case child(ModelPart, Router)
}
