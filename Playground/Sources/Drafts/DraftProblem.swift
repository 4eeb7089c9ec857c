public import KatanaConsole

/// The reason why a draft is not sent to the server.
public enum DraftProblem: Error, Hashable, Codable, Sendable {
  /// The user has changed nothing.
  case unchanged
  /// The line with this number belongs neither to the head nor to the body.
  case line(Int, String)
  /// The editor has ended without success.
  case editor(ProgramExit)
}
