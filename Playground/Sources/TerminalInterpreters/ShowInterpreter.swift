public import KatanaRuntime
public import Terminal

/// Prints what should be shown.
public struct ShowInterpreter: CommandInterpreter {
  private let screen: Screen

  /// An interpreter that prints on a screen.
  public init(screen: Screen) { self.screen = screen }

  /// Prints, and sends nothing.
  public func interpret(_ command: Show, dispatch: Dispatcher) { screen.show(command.output) }
}
