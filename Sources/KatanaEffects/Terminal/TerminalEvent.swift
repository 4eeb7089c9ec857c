/// What happens at a terminal.
public enum TerminalEvent: Hashable, Codable, Sendable {
  /// A key was pressed.
  case key(KeyStroke)
  /// Text was pasted; line ends are `\n`.
  case paste(String)
  /// The mouse was used; see ``TerminalInput/reportsMouse``.
  case mouse(MouseEvent)
  /// The window has got or lost the focus; see ``TerminalInput/reportsFocus``.
  case focus(Bool)
  /// The size at the start, and each new one.
  case resized(TerminalSize)
  /// Bytes whose meaning is not known.
  case unknown([UInt8])
  /// The end of the input: the terminal was closed, or the redirected input has ended.
  case end
}

/// The size of a terminal in characters.
public struct TerminalSize: Hashable, Codable, Sendable {
  /// How many narrow characters fit into a row.
  public var columns: Int
  /// How many rows there are.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A key with the modifiers that were held.
public struct KeyStroke: Hashable, Codable, Sendable {
  /// Which key.
  public var key: TerminalKey
  /// What was held. A terminal tells shift only for keys that make no character.
  public var modifiers: KeyModifiers

  /// Creates a key stroke.
  public init(_ key: TerminalKey, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A key of a terminal.
public enum TerminalKey: Hashable, Sendable {
  /// A character: one Unicode scalar, so that an emoji of several scalars is several key strokes.
  case character(Character)
  /// Return. A terminal sends the same for Ctrl-M, and for Ctrl-J what is taken for it.
  case enter
  /// Tab, or Ctrl-I.
  case tab
  /// Backspace.
  case backspace
  /// Escape alone.
  case escape
  /// The arrows.
  case up, down, left, right
  /// Keys that move further.
  case home, end, pageUp, pageDown
  /// Insert and delete.
  case insert, delete
  /// F1 and so on.
  case function(Int)
}

/// The modifier keys that a terminal tells.
public struct KeyModifiers: OptionSet, Hashable, Codable, Sendable {
  /// The bits as a terminal sends them.
  public var rawValue: UInt8

  /// Creates modifiers from the bits that a terminal sends.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt, or option.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
  /// Meta, or command, which few terminals send.
  public static let meta = KeyModifiers(rawValue: 8)
}

/// A use of the mouse.
public struct MouseEvent: Hashable, Codable, Sendable {
  /// What the mouse did.
  public enum Action: Hashable, Codable, Sendable {
    /// A button, counted from 0 (left, middle, right), was pressed.
    case pressed(button: Int)
    /// A button was released.
    case released(button: Int)
    /// The mouse was moved while a button was held; `nil` without a button.
    case moved(button: Int?)
    /// The wheel was turned away from the user.
    case scrolledUp
    /// The wheel was turned towards the user.
    case scrolledDown
  }

  /// What the mouse did.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int
  /// The modifiers that were held.
  public var modifiers: KeyModifiers

  /// Creates a mouse event.
  public init(_ action: Action, column: Int, row: Int, modifiers: KeyModifiers = []) {
    self.action = action
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
