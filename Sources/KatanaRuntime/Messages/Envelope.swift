public import Katana

/// A message as interceptors see it, with the answer to "who dispatched this?".
///
/// A plain value: it may be kept, and keeps nothing running.
public struct Envelope: Sendable {
  /// What was sent. To or from a child of the model, it is a ``Katana/ScopedMessage``.
  public let message: any Message
  /// The place of the message in the total order of all messages, from 1.
  public let number: UInt64
  /// The number of the message that led to this one; `nil` for one from the outside.
  public let cause: UInt64?
  /// Who sent it.
  public let origin: Origin
  /// The name of the command whose interpreter sent it, if one did.
  public let command: ValueName?
  /// The file in which it was sent, as `Module/File.swift`.
  public let file: StaticString
  /// The line in which it was sent.
  public let line: UInt
}

/// Who sends a message.
public enum Origin: Sendable {
  /// The app itself, not in answer to a message.
  case outside
  /// The interpreter of a command, named by the command's type.
  case command(any Command.Type)
  /// The interpreter of a subscription, named by the subscription's type.
  case subscription(any Subscription.Type)
  /// An interceptor.
  case interceptor
}

extension Origin: CustomStringConvertible {
  /// Such as `command LogIn`.
  public var description: String {
    switch self {
    case .outside: "outside"
    case .command(let type): "command \(type)"
    case .subscription(let type): "subscription \(type)"
    case .interceptor: "interceptor"
    }
  }
}
