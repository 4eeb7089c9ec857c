public import Katana

/// A message on its way through the runtime, with the answer to "who dispatched this?".
public struct Envelope: Sendable {
  /// What was sent. To or from a child of the model, it is a ``Katana/ScopedMessage``.
  public internal(set) var message: any Message
  /// The place of the message in the total order of all messages, from 1.
  public internal(set) var number: UInt64 = 0
  /// The number of the message that led to this one; `nil` for one from the outside.
  public var cause: UInt64? { sender.cause == 0 ? nil : sender.cause }
  /// Who sent it.
  public var origin: Origin { sender.origin }
  /// The file in which it was sent, as `Module/File.swift`.
  public let file: StaticString
  /// The line in which it was sent.
  public let line: UInt

  var sender: Sender
  /// Whether the message waits with its sender, which keeps only the newest; see
  /// ``MessageBuffering``.
  var isBuffered = false
  var wait = Settlement.Wait.none

  init(_ message: any Message, from sender: Sender, file: StaticString, line: UInt) {
    self.message = message
    self.sender = sender
    self.file = file
    self.line = line
  }
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
