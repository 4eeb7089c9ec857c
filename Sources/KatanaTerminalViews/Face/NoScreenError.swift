public import KatanaConsole

/// Why no screen can be shown.
public enum NoScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The standard input is not a terminal.
  case inputIsNoTerminal
  /// The standard output is not a terminal.
  case outputIsNoTerminal
  /// The variable `TERM` is missing, or says that the terminal cannot move its cursor.
  case terminalIsTooSimple
  /// The console shows the screen of another call, which gets the keys.
  case anotherScreenIsShown

  /// Returns the reason why no screen can be shown on a console with these properties; `nil` if one can.
  public init?(_ properties: TerminalProperties) {
    if !properties.isOutputTerminal {
      self = .outputIsNoTerminal
    } else if !properties.isInputTerminal {
      self = .inputIsNoTerminal
    } else if !properties.isInteractive {
      self = .terminalIsTooSimple
    } else {
      return nil
    }
  }

  /// What happened, for the users of the app.
  public var text: String {
    switch self {
    case .inputIsNoTerminal:
      "A screen needs a terminal, and the standard input is a file or a pipe."
    case .outputIsNoTerminal:
      "A screen needs a terminal, and the standard output is a file or a pipe."
    case .terminalIsTooSimple:
      "A screen needs a terminal that can move its cursor, and the variable TERM says that this one cannot."
    case .anotherScreenIsShown: "The console shows another screen already, which gets the keys."
    }
  }

  /// The text, and how to fix it.
  public var description: String {
    let cure =
      switch self {
      case .anotherScreenIsShown: "end the other one first, or show both in one view"
      case .inputIsNoTerminal:
        "start the program in a terminal, take the keys from it by the console .keysFromTerminal, or write lines"
      default: "start the program in a terminal, or let it write lines"
      }
    return "\(text) To fix this, \(cure)."
  }
}
