public import Katana

/// A stream that a program writes to.
public enum StandardStream: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The standard output: results, for people and for other programs.
  case standardOutput
  /// The standard error: failures and progress, also where the output is redirected.
  case standardError

  /// The name in prose.
  public var description: String {
    switch self {
    case .standardOutput: "the standard output"
    case .standardError: "the standard error"
    }
  }
}

/// Writes text to the standard output or the standard error.
///
/// ```swift
/// [Print("2 tasks left"), Print("no such task", to: .standardError)]
/// ```
///
/// Texts are written whole and in the order of the commands. An open prompt and a
/// ``TerminalScreen`` that is not full-screen stay below the text; a full screen delays it until it
/// ends. A closed pipe does not end the process; it is the error ``TerminalError/closedPipe(_:)``.
/// Performed by `.terminal()`.
public struct Print: Command, Hashable {
  /// The text, with its terminator.
  public var text: String
  /// Where it is written.
  public var stream: StandardStream
  /// Makes the message when the text is written: `nil`, or why it could not be written. Without a
  /// reply, errors are ignored.
  public var reply: Reply<TerminalError?>?

  /// Creates a command that writes text.
  ///
  /// - Parameters:
  ///   - text: The text; escape sequences in it are written as they are.
  ///   - terminator: What follows the text.
  ///   - stream: Where it is written.
  ///   - reply: Makes the message when the text is written.
  public init(
    _ text: String, terminator: String = "\n", to stream: StandardStream = .standardOutput,
    _ reply: Reply<TerminalError?>? = nil
  ) {
    self.text = text + terminator
    self.stream = stream
    self.reply = reply
  }
}
