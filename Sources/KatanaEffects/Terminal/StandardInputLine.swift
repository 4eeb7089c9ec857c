public import Katana

/// Sends the lines of the standard input, and its end.
///
/// ```swift
/// [StandardInputLine(Reply(AppMessage.received))]
/// ```
///
/// Lines come in order; the last one may lack its end. Input that was read and not sent when the
/// subscription stops is kept for the next subscription, ``Prompt`` or ``TerminalInput`` of the
/// process. An open prompt, or a `TerminalInput`, gets the input before it. Performed by
/// `.terminal()`.
public struct StandardInputLine: Subscription {
  /// The length in bytes from which a line is skipped and reported.
  public var limit: Int
  /// Makes the message.
  public var reply: Reply<LineEvent>

  /// Creates a subscription to the lines of the standard input.
  ///
  /// - Parameters:
  ///   - limit: The greatest length of a line in bytes; 1 MiB unless given.
  ///   - reply: Makes the message.
  public init(limit: Int = 1_048_576, _ reply: Reply<LineEvent>) {
    precondition(limit > 0, "StandardInputLine needs a limit of at least 1 byte, not \(limit)")
    self.limit = limit
    self.reply = reply
  }
}
