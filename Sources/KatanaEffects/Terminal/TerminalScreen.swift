public import Katana

/// Shows lines of text, below what was printed or on the whole terminal.
///
/// A subscription, because what is shown follows from the model, and ends with it:
///
/// ```swift
/// func subscriptions(model: Timer) -> [any Subscription] {
///   [TerminalScreen(["\(model.seconds) s", bar(model)])]
/// }
/// ```
///
/// When the lines change, the rows that differ are written. Lines that are too long are cut at the
/// width of the terminal. Escape sequences for colours (SGR) are allowed in lines; others, and
/// control characters, are removed. The colours are removed too if `NO_COLOR` is set. There is one
/// at a time in each part of the app; of several, the last started is shown.
///
/// Where the standard output is no terminal, or `TERM` is `dumb`, nothing is shown, except that the
/// last lines are printed when an inline screen with ``remains`` ends. Performed by `.terminal()`.
public struct TerminalScreen: ConstantSubscription {
  /// Where lines are shown.
  public enum Area: Hashable, Sendable {
    /// Below what was printed before.
    case inline
    /// On the whole terminal, whose content returns at the end.
    case fullScreen
  }

  /// A place for the cursor, from 0.
  public struct Cursor: Hashable, Sendable {
    /// The number of the line.
    public var row: Int
    /// The column, where a wide character takes two.
    public var column: Int

    /// Creates a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines, from top to bottom.
  public var lines: [String]
  /// Where they are shown.
  public var area: Area
  /// Where the cursor stands; it is hidden if `nil`.
  public var cursor: Cursor?
  /// Whether inline lines stay on the terminal at the end.
  public var remains: Bool

  /// Creates a screen.
  public init(
    _ lines: [String], area: Area = .inline, cursor: Cursor? = nil, remains: Bool = false
  ) {
    self.lines = lines
    self.area = area
    self.cursor = cursor
    self.remains = remains
  }
}
