public import Katana

/// Sends the lines of the standard input, and its end.
///
/// ```swift
/// [StandardInputLine(reply { .received($0) })]
/// ```
///
/// Lines come in order. The last one may have no line feed. If several subscriptions are active,
/// each gets all lines, and the limit of the oldest one applies.
///
/// While a prompt is open or a ``TerminalInput`` is active, they get the input instead, unless their
/// keys come from the terminal (`Console.keysFromTerminal`). When the subscription stops, input that was
/// read but not sent is kept for the next subscription, ``Prompt`` or `TerminalInput` in the process. Run by the interpreters of `.terminal()`.
public struct StandardInputLine: Subscription {
  /// The greatest length of a line in bytes. A longer line is skipped and reported as
  /// ``LineEvent/tooLong(limit:)``.
  package var limit: Int
  /// The reply, which turns each event into a message.
  public var reply: Reply<LineEvent>

  /// Creates a subscription to the lines of the standard input.
  ///
  /// - Parameters:
  ///   - limit: The greatest length of a line in bytes, more than zero; 1 MiB unless given.
  ///   - reply: Turns each event into a message.
  public init(limit: Int = 1_048_576, _ reply: Reply<LineEvent>) {
    precondition(limit > 0, "StandardInputLine needs a limit of at least 1 byte, not \(limit)")
    self.limit = limit
    self.reply = reply
  }
}
