public import KatanaRuntime
public import Terminal

/// Sends a message, waits until all its consequences have ended, and replies.
public struct PerformInterpreter: AsyncCommandInterpreter {
  /// Creates the interpreter.
  public init() {}

  /// Sends the message and waits. If the runtime ends meanwhile, it does not reply.
  @concurrent public func interpret(_ command: Perform, dispatch: Dispatcher) async throws {
    do {
      try await dispatch.settle(command.message)
    } catch {
      // Without a time limit, `settle` throws only if the runtime ends or the command is cancelled.
      return
    }
    dispatch(command.done())
  }
}
