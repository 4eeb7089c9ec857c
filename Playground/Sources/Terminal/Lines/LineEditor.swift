/// A line that somebody types at a terminal, key by key: pure.
///
/// Takes bytes as a terminal sends them without its own line editing: characters in UTF-8, control
/// characters and escape sequences. What it does not know is ignored as a whole.
public struct LineEditor: Sendable {
  /// What a key leads to.
  public enum Event: Equatable, Sendable {
    /// The line or the place in it has changed.
    case changed
    /// The line is complete.
    case line(String)
    /// Ctrl-D in an empty line: there will be no more.
    case end
  }

  /// The characters before and after the place where the next one goes.
  public private(set) var before: [Character] = []
  /// The characters behind that place.
  public private(set) var after: [Character] = []

  private var bytes: [UInt8] = []
  private var history: [String] = []
  /// Which line of the history is shown; its count for the line that is new.
  private var place = 0
  private var draft: [Character] = []
  /// Whether a line may be shown again; not one that holds a password.
  private let isKept: @Sendable (String) -> Bool

  /// An editor with an empty line and no history.
  ///
  /// - Parameter isKept: Whether a line may be shown again.
  public init(keeping isKept: @escaping @Sendable (String) -> Bool = { _ in true }) {
    self.isKept = isKept
  }

  /// The whole line.
  public var text: String { String(before + after) }

  /// Takes the next byte; `nil` if it changes nothing that can be seen.
  public mutating func take(_ byte: UInt8) -> Event? {
    bytes.append(byte)
    guard let key = Key(bytes) else { return nil }
    if key == .incomplete { return nil }
    // A key after a lone Escape, or after a character that was cut off, counts by itself.
    let isLate = key == .unknown && bytes.count > 1 && byte < 0x20
    bytes = []
    return isLate ? take(byte) : press(key)
  }

  private mutating func press(_ key: Key) -> Event? {
    switch key {
    case .incomplete, .unknown: return nil
    case .character(let character): before.append(character)
    case .enter: return finish()
    case .endOfInput: return before.isEmpty && after.isEmpty ? .end : deleteForward()
    case .backspace: if before.popLast() == nil { return nil }
    case .delete: return deleteForward()
    case .left: if let character = before.popLast() { after.insert(character, at: 0) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ([], before + after)
    case .end: (before, after) = (before + after, [])
    case .killBefore: before = []
    case .killAfter: after = []
    case .killWord:
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    case .up: show(place - 1)
    case .down: show(place + 1)
    }
    return .changed
  }

  private mutating func deleteForward() -> Event? {
    if after.isEmpty { return nil }
    after.removeFirst()
    return .changed
  }

  private mutating func finish() -> Event {
    let line = text
    if !line.isEmpty, history.last != line, isKept(line) { history.append(line) }
    (before, after, draft, place) = ([], [], [], history.count)
    return .line(line)
  }

  private mutating func show(_ new: Int) {
    guard (0...history.count).contains(new) else { return }
    if place == history.count { draft = before + after }
    place = new
    (before, after) = (new == history.count ? draft : Array(history[new]), [])
  }
}

/// What somebody has pressed.
private enum Key: Equatable {
  case character(Character)
  case enter, endOfInput, backspace, delete
  case left, right, home, end, up, down
  case killBefore, killAfter, killWord
  case unknown
  /// More bytes must come.
  case incomplete

  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x0A, 0x0D: self = .enter
    case 0x01: self = .home
    case 0x04: self = .endOfInput
    case 0x05: self = .end
    case 0x08, 0x7F: self = .backspace
    case 0x0B: self = .killAfter
    case 0x15: self = .killBefore
    case 0x17: self = .killWord
    case 0x1B: self = Self.escape(bytes)
    case 0..<0x20: self = .unknown
    default: self = Self.text(bytes)
    }
  }

  /// A sequence as ECMA-48 has it: `ESC [`, parameters, and a last byte from `@` to `~`; or the
  /// form `ESC O` and one byte, which some terminals send.
  private static func escape(_ bytes: [UInt8]) -> Key {
    guard bytes.count > 1 else { return .incomplete }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return .unknown }
    guard bytes.count > 2, let last = bytes.last, (0x40...0x7E).contains(last) else {
      return .incomplete
    }
    return switch String(decoding: bytes.dropFirst(2), as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H", "1~": .home
    case "F", "4~": .end
    case "3~": .delete
    default: .unknown
    }
  }

  private static func text(_ bytes: [UInt8]) -> Key {
    let length =
      switch bytes[0] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    if bytes.count < length { return .incomplete }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return .unknown
    }
    return .character(character)
  }
}
