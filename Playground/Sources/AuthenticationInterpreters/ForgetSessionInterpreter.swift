public import Authentication
import Katana
public import KatanaRuntime

/// Removes the file.
public struct ForgetSessionInterpreter: CommandInterpreter {
  private let file: SessionFile

  /// An interpreter for a file.
  public init(file: SessionFile) { self.file = file }

  /// Removes, dispatches the reason if that fails, and that it is done.
  public func interpret(_ command: ForgetSession, dispatch: Dispatcher) {
    do {
      try file.remove()
    } catch {
      dispatch(command.failed("the session file cannot be removed"))
    }
    if let done = command.done { dispatch(done()) }
  }
}
