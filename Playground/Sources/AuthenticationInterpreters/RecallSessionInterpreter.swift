public import Authentication
import Katana
public import KatanaRuntime

/// Reads the session from the file.
public struct RecallSessionInterpreter: CommandInterpreter {
  private let file: SessionFile

  /// An interpreter for a file.
  public init(file: SessionFile) { self.file = file }

  /// Dispatches the session, or that there is none.
  public func interpret(_ command: RecallSession, dispatch: Dispatcher) {
    dispatch(command.reply(file.read()))
  }
}
