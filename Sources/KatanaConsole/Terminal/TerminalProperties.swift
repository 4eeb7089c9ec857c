/// Properties of the standard streams and the terminal, which an app can use for its first model.
public struct TerminalProperties: Hashable, Codable, Sendable {
  /// Whether the standard input is a terminal.
  public var isInputTerminal: Bool
  /// Whether the standard output is a terminal.
  public var isOutputTerminal: Bool
  /// Whether the output may have colours: it is a terminal that supports escape sequences, and
  /// `NO_COLOR` is not set.
  public var hasColor: Bool
  /// Whether the terminal supports escape sequences: `TERM` is neither `dumb` nor missing.
  package var hasEscapeSequences: Bool
  /// The size of the terminal; `nil` if the output is not a terminal.
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

  /// Whether the input and the output are a terminal that can edit lines, so that a user is
  /// present.
  public var isInteractive: Bool { isInputTerminal && isOutputTerminal && hasEscapeSequences }
}
