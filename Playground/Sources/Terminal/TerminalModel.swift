public import Katana
public import KatanaEffects

/// The part of the app's model that is about lines.
public struct TerminalModel: Model, Codable, Equatable {
  /// What the feature's updaters take.
  public typealias Receives = TerminalMessage

  /// How many lines can be shown again.
  public static let historyLimit = 500

  /// Whether a user sits at a terminal, and sees a prompt.
  public var isInteractive: Bool
  /// How output looks.
  public var style: Style
  /// The lines that can be shown again, the oldest first; none with a password.
  public var history: [String]
  /// Whether a failure was shown, which the status at the end tells a script.
  public var hasFailed: Bool
  /// Whether the program is about to end.
  public var isQuitting: Bool

  /// Creates a model at the start, for pipes unless you say otherwise.
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
  /// The command that asks for the next line.
  public var prompt: Prompt {
    let text = isInteractive ? style("conduit>", .faint) + " " : ""
    return Prompt(
      text, history: history,
      Reply(TerminalMessage.answered).converting { $0.map(Line.init) })
  }

  /// Creates the command that shows an output, and notes whether that is a failure.
  public mutating func show(_ output: Output) -> Print {
    if case .failure = output { hasFailed = true }
    return Print(output, in: style)
  }

  /// Keeps a line, so that it can be shown again.
  mutating func keep(_ line: Line) {
    if line.text.isEmpty || line.password != nil || line.text == history.last { return }
    history = history.suffix(Self.historyLimit - 1) + [line.text]
  }
}
