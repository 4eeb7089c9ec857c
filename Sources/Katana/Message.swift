/// A value that says what happened, or what a person wants.
///
/// Only a message makes an ``Updater`` change the ``Model``. Name messages as facts or intents:
/// `loginTapped`, `loginFinished`.
public protocol Message: Sendable {
  /// Whether messages of this type leave the scope of their sender. Do not implement this property;
  /// conform to ``GlobalMessage`` instead.
  static var isGlobal: Bool { get }
}

extension Message {
  /// `false`, because the message belongs to the scope of its sender.
  public static var isGlobal: Bool { false }
}

/// A message for the whole app, independent of the child that sends it.
///
/// Other messages of a row or a sheet come back to that same row or sheet. A global message leaves
/// the scope of its sender instead, and is handled like a message from outside of the runtime. For
/// example, a command of a row reports in this way that the session has expired. The message is
/// handled even if the child that sent it is gone by then.
///
/// It reaches what a message without an address reaches: `.full` and `.slice` parts. A parent tells its
/// children, or closes them.
public protocol GlobalMessage: Message {}

extension GlobalMessage {
  /// `true`, because the message leaves the scope of its sender.
  public static var isGlobal: Bool { true }
}

/// A further type of messages for a child of the model, in addition to its ``Model/Receives``.
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

/// The default ``Model/Receives``, for a model that states no type. It has no values.
///
/// A compile error that names it means that a message is sent to a model which does not say what it
/// receives. To fix this, state `typealias Receives = …` in the model, which is the generic parameter.
public enum MissingTypealiasReceives<Receiver: Model>: Message {}

/// Returns the id of a message's type. Opening the existential is faster than `type(of:)`.
package func typeID(of message: any Message) -> ObjectIdentifier {
  func open<M: Message>(_ message: M) -> ObjectIdentifier { ObjectIdentifier(M.self) }
  return open(message)
}

/// Returns whether a message is a ``GlobalMessage``. Opening the existential is faster than a cast.
package func isGlobal(_ message: any Message) -> Bool {
  func open<M: Message>(_ message: M) -> Bool { M.isGlobal }
  return open(message)
}
