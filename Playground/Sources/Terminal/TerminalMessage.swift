public import Katana

/// What happens at the terminal.
public enum TerminalMessage: Message, Equatable {
  /// A line has come, or the end of the input.
  case received(InputEvent)
  /// Everything that the last line has caused has ended.
  case performed
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
