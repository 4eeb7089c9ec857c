import Katana

/// What tells a node from its siblings.
public struct ViewKey: Hashable, Sendable, CustomStringConvertible {
  private let id: ScopeID

  /// The `id` of an element, and the key that its view has itself.
  private struct Element: Hashable, Sendable, CustomStringConvertible {
    let id: ScopeID
    let own: ScopeID
    var description: String { "\(id).\(own)" }
  }

  /// Creates a key from an `id`.
  public init(_ id: some Hashable & Sendable) { self.id = ScopeID(id) }

  /// The key of an element, whose view may have a key of its own.
  init(_ id: some Hashable & Sendable, of own: ViewKey?) {
    self.init(id)
    if let own { self.init(Element(id: self.id, own: own.id)) }
  }

  /// Whether it is the key of an element, with or without a key of its own.
  func names(_ element: ViewKey) -> Bool {
    id == element.id || id.value(as: Element.self)?.id == element.id
  }

  package func value<ID: Hashable>(as type: ID.Type) -> ID? { id.value(as: type) }

  /// The description of the `id`.
  public var description: String { id.description }
}

/// A key of the keyboard, with the modifier keys that are held.
///
/// A character is a literal: `.onKey("d", "delete", .deleted)`. The others are `.control("s")`,
/// `.alt("f")`, `.shift(.up)` and the keys with names:
///
/// | shortcut | on the keyboard |
/// | --- | --- |
/// | `"d"`, `"+"`, `" "` | a character, as it is typed; `"D"` with Shift |
/// | `.control("s")` | Ctrl with a letter, except those that are another key on a terminal |
/// | `.alt("f")`, `.alt(.enter)` | Alt with a character or a key |
/// | `.shift(.up)`, `.control(.home)` | Shift or Ctrl with a key that has a name |
/// | `.enter` `.escape` `.backspace` `.delete` | the keys with these names |
/// | `.up` `.down` `.left` `.right` `.home` `.end` `.pageUp` `.pageDown` | keys that move |
/// | `.function(1)` to `.function(20)` | F1 to F20 |
///
/// Tab and Shift-Tab move the focus, Ctrl-C and Ctrl-Z are signals, so no view can have them.
public struct Shortcut: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key without its modifiers.
  public package(set) var key: Key
  /// The modifier keys that are held. Shift is not among them where it makes another character.
  public package(set) var modifiers: Modifiers = []

  /// A key.
  public enum Key: Hashable, Sendable {
    /// A key that types a character.
    case character(Character)
    /// Keys that type none.
    case enter, escape, tab, backspace, delete
    /// Keys that move.
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key; 1 for F1.
    case function(Int)
  }

  /// Keys that are held while another one is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates modifiers from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Control.
    public static let control = Modifiers(rawValue: 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 2)
    /// Shift.
    public static let shift = Modifiers(rawValue: 4)
  }

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates the key that types a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }

  /// A key while Control is held, such as `.control("s")` or `.control(.home)`.
  ///
  /// - Precondition: A terminal can send it. Ctrl-I is Tab there, Ctrl-J and Ctrl-M are Enter, Ctrl-H is
  ///   Backspace, Ctrl-[ is Escape, and Ctrl-C and Ctrl-Z are signals.
  public static func control(_ shortcut: Shortcut) -> Shortcut {
    guard case .character(let character) = shortcut.key else { return shortcut.with(.control) }
    let letter = Character(character.lowercased())
    if let other = Self.sameAsControl[letter] {
      preconditionFailure(
        "Ctrl-\(letter.uppercased()) is \(other) on a terminal, so a view cannot have it. To fix this,"
          + " use another key.")
    }
    return Shortcut(.character(letter), shortcut.modifiers).with(.control)
  }

  private static let sameAsControl: [Character: String] = [
    "i": "Tab", "j": "Enter", "m": "Enter", "h": "Backspace", "[": "Escape", "c": "a signal",
    "z": "a signal", "\\": "a signal",
  ]

  /// A key while Alt is held, such as `.alt("f")` or `.alt(.enter)`.
  ///
  /// - Precondition: It is not one of `[`, `]`, `O`, `P` and `_`, with which Alt begins the bytes of other
  ///   keys on a terminal.
  public static func alt(_ shortcut: Shortcut) -> Shortcut {
    if case .character(let character) = shortcut.key, "[]OP_".contains(character) {
      preconditionFailure(
        "Alt-\(character) begins the bytes of other keys on a terminal, so a view cannot have it. To fix"
          + " this, use another key.")
    }
    return shortcut.with(.alt)
  }
  /// A key with a name while Shift is held, such as `.shift(.up)`. A character with Shift is another
  /// character.
  public static func shift(_ shortcut: Shortcut) -> Shortcut { shortcut.with(.shift) }

  private func with(_ modifiers: Modifiers) -> Shortcut {
    var shortcut = self
    shortcut.modifiers.formUnion(modifiers)
    return shortcut
  }

  /// The Enter key.
  public static let enter = Shortcut(.enter)
  /// The Escape key.
  public static let escape = Shortcut(.escape)
  /// The Backspace key.
  public static let backspace = Shortcut(.backspace)
  /// The Delete key.
  public static let delete = Shortcut(.delete)
  /// The arrow up.
  public static let up = Shortcut(.up)
  /// The arrow down.
  public static let down = Shortcut(.down)
  /// The arrow left.
  public static let left = Shortcut(.left)
  /// The arrow right.
  public static let right = Shortcut(.right)
  /// The Home key.
  public static let home = Shortcut(.home)
  /// The End key.
  public static let end = Shortcut(.end)
  /// The Page Up key.
  public static let pageUp = Shortcut(.pageUp)
  /// The Page Down key.
  public static let pageDown = Shortcut(.pageDown)
  /// A function key; 1 for F1.
  public static func function(_ number: Int) -> Shortcut { Shortcut(.function(number)) }
}

extension Shortcut: CustomStringConvertible {
  /// The key as people write it, such as `d`, `Esc`, `Ctrl-S` or `Alt-Enter`.
  public var description: String {
    let name =
      switch key {
      case .character(" "): "Space"
      case .character(let character):
        modifiers.contains(.control) ? character.uppercased() : String(character)
      case .enter: "Enter"
      case .escape: "Esc"
      case .tab: "Tab"
      case .backspace: "Backspace"
      case .delete: "Del"
      case .up: "↑"
      case .down: "↓"
      case .left: "←"
      case .right: "→"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .function(let number): "F\(number)"
      }
    let held = [(Modifiers.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
    return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + name
  }
}
