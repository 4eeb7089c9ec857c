public import Katana

/// Shows lines of text on the terminal: below the text that was printed, or on the full screen.
///
/// This is a subscription, because the lines follow from the model, and disappear when the model
/// stops declaring them:
///
/// ```swift
/// func subscriptions(model: Timer) -> [any Subscription] {
///   [TerminalScreen(["\(model.seconds) s", bar(model)])]
/// }
/// ```
///
/// When the lines change, only the rows that differ are written. Lines longer than the width of the
/// terminal are cut. Lines may contain the escape sequences for colours (SGR), which are removed if
/// `NO_COLOR` is set. Other escape sequences and control characters are always removed. Pass texts
/// of others through ``TerminalText/plain(_:keepsLines:)``, which removes colours too.
///
/// Each part of the app can declare one screen. If several parts do, the terminal shows the one
/// that started last.
///
/// If the standard output is not a terminal, or `TERM` is `dumb`, nothing is shown. An inline
/// screen with `remains` then prints its last lines when it ends. Run by the interpreters of
/// `.terminal()`.
public struct TerminalScreen: ConstantSubscription {
  /// The area of the terminal in which lines are shown.
  public enum Area: Hashable, Sendable {
    /// Below the text that was printed before.
    case inline
    /// On the full screen. When the screen ends, the former content of the terminal returns.
    case fullScreen
  }

  /// A position of the cursor, counted from 0.
  public struct Cursor: Hashable, Sendable {
    /// The index of the line.
    public var row: Int
    /// The column. A wide character takes two columns.
    public var column: Int

    /// Creates a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The lines, from top to bottom.
  public var lines: [String]
  /// The area in which the lines are shown.
  package var area: Area
  /// The position of the cursor; `nil` to hide it.
  package var cursor: Cursor?
  /// Whether the lines of an inline screen stay on the terminal when the screen ends.
  package var remains: Bool

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - lines: The lines, from top to bottom.
  ///   - area: The area in which the lines are shown.
  ///   - cursor: The position of the cursor; `nil` to hide it.
  ///   - remains: Whether the lines of an inline screen stay on the terminal when the screen ends.
  public init(
    _ lines: [String], area: Area = .inline, cursor: Cursor? = nil, remains: Bool = false
  ) {
    self.lines = lines
    self.area = area
    self.cursor = cursor
    self.remains = remains
  }
}
