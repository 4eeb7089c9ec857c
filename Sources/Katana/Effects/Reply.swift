/// How the result of a command, or an event of a subscription, becomes a message.
///
/// A command that a library offers carries a reply, so that the library never needs to know the
/// messages of the app:
///
/// ```swift
/// APICommand.get(url, Reply(AppMessage.todoLoaded))
/// ```
///
/// - Important: Two replies are equal when their value and message types are. Which case a reply
///   makes is not part of its identity, because functions cannot be compared; prove it in a test by
///   calling the reply. In return, commands and subscriptions that hold a reply are `Hashable` for
///   free, and a running subscription uses the newest declared reply without a restart.
public struct Reply<Value>: Sendable {
  package let messageType: any Message.Type
  private let make: @Sendable (Value) -> any Message

  /// A reply that makes its message with a function, often an enum case.
  public init<M: Message>(_ make: @escaping @Sendable (Value) -> M) {
    self.messageType = M.self
    self.make = make
  }

  /// A reply whose message type is made from the value.
  public init<M: ReplyMessage>(_ type: M.Type) where M.Value == Value {
    self.messageType = type
    self.make = { M(reply: $0) }
  }

  /// The message for a value.
  public func callAsFunction(_ value: Value) -> any Message { make(value) }

  private init(
    _ messageType: any Message.Type, _ make: @escaping @Sendable (Value) -> any Message
  ) {
    self.messageType = messageType
    self.make = make
  }

  /// Returns a reply to values of another type, which a function converts first.
  ///
  /// For commands and subscriptions that offer a simple form beside the full one:
  ///
  /// ```swift
  /// public init(_ interval: Duration, _ reply: Reply<Void>) {
  ///   self.init(interval, reply.converting { (_: Tick) in })
  /// }
  /// ```
  public func converting<Other>(
    _ convert: @escaping @Sendable (Other) -> Value
  ) -> Reply<Other> {
    Reply<Other>(messageType) { [make] in make(convert($0)) }
  }
}

extension Reply where Value == Void {
  /// A reply that always makes the same message.
  @_disfavoredOverload
  public init<M: Message>(_ message: M) {
    // Disfavoured, so that a case of the wrong payload is not diagnosed as if it were for `Void`.
    self.init { _ in message }
  }

  /// The message.
  public func callAsFunction() -> any Message { self(()) }
}

extension Reply: Hashable {
  /// Whether both make messages of the same type; see ``Reply``.
  public static func == (lhs: Reply, rhs: Reply) -> Bool { lhs.messageType == rhs.messageType }

  /// Feeds the message type to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(messageType)) }
}

/// Any reply, for comparisons that must not depend on who is answered, and for generated source.
package protocol AnyReply {
  /// What the reply is given.
  var valueType: Any.Type { get }
  /// What the reply makes.
  var messageType: any Message.Type { get }
}

extension Reply: AnyReply {
  package var valueType: Any.Type { Value.self }
}

/// Whether two values of the same type differ in nothing but replies to different message types.
///
/// Walks mirrors, some µs for each part; needed only where two parts of an app declare one
/// subscription id with values that are not equal. Objects are never looked into: another thread may
/// be changing what they hold. Two of them are the same only if `==` or their identity says so.
package func areEqualApartFromReplies(_ lhs: Any, _ rhs: Any, depth: Int = 0) -> Bool {
  func isEqual<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
  guard type(of: lhs) == type(of: rhs) else { return false }
  if lhs is any AnyReply { return true }
  if let lhs = lhs as? any Equatable, isEqual(lhs) { return true }
  if type(of: lhs) is AnyObject.Type { return lhs as AnyObject === rhs as AnyObject }
  guard depth < 100 else { return false }
  let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
  return !left.children.isEmpty && left.children.count == right.children.count
    && left.children.elementsEqual(right.children) { left, right in
      left.label == right.label
        && areEqualApartFromReplies(left.value, right.value, depth: depth + 1)
    }
}

extension Reply: CustomStringConvertible {
  /// `Reply(MessageType.…)`: which case it makes cannot be seen.
  public var description: String { "Reply(\(messageType).…)" }
}

/// A message that is made from a result or an event.
///
/// ```swift
/// enum AppNotification: ReplyMessage {
///   case didEnterBackground(Event)
///   init(reply event: Event) { self = .didEnterBackground(event) }
/// }
/// ```
public protocol ReplyMessage<Value>: Message {
  /// What the message is made from.
  associatedtype Value: Sendable

  /// The message for a value.
  init(reply value: Value)
}
