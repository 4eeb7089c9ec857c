public import Katana

/// Sends a message, and tells when everything that it has caused has ended.
///
/// This is how one line waits for the line before, without any feature knowing of lines.
public struct Perform: Command {
  /// What to send.
  public var message: any Message
  /// What is sent at the end.
  public var done: Reply<Void>

  /// Sends a message, then another when everything that the first has caused has ended.
  public init(_ message: any Message, done: Reply<Void>) {
    self.message = message
    self.done = done
  }
}
