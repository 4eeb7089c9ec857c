/// Turns the result of a command, or an event of a subscription, into a message.
///
/// A command that a library offers contains a reply, so the library does not depend on the messages
/// of the app:
///
/// ```swift
/// APICommand.get(url, reply { .todoLoaded($0) })       // in an updater
/// APICommand.get(url, Reply(AppMessage.todoLoaded))    // in other code
/// ```
///
/// A command whose interpreter answers with a failure has failed; see ``FallibleAnswer`` and
/// ``allowingFailure``.
///
/// - Important: Two replies are equal if their value types and message types are equal. The case
///   that a reply makes is not compared, because functions cannot be compared. Test it by calling
///   the reply. In return, the compiler makes commands and subscriptions with a reply `Hashable`,
///   and a running subscription uses the newest declared reply without a restart.
public struct Reply<Value>: Sendable {
  @usableFromInline let content: Content

  /// What a reply holds. An object, so that a command with a reply is small enough for an existential
  /// without a box, and copied by one retain.
  @usableFromInline
  final class Content: Sendable {
    let messageType: any Message.Type
    let make: @Sendable (Value) -> any Message
    let file: StaticString
    let line: UInt
    let allowsFailure: Bool

    @usableFromInline
    init(
      _ messageType: any Message.Type, _ make: @escaping @Sendable (Value) -> any Message,
      _ file: StaticString, _ line: UInt, allowsFailure: Bool = false
    ) {
      self.messageType = messageType
      self.make = make
      (self.file, self.line, self.allowsFailure) = (file, line, allowsFailure)
    }
  }

  package var messageType: any Message.Type { content.messageType }
  /// The place where the reply was made. The history shows it as the origin of an answer.
  package var file: StaticString { content.file }
  package var line: UInt { content.line }
  /// Whether a command that answers with a failure has finished; see ``allowingFailure``.
  package var allowsFailure: Bool { content.allowsFailure }

  /// Creates a reply that makes its message with a function, often an enum case.
  ///
  /// - Parameters:
  ///   - make: Returns the message for a value. It may be called on any thread.
  ///   - file: The file that the history shows as the origin of an answer.
  ///   - line: The line that the history shows as the origin of an answer.
  @inlinable
  public init<M: Message>(
    _ make: @escaping @Sendable (Value) -> M, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(Content(M.self, make, file, line))
  }

  /// Not available, because a type alone does not say how a message is made from the value.
  @available(*, unavailable, message: "name a case of the message type, or give a closure")
  public init<M: Message>(_ type: M.Type, file: StaticString = #fileID, line: UInt = #line) {
    fatalError("not available")
  }

  /// Not available, because the function takes another value than the reply gets.
  @available(
    *, unavailable,
    message: "the case takes another value than this reply gets; convert the value in a closure"
  )
  @_disfavoredOverload
  public init<Other, M: Message>(
    _ make: @escaping @Sendable (Other) -> M, file: StaticString = #fileID, line: UInt = #line
  ) {
    fatalError("not available")
  }

  /// Not available, because the message has no place for the value that the reply gets.
  @available(
    *, unavailable,
    message: "the message takes no value, and this reply gets one; to ignore it, write `{ _ in … }`"
  )
  @_disfavoredOverload
  public init<M: Message>(_ message: M, file: StaticString = #fileID, line: UInt = #line) {
    fatalError("not available")
  }

  @usableFromInline
  init(_ content: Content) { self.content = content }

  /// Returns the message for a value.
  public func callAsFunction(_ value: Value) -> any Message { content.make(value) }

  /// The reply for a command whose failure is an answer like any other.
  ///
  /// A command that answers with a failure has failed: a ``Sequential`` drops what comes next, a
  /// `retried` starts the command again, and so on. With this reply, the command has finished, and
  /// the failure is a message like a success:
  ///
  /// ```swift
  /// Sequential([
  ///   ReadFile(draft, reply { .draftRead($0) }.allowingFailure), LoadTemplates(),
  /// ])
  /// ```
  ///
  /// Replies that differ in this are not equal.
  public var allowingFailure: Reply {
    Reply(Content(messageType, content.make, file, line, allowsFailure: true))
  }

