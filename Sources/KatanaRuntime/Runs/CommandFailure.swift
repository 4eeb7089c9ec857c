import Katana

/// The error with which a command has failed.
public struct CommandFailure: Sendable {
  /// The error that the interpreter has thrown, or answered with.
  public let error: any Error
  /// The name of the command.
  public let command: ValueName
  /// Whether the command has a message that tells the app of the error. If not, the runtime reports
  /// the error.
  public internal(set) var isAnswered = false
}
