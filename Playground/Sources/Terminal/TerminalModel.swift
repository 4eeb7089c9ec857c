public import Katana
public import KatanaConsole

/// The part of the app's model that is about the terminal.
public struct TerminalModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = TerminalMessage

  /// The largest number of lines in the history.
  public static let historyLimit = 500

  /// Whether a user enters lines at a prompt, not a script.
  public var isInteractive: Bool
  /// The style of the output.
  public var style: Style
  /// The earlier lines that a user can recall, the oldest first. Lines with a password are left
  /// out.
  public var history: [String]
  /// Whether a failure was shown. For a script, it determines the exit status.
  public var hasFailed: Bool
  /// Whether the program is about to end.
  public var isQuitting: Bool

  /// Creates a model for the start; by default, for input and output without a terminal.
  public init(
    isInteractive: Bool = false, style: Style = .plain, history: [String] = [],
    hasFailed: Bool = false, isQuitting: Bool = false
  ) {
    self.isInteractive = isInteractive
    self.style = style
    self.history = history
    self.hasFailed = hasFailed
    self.isQuitting = isQuitting
  }
}

extension TerminalModel {
  /// The command that prompts for the next line.
  public var prompt: Prompt {
    let text = isInteractive ? style("conduit>", .faint) + " " : ""
    return Prompt(
      text, history: history,
      Reply(TerminalMessage.answered).converting { $0.map(Line.init) })
  }

  /// Returns the command that shows an output, and sets ``hasFailed`` if the output is a failure.
  public mutating func show(_ output: Output) -> Print {
    if case .failure = output { hasFailed = true }
    return Print(output, in: style)
  }

  /// Adds a line to the history.
  mutating func keep(_ line: Line) {
    if line.text.isEmpty || line.password != nil || line.text == history.last { return }
    history = history.suffix(Self.historyLimit - 1) + [line.text]
  }
}
