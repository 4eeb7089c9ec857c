public import Katana

/// How a user answered a prompt.
public enum PromptAnswer<Text: Hashable & Sendable>: Hashable, Sendable {
  /// The text, entered with the return key.
  case entered(Text)
  /// The user pressed Ctrl-D in an empty line, or the redirected input has ended.
  case endOfInput
  /// The user pressed Ctrl-C.
  case interrupted
  /// The input could not be read.
  case failed(TerminalError)

  /// Returns the answer with its text converted.
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

/// Asks the user for a line, which can be edited, with a history.
///
/// ```swift
/// [Prompt("tasks> ", history: model.lines, Reply(AppMessage.answered))]
/// ```
///
/// The keys are those of Emacs and readline: arrows, home, end, Ctrl-A, E, B, F, K, U, W, Y, L, T,
/// Alt-B, F, D; up and down walk through the history. Text that is printed meanwhile appears above
/// the prompt. A second prompt waits until the first one is answered; a cancelled one disappears.
///
/// Where the standard input is no terminal, the next line is the answer and no prompt is written.
/// Where the output is none, or `TERM` is `dumb`, the prompt is written as plain text, and the
/// terminal itself edits the line. Performed by `.terminal()`.
public struct Prompt: Command, Hashable {
  /// What stands before the text of the user.
  public var prompt: String
  /// Former lines, the oldest first.
  public var history: [String]
  /// The text to begin with.
  public var text: String
  /// Makes the message.
  public var reply: Reply<PromptAnswer<String>>

  /// Creates a command that asks for a line.
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

/// Asks the user for a password, which is not shown.
///
/// ```swift
/// PromptSecret("Password: ", Reply(AppMessage.passwordEntered))
/// ```
///
/// As ``Prompt``, without a history; nothing shows how long the text is. Performed by
/// `.terminal()`.
public struct PromptSecret: Command, Hashable {
  /// What stands before the cursor.
  public var prompt: String
  /// Makes the message.
  public var reply: Reply<PromptAnswer<Secret<String>>>

  /// Creates a command that asks for a password.
  public init(_ prompt: String, _ reply: Reply<PromptAnswer<Secret<String>>>) {
    self.prompt = prompt
    self.reply = reply
  }
}
