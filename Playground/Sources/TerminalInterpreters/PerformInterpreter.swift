import Katana
public import KatanaRuntime
public import Terminal

/// Sends a message, waits until everything that it has caused has ended, and says so.
public struct PerformInterpreter: AsyncCommandInterpreter {
  /// The interpreter.
  public init() {}

  /// Sends and waits; a runtime that ends meanwhile ends the waiting too.
  @concurrent public func interpret(_ command: Perform, dispatch: Dispatcher) async throws {
    do {
      try await dispatch.settle(command.message)
    } catch {
      // Without a time limit, only the end of the runtime ends the waiting.
      return
    }
    dispatch(command.done())
  }
}