  /// Returns a reply for values of another type, which a function converts first.
  ///
  /// This is for commands and subscriptions that offer a simple initialiser beside the full one:
  ///
  /// ```swift
  /// public init(_ interval: Duration, _ reply: Reply<Void>) {
  ///   self.init(interval, reply.converting { (_: Tick) in })
  /// }
  /// ```
  public func converting<Other>(
    _ convert: @escaping @Sendable (Other) -> Value
  ) -> Reply<Other> {
    Reply<Other>(
      Reply<Other>.Content(
        messageType, { [content] in content.make(convert($0)) }, file, line,
        allowsFailure: allowsFailure))
  }
}

extension Reply where Value == Void {
  /// Creates a reply that always makes the same message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - file: The file that the history shows as the origin of an answer.
  ///   - line: The line that the history shows as the origin of an answer.
  @_disfavoredOverload
  public init<M: Message>(_ message: M, file: StaticString = #fileID, line: UInt = #line) {
    // Disfavoured, so that the compiler does not choose it to diagnose a case with a wrong payload.
    self.init({ _ in message }, file: file, line: line)
  }

  /// Returns the message.
  public func callAsFunction() -> any Message { self(()) }
}

extension Reply: Hashable {
  /// Returns whether both replies make messages of the same type, and agree on whether a failure is
  /// allowed; see ``Reply``.
  public static func == (lhs: Reply, rhs: Reply) -> Bool {
    lhs.messageType == rhs.messageType && lhs.allowsFailure == rhs.allowsFailure
  }

  /// Feeds the message type to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(messageType)) }
}

/// A reply of any type, for comparisons that ignore replies, and for generated source.
package protocol AnyReply {
  /// The type of the values that the reply receives.
  var valueType: Any.Type { get }
  /// The type of the messages that the reply makes.
  var messageType: any Message.Type { get }
}

extension Reply: AnyReply {
  package var valueType: Any.Type { Value.self }
}

extension Reply: CustomReflectable {
  /// A mirror of the message type and of whether failures are allowed, by which replies are compared.
  ///
  /// Without it, a reply would look like an object, and a model that holds one would not be checked for
  /// purity.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["messageType": messageType, "allowsFailure": allowsFailure],
      displayStyle: .struct)
  }
}

extension Reply: CustomStringConvertible {
  /// `Reply(MessageType.…)`. The case that the reply makes is not known.
  public var description: String {
    "Reply(\(messageType).…)" + (allowsFailure ? ".allowingFailure" : "")
  }
}

/// A value with which a command answers, and which may say that the command has failed.
///
/// A command that answers with a failure has failed, as if its interpreter had thrown: a
/// ``Sequential`` drops what comes next, a `retried` starts it again, a ``Race`` is not won. Its
/// answer is sent all the same. Errors say so by themselves, alone and in an optional, and so do an
/// ``Outcome`` and a `Result`. Let a type of your own conform if one of its values means a failure:
///
/// ```swift
/// enum Receipt: FallibleAnswer {
///   case printed(pages: Int)
///   case failed(PrinterError)
///
///   var commandError: (any Error)? { if case .failed(let error) = self { error } else { nil } }
/// }
/// ```
public protocol FallibleAnswer {
  /// The error with which the command has failed; `nil` if it has not.
  var commandError: (any Error)? { get }
}

extension Result: FallibleAnswer {
  /// The error of a failure; `nil` for a success. A message that is recorded holds an ``Outcome``.
  public var commandError: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Returns the error with which a command has failed that answers with a value; `nil` if it has not.
///
/// `holdsForType` says that no value of this type is a failure. If it is `false`, another value may be one.
package func commandError<Value>(
  in value: Value
) -> (error: (any Error)?, holdsForType: Bool) {
  if let answer = value as? any FallibleAnswer { return (answer.commandError, false) }
  if let error = value as? any Error { return (error, false) }
  return (nil, neverFails(value))
}

/// Returns whether no value of this type can be a failure, given one that is none.
///
/// The value of a class may be of a subclass; an existential and `AnyHashable` hold values of any type.
private func neverFails<Value>(_ value: Value) -> Bool {
  guard !(Value.self is AnyClass), type(of: value as Any) == Value.self,
    Value.self != AnyHashable.self
  else { return false }
  return (value as? any OptionalAnswer)?.wrappedNeverFails ?? true
}

private protocol OptionalAnswer {
  var wrappedNeverFails: Bool { get }
}

extension Optional: OptionalAnswer {
  // Without a value, nothing is known of the type that is wrapped.
  fileprivate var wrappedNeverFails: Bool { map { neverFails($0) } ?? false }
}
