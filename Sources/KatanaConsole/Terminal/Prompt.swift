public import Katana

/// How a user answered a prompt.
public enum PromptAnswer<Text: Hashable & Sendable>: Hashable, Sendable {
  /// The user pressed return after this text.
  case entered(Text)
  /// The user pressed Ctrl-D in an empty line, or the redirected input ended.
  case endOfInput
  /// The user pressed Ctrl-C. A tool that ends then has the status 130.
  case interrupted
  /// The input could not be read.
  case failed(TerminalError)

  /// Returns this answer with its text converted. The other cases stay as they are.
  public func map<Other>(_ convert: (Text) -> Other) -> PromptAnswer<Other> {
    switch self {
    case .entered(let text): .entered(convert(text))
    case .endOfInput: .endOfInput
    case .interrupted: .interrupted
    case .failed(let error): .failed(error)
    }
  }
}

extension PromptAnswer: Codable where Text: Codable {}

extension PromptAnswer: FallibleAnswer {
  /// The error if the input could not be read.
  public var commandError: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

/// Asks the user for a line of text, with editing and a history.
///
/// ```swift
/// [Prompt("tasks> ", history: model.lines, reply { .answered($0) })]
/// ```
///
/// The keys are those of Emacs and readline: the arrows, Home, End, Ctrl with A, B, D, E, F, K, L,
/// T, U, W and Y, and Alt with B, D and F. Up and down select a line of the history. Text that is
/// printed while the prompt is shown appears above it.
///
/// One prompt is shown at a time; the others follow in the order of their commands. When the
/// command is cancelled, its prompt disappears.
///
/// If the standard input is not a terminal, the next line of it is the answer, and no prompt is
/// written. If the standard output is not a terminal, or `TERM` is `dumb`, the prompt is written as
/// plain text, and the terminal itself edits the line. Performed by the interpreters of
/// `.terminal()`.
public struct Prompt: Command, Hashable {
  /// The text before the user's text.
  public var prompt: String
  /// The former lines, the oldest first.
  package var history: [String]
  /// The initial text, which the user can edit.
  package var text: String
  /// The reply, which turns the answer into a message.
  public var reply: Reply<PromptAnswer<String>>

  /// Creates a command that asks for a line.
  ///
  /// - Parameters:
  ///   - prompt: The text before the user's text.
  ///   - text: The initial text, which the user can edit.
  ///   - history: The former lines, the oldest first.
  ///   - reply: Turns the answer into a message.
  public init(
    _ prompt: String, text: String = "", history: [String] = [],
    _ reply: Reply<PromptAnswer<String>>
  ) {
    self.prompt = prompt
    self.text = text
    self.history = history
    self.reply = reply
  }
}

/// Asks the user for a password. The text is not shown.
///
/// ```swift
/// PromptSecret("Password: ", reply { .passwordEntered($0) })
/// ```
///
/// Works like ``Prompt``, but has no history and does not show how long the text is. Performed by
/// the interpreters of `.terminal()`.
public struct PromptSecret: Command, Hashable {
  /// The text before the cursor.
  public var prompt: String
  /// The reply, which turns the answer into a message.
  public var reply: Reply<PromptAnswer<Secret<String>>>

  /// Creates a command that asks for a password.
  public init(_ prompt: String, _ reply: Reply<PromptAnswer<Secret<String>>>) {
    self.prompt = prompt
    self.reply = reply
  }
}
