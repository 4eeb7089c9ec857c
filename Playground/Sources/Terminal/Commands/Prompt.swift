public import Katana

/// Says to somebody at a terminal whether a line is expected. Never used when input is piped.
public enum Prompt: Command, Equatable {
  /// A line is expected.
  case ask
  /// A line was typed.
  case answered
  /// No line will come any more.
  case withdraw
}
