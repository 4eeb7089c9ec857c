import Katana

/// What tells a node from its siblings.
public struct ViewKey: Hashable, Sendable, CustomStringConvertible {
  private let id: ScopeID

  /// Creates a key from an `id`.
  public init(_ id: some Hashable & Sendable) { self.id = ScopeID(id) }

  /// The description of the `id`.
  public var description: String { id.description }
}

/// A key of the keyboard, with the modifier key that is held.
///
/// A character is a literal: `.onKey("d", "delete", .deleted)`.
public struct Shortcut: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key without its modifiers.
  public package(set) var key: Key
  /// Whether Control is held.
  public package(set) var isControl = false

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

  package init(_ key: Key, isControl: Bool = false) {
    self.key = key
    self.isControl = isControl
  }

  /// Creates the key that types a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }

  /// A character while Control is held.
  public static func control(_ character: Character) -> Shortcut {
    Shortcut(.character(character), isControl: true)
  }

  /// The Enter key.
  public static let enter = Shortcut(.enter)
  /// The Escape key.
  public static let escape = Shortcut(.escape)
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
  /// A function key; 1 for F1.
  public static func function(_ number: Int) -> Shortcut { Shortcut(.function(number)) }
}

extension Shortcut: CustomStringConvertible {
  /// The key as people write it, such as `d`, `Esc` or `Ctrl-S`.
  public var description: String {
    let name =
      switch key {
      case .character(" "): "Space"
      case .character(let character): isControl ? character.uppercased() : String(character)
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
    return isControl ? "Ctrl-\(name)" : name
  }
}
