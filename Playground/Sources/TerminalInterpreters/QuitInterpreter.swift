public import KatanaRuntime
public import Terminal

/// Tells the host of the runtime that the user wants to leave.
public struct QuitInterpreter: CommandInterpreter {
  private let quit: @Sendable (Int32) -> Void

  /// An interpreter that calls a function with the status for the program's caller.
  public init(_ quit: @escaping @Sendable (Int32) -> Void) { self.quit = quit }

  /// Calls the function, and sends nothing.
  public func interpret(_ command: Quit, dispatch: Dispatcher) { quit(command.status) }
}
