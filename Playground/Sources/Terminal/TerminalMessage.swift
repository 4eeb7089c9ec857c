public import Katana
public import KatanaConsole

/// The messages of the terminal.
public enum TerminalMessage: Message, Codable, Equatable {
  /// The user has entered a line, or wants to leave.
  case answered(PromptAnswer<Line>)
  /// All consequences of the last line have ended.
  case performed
  /// The user wants to log in, but has not entered the password.
  case passwordRequested(email: String)
  /// The user has entered the password for an address, or does not want to log in.
  case passwordAnswered(email: String, PromptAnswer<Secret<String>>)
  /// The user wants to see the help.
  case helpRequested
  /// The user wants to see the causes of the last message.
  case causesRequested
  /// The causes of the last message were found.
  case causesFound([Cause])
  /// The user wants to leave.
  case quitRequested
  /// The user has pressed Ctrl-C.
  case interrupted
}
