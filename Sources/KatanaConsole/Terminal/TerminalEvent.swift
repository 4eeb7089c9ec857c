/// An event of a terminal.
public enum TerminalEvent: Hashable, Codable, Sendable {
  /// A key was pressed.
  case key(KeyStroke)
  /// Text was pasted. Its line ends are `\n`. More than 1 MiB comes in pieces. A paste whose end is lost
  /// is over when ten seconds pass without a byte.
  case paste(String)
  /// The mouse was used. Sent only to a ``TerminalInput`` with `mouse: true`.
  case mouse(MouseEvent)
  /// The window gained (`true`) or lost the focus. Sent only to a ``TerminalInput`` with
  /// `focus: true`.
  case focus(Bool)
  /// The size of the terminal: sent at the start, and each time that it changes.
  case resized(TerminalSize)
  /// Bytes that the decoder does not recognise.
  case unknown([UInt8])
  /// The input ended: the terminal was closed, or the redirected input ended.
  case end
}

/// The size of a terminal in characters.
public struct TerminalSize: Hashable, Codable, Sendable {
  /// The number of narrow characters in a row.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A key, with the modifier keys that were held.
public struct KeyStroke: Hashable, Codable, Sendable {
  /// The key.
  public var key: TerminalKey
  /// The modifier keys that were held. For a character, a terminal does not report shift
  /// separately.
  public var modifiers: KeyModifiers

  /// Creates a key stroke.
  public init(_ key: TerminalKey, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A key of a terminal.
public enum TerminalKey: Hashable, Sendable {
  /// A character of one Unicode scalar. An emoji of several scalars leads to several key strokes.
  case character(Character)
  /// Return. Ctrl-M and Ctrl-J are reported as this key too.
  case enter
  /// Tab. Terminals send Ctrl-I as the same byte.
  case tab
  /// Backspace.
  case backspace
  /// Escape alone.
  case escape
  /// The arrow keys.
  case up, down, left, right
  /// The keys that move further.
  case home, end, pageUp, pageDown
  /// The insert and delete keys.
  case insert, delete
  /// A function key; 1 for F1.
  case function(Int)
}

/// The modifier keys that a terminal reports.
public struct KeyModifiers: OptionSet, Hashable, Codable, Sendable {
  /// The bits, as terminals send them.
  public var rawValue: UInt8

  /// Creates modifiers from the bits that terminals send.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, or Option.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
}

/// An action of the mouse, and its position.
public struct MouseEvent: Hashable, Codable, Sendable {
  /// What the mouse did.
  public enum Action: Hashable, Codable, Sendable {
    /// A button was pressed: 0 for left, 1 for middle, 2 for right.
    case pressed(button: Int)
    /// A button was released.
    case released(button: Int)
    /// The mouse was moved while this button was held; `nil` for no button.
    case moved(button: Int?)
    /// The wheel was turned away from the user.
    case scrolledUp
    /// The wheel was turned towards the user.
    case scrolledDown
  }

  /// What the mouse did.
  public var action: Action
  /// The column, counted from 0.
  public var column: Int
  /// The row, counted from 0.
  public var row: Int
  /// The modifier keys that were held.
  public var modifiers: KeyModifiers

  /// Creates a mouse event.
  public init(_ action: Action, column: Int, row: Int, modifiers: KeyModifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
