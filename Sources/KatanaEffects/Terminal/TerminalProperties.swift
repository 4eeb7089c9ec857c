/// What an app may want to know about its terminal before it starts, for its first model.
public struct TerminalProperties: Hashable, Codable, Sendable {
  /// Whether the standard input is a terminal.
  public var isInputTerminal: Bool
  /// Whether the standard output is a terminal.
  public var isOutputTerminal: Bool
  /// Whether the output may have colours: it is a terminal that knows escape sequences, and
  /// `NO_COLOR` is not set.
  public var hasColor: Bool
  /// Whether the terminal knows escape sequences: `TERM` is neither `dumb` nor missing.
  public var hasEscapeSequences: Bool
  /// The size; `nil` if the output is no terminal.
  public var size: TerminalSize?

  /// Creates properties.
  public init(
    isInputTerminal: Bool, isOutputTerminal: Bool, hasColor: Bool, hasEscapeSequences: Bool,
    size: TerminalSize?
  ) {
    self.isInputTerminal = isInputTerminal
    self.isOutputTerminal = isOutputTerminal
    self.hasColor = hasColor
    self.hasEscapeSequences = hasEscapeSequences
    self.size = size
  }

  /// Whether a user sits at a terminal that can edit lines.
  public var isInteractive: Bool { isInputTerminal && isOutputTerminal && hasEscapeSequences }
}
