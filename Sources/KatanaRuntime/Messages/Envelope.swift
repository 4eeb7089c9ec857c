public import Katana
import Synchronization

/// A message as interceptors and event handlers see it: with its number, its cause, and where it
/// was sent.
///
/// It is a plain value. Keeping it keeps neither a run nor the runtime alive.
public struct Envelope: Sendable {
  /// The message. If it is to or from a child of the model, it is a ``Katana/ScopedMessage``.
  public let message: any Message
  /// The position of the message in the order in which all messages are handled, from 1.
  public let number: UInt64
  /// The number of the message that caused this one; `nil` if no message did.
  public let cause: UInt64?
  /// The kind of sender.
  public let origin: Origin
  /// The name of the command whose interpreter sent the message; `nil` for other senders.
  public let command: ValueName?
  /// The file in which the message was sent, as `Module/File.swift`.
  public let file: StaticString
  /// The line in which the message was sent.
  public let line: UInt
}

/// The kind of sender of a message.
public enum Origin: Sendable {
  /// Code outside of the runtime, such as a view.
  case outside
  /// The interpreter of a command, named by the command's type.
  case command(any Command.Type)
  /// The interpreter of a subscription, named by the subscription's type.
  case subscription(any Subscription.Type)
  /// An interceptor.
  case interceptor
}

extension Origin: CustomStringConvertible {
  /// The kind and the type, such as `command LogIn`.
  public var description: String {
    switch self {
    case .outside: "outside"
    case .command(let type): "command \(type)"
    case .subscription(let type): "subscription \(type)"
    case .interceptor: "interceptor"
    }
  }
}

/// A message that was not handled.
public struct UnhandledMessage: Sendable {
  /// The reason why a message was not handled. ``Statistics`` has a counter for each reason.
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// The runtime had ended, or the message came from outside while it finishes.
    case lost
    /// The command that sent it was cancelled, or the subscription that sent it was removed.
    case silenced
    /// The child that it is to or from is gone.
    case gone
    /// No part of the app has its address.
    case unknownAddress
    /// A newer message of the same subscription has replaced it.
    case superseded
    /// An interceptor has dropped it.
    case intercepted
    /// It came from outside while a past model was shown.
    case refused
  }

  /// The reason why the message was not handled.
  public let reason: Reason
  /// The message; `nil` if a removed subscription would have created it, or if it was superseded.
  public let message: (any Message)?
  /// The kind of sender.
  public let origin: Origin
  /// The number of the message that caused it; `nil` if no message did.
  public let cause: UInt64?
  /// The file in which the message was sent, as `Module/File.swift`.
  public let file: StaticString
  /// The line in which the message was sent.
  public let line: UInt
}

/// The number of a run or of a control command, which is never used again. They increase in the order
/// of the starts.
struct RunID: Hashable, Comparable, Sendable {
  let number: UInt64
  private static let last = Atomic<UInt64>(0)

  static func next() -> RunID { RunID(number: last.add(1, ordering: .relaxed).newValue) }
  static func < (lhs: RunID, rhs: RunID) -> Bool { lhs.number < rhs.number }
}
