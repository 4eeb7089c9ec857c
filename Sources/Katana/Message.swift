/// Something that happened, or that somebody wants: the only thing that changes a ``Model``.
///
/// Name messages as facts or intents: `loginTapped`, `loginFinished`.
public protocol Message: Sendable {
  /// Whether messages of this type leave the scope of their sender. Do not state this; conform to
  /// ``GlobalMessage`` instead.
  static var isGlobal: Bool { get }
}

extension Message {
  /// `false`: the message belongs to its scope.
  public static var isGlobal: Bool { false }
}

/// A message for the whole app, whoever sends it.
///
/// A message that a row or a sheet sends comes back to that very row or sheet. A global message
/// leaves its scope instead and is handled as if it came from the outside, for example when a
/// command in a row finds out that the session has expired. It is handled even when the child that
/// sent it is gone by then, because it was never meant for the child. It also reaches the
/// updaters of its type in `.optional` and `.case` parts whose value is present; elements of a
/// collection receive only what is addressed to them.
public protocol GlobalMessage: Message {}

extension GlobalMessage {
  /// `true`: the message leaves its scope.
  public static var isGlobal: Bool { true }
}

/// A further type of messages for a child of the app, beside the child's ``Model/Receives``.
///
/// ```swift
/// enum PlaybackMessage: MessageTo {
///   typealias Receiver = Song
///   case started, ended
/// }
/// runtime.dispatch(PlaybackMessage.started, to: MusicApp.at.songs[2])
/// ```
public protocol MessageTo<Receiver>: Message {
  /// The model whose features take the message.
  associatedtype Receiver: Model
}

/// The ``Model/Receives`` of a model that does not state it: there is no such message.
///
/// The type of the model is part of it, so that a compile error names the model.
public enum NoMessage<Receiver: Model>: Message {}

/// What tells the types of messages apart. Opening the existential costs 4 ns, `type(of:)` 13.
package func typeID(of message: any Message) -> ObjectIdentifier {
  func open<M: Message>(_ message: M) -> ObjectIdentifier { ObjectIdentifier(M.self) }
  return open(message)
}

/// Whether a message is a ``GlobalMessage``, without a cast.
package func isGlobal(_ message: any Message) -> Bool {
  func open<M: Message>(_ message: M) -> Bool { M.isGlobal }
  return open(message)
}
