public import Authentication
import Katana
public import KatanaRuntime

/// Writes the session to the file.
public struct RememberSessionInterpreter: CommandInterpreter {
  private let file: SessionFile

  /// An interpreter for a file.
  public init(file: SessionFile) { self.file = file }

  /// Writes, and dispatches the reason if that fails.
  public func interpret(_ command: RememberSession, dispatch: Dispatcher) {
    do {
      try file.write(command.session)
    } catch {
      dispatch(command.failed("the session file cannot be written"))
    }
  }
}
