/// A function that updates the model at a memory address with any message.
package typealias BoxedUpdate = @Sendable (OpenPlace, any Message) -> [any Command]

/// A function that updates the model at a memory address with the message at a memory address.
///
/// The message must have the type for which the function was registered. So the call needs neither
/// a cast nor a box around the message.
@usableFromInline
package typealias RawUpdate =
  @Sendable (OpenPlace, ReadPlace) -> [any Command]

/// A function that returns the subscriptions that a provider declares for the model at a memory address
/// and a message.
@usableFromInline
package typealias RawDeclare =
  @Sendable (ReadPlace, any Message) -> [any Subscription]

/// A message that a modified feature is about to handle; see ``Feature/modified(_:)``.
public struct IncomingMessage: Sendable {
  /// The message without its address, as the feature or one of its children receives it.
  public let message: any Message
  /// The address of the child that receives the message, relative to the feature's model. It is
  /// empty for the feature itself.
  public let address: AnyAddress
}

/// A function around a feature. It accesses the model by its memory address.
package typealias Modifier =
  @Sendable (OpenPlace, IncomingMessage, (OpenPlace) -> [any Command]) -> [any Command]

/// The function of an updater: a ``RawUpdate`` for the one message type that it takes, or a
/// ``BoxedUpdate`` for any message.
package enum UpdateHandler: Sendable {
  case raw(RawUpdate)
  case boxed(BoxedUpdate)

  var isRaw: Bool { if case .raw = self { true } else { false } }

  func callAsFunction(
    _ model: OpenPlace, _ message: any Message
  ) -> [any Command] {
    switch self {
    case .raw(let raw): withPayload(of: message) { raw(model, $0) }
    case .boxed(let boxed): boxed(model, message)
    }
  }
}

/// Calls a function with the memory address of the value in an existential message.
func withPayload<Result>(of message: any Message, _ body: (ReadPlace) -> Result) -> Result {
  func open<M: Message>(_ message: M) -> Result {
    withPlace(of: message, body)
  }
  return open(message)
}

/// Calls a function with the memory address and the type of the value in an existential message.
/// The function must change neither the value nor the existential.
///
/// The existential is `inout`, so that a small message is read in place. Otherwise, the message
/// would be copied first, and its address would need a closure that a generic function calls. A
/// message of more than 24 bytes is stored in a separate box. It is copied if the box has another
/// owner.
@inlinable @inline(__always)
package func withPayload<Result>(
  of message: inout any Message, _ body: (ReadPlace, any Message.Type) -> Result
) -> Result {
  func call<M: Message>(_ message: UnsafeMutablePointer<M>) -> Result {
    body(ReadPlace(message), M.self)
  }
  func open<M: Message>(_ message: inout M) -> Result { call(&message) }
  return open(&message)
}
