public import Katana

/// Sends a message, and replies when all consequences of the message have ended.
///
/// With it, the terminal starts a line after the line before, and no feature depends on lines.
public struct Perform: Command {
  /// The message to send.
  public var message: any Message
  /// The reply when all consequences have ended.
  public var done: Reply<Void>

  /// Creates a command that sends a message, and replies when all its consequences have ended.
  public init(_ message: any Message, done: Reply<Void>) {
    self.message = message
    self.done = done
  }
}
