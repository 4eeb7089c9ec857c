public import Katana
public import KatanaConsole

/// The messages of the terminal.
public enum TerminalMessage: Message, Codable, Equatable {
  /// The user has entered a line, or wants to leave.
  case answered(PromptAnswer<Line>)
  /// All consequences of the last line have ended.
  case performed
  /// The last line takes so long that the user notices it.
  case waitNoticed
  /// The user has entered the password for a line, or does not want to go on.
  case passwordAnswered(Line, PromptAnswer<Secret<String>>)
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
