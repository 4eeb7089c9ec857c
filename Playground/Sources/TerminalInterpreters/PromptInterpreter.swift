public import KatanaRuntime
public import Terminal

/// Prints the prompt.
public struct PromptInterpreter: CommandInterpreter {
  private let screen: Screen

  /// An interpreter that prints on a screen.
  public init(screen: Screen) { self.screen = screen }

  /// Prints, and sends nothing.
  public func interpret(_ command: Prompt, dispatch: Dispatcher) { screen.apply(command) }
}
