public import Katana

/// Ends the program, after all commands that run or wait have ended: a deletion that waits for its
/// time is performed at once.
public struct EndProgram: Command, Equatable {
  /// The exit status; `nil` for ``TerminalModel/exitStatus`` at the end.
  public var status: Int32?

  /// Creates the command.
  public init(_ status: Int32? = nil) { self.status = status }
}
