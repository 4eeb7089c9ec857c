/// Which messages reach an updater, and how; made by the updaters themselves.
///
/// A wrapper around another updater may restate that updater's routes, so that it costs nothing for
/// the messages it does not take.
public struct UpdateRoutes<TypedModel: Model>: Sendable {
  package let router: Router

  init(_ entries: [UpdateEntry]) { self.router = Router(entries) }

  var entries: [UpdateEntry] { router.entries }

  @usableFromInline init(kind: MessageKind?, _ handler: @escaping UpdateHandler) {
    self.init([.updater(kind, handler)])
  }

  /// Every message.
  @inlinable
  public static func every(
    _ update: @escaping @Sendable (inout TypedModel, any Message) -> [any Command]
  ) -> Self {
    Self(kind: nil) { model, message in
      update(&model.assumingMemoryBound(to: TypedModel.self).pointee, message)
    }
  }

  /// The messages of one type; of a class, those of its subclasses too.
  @inlinable
  public static func only<M: Message>(
    _ type: M.Type, _ update: @escaping @Sendable (inout TypedModel, M) -> [any Command]
  ) -> Self {
    Self(kind: MessageKind(type)) { model, message in
      update(&model.assumingMemoryBound(to: TypedModel.self).pointee, payload(message))
    }
  }

  package func handle(model: inout TypedModel, message: any Message) -> [any Command] {
    withUnsafeMutablePointer(to: &model) { router.handle(UnsafeMutableRawPointer($0), message) }
  }
}

/// Updates the model at an address; `message` is of the type that the handler was registered for.
@usableFromInline
package typealias UpdateHandler =
  @Sendable (UnsafeMutableRawPointer, any Message) -> [any Command]

/// The message as the type that the router has found it to be.
///
/// A cast with `as!` costs 37–57 ns, this costs 6: the router has compared the type already.
@inlinable
func payload<M: Message>(_ message: any Message) -> M {
  func read<Dynamic: Message>(_ value: Dynamic) -> M {
    unsafeBitCast(value, to: M.self)
  }
  return read(message)
}

/// The message type that an updater takes.
@usableFromInline
package struct MessageKind: Sendable {
  let id: ObjectIdentifier
  let isClass: Bool
  /// Whether a message is of the type or, for classes, of a subclass; needed for classes only.
  let matches: @Sendable (any Message) -> Bool

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
