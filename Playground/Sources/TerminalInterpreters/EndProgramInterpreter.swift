public import KatanaRuntime
public import Terminal

/// Tells the main function that the program wants to end.
///
/// The main function then calls `finish`, which lets commands end, and ends the process:
///
/// ```swift
/// let status = await ending.status
/// await runtime.finish()
/// exit(status ?? runtime.model.terminal.exitStatus)
/// ```
public final class EndProgramInterpreter: CommandInterpreter {
  private let statuses: AsyncStream<Int32?>
  private let continuation: AsyncStream<Int32?>.Continuation

  /// Creates an interpreter for one runtime.
  public init() { (statuses, continuation) = AsyncStream.makeStream() }

  /// Waits for the first command, and returns its status.
  public var status: Int32? {
    get async { await statuses.first { _ in true } ?? nil }
  }

  /// Tells the main function.
  public func interpret(_ command: EndProgram, dispatch: Dispatcher) {
    continuation.yield(command.status)
  }
}
