public import Katana

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
