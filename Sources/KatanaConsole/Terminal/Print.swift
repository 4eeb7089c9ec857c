public import Katana

/// A standard stream that a program writes to.
public enum StandardStream: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The standard output, for results that people or other programs read.
  case standardOutput
  /// The standard error, for failures and progress. It stays visible when the output is redirected.
  case standardError

  /// The name of the stream in prose.
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
/// Each text is written as a whole, in the order of the commands. If a prompt or an inline
/// ``TerminalScreen`` is shown, the text appears above it. If a full screen is shown, the text is
/// delayed until that screen ends. A command without a reply has ended then, and one with a reply
/// ends when its text is written.
///
/// If the text cannot be written, the reply gets the error. Without a reply, the process ends as
/// other tools do: with the status 1 and a line on the standard error; or quietly with the status
/// 141, that of `SIGPIPE`, if the reader of a pipe has closed it. Performed by the interpreters of
/// `.terminal()`.
public struct Print: Command, Hashable {
  /// The text, including its terminator.
  public var text: String
  /// The stream to write to.
  package var stream: StandardStream
  /// The reply, which makes the message when the text was written or writing failed: `nil`, or the
  /// error. Without a reply, an error ends the process.
  public var reply: Reply<TerminalError?>?

  /// Creates a command that writes text.
  ///
  /// - Parameters:
  ///   - text: The text. Escape sequences in it are written unchanged.
  ///   - terminator: The string to add at the end; a line feed unless given.
  ///   - stream: The stream to write to.
  ///   - reply: Makes the message when the text was written or writing failed.
  public init(
    _ text: String, terminator: String = "\n", to stream: StandardStream = .standardOutput,
    _ reply: Reply<TerminalError?>? = nil
  ) {
    self.text = text + terminator
    self.stream = stream
    self.reply = reply
  }
}
