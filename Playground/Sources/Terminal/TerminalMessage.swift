public import Katana
public import KatanaEffects

/// What happens at the terminal.
public enum TerminalMessage: Message, Codable, Equatable {
  /// A line was entered, or the user wants to leave.
  case answered(PromptAnswer<Line>)
  /// Everything that the last line has caused has ended.
  case performed
  /// The user wants to log in, and has not entered the password.
  case passwordRequested(email: String)
  /// The password for an address was entered, or the user does not want to log in.
  case passwordAnswered(email: String, PromptAnswer<Secret<String>>)
  /// The user has asked what can be done.
  case helpRequested
  /// The user has asked what led to the last message.
  case causesRequested
  /// That was found out.
  case causesFound([Cause])
  /// The user wants to leave.
  case quitRequested
  /// The user has pressed Ctrl-C.
  case interrupted
}
