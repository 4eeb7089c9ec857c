public import Katana

/// A line of text that a user edits key by key.
///
/// An editor is a pure value. The interpreter of ``Prompt`` uses it. An app that draws by itself
/// can keep an editor in its model, and pass the events of ``TerminalInput`` to it.
public struct LineEditor: Hashable, Sendable {
  /// The effect of an event.
  public enum Outcome: Hashable, Sendable {
    /// Neither the text nor the cursor changed.
    case unchanged
    /// The text or the cursor changed.
    case changed
    /// The user pressed return: the line is complete.
    case entered(String)
    /// The user pressed Ctrl-D in an empty line, or the terminal was closed.
    case endOfInput
    /// The user pressed Ctrl-C.
    case interrupted
    /// The user pressed Ctrl-Z to stop the process.
    case suspended
    /// The user pressed Ctrl-L to clear the screen and draw it again.
    case redrawn
  }

  /// The characters before the cursor.
  public private(set) var before: [Character]
  /// The characters after the cursor.
  public private(set) var after: [Character] = []

  private var history: [String]
  /// The index of the line in the history that is shown. For the new line, it is the count of the
  /// history.
  private var place: Int
  private var draft: [Character] = []
  /// The characters that Ctrl-K, Ctrl-U or Ctrl-W removed last.
  private var killed: [Character] = []

  /// Creates an editor.
  ///
  /// Escape sequences and control characters are left out of the initial text, of the lines of the
  /// history and of what is pasted. Line ends within them become spaces.
  ///
  /// - Parameters:
  ///   - text: The initial text. The cursor is at its end.
  ///   - history: The former lines, the oldest first.
  public init(text: String = "", history: [String] = []) {
    self.before = Self.oneLine(text)
    self.history = history
    self.place = history.count
  }

  /// Returns a text as it is edited: in one line and without escape sequences.
  private static func oneLine(_ text: String) -> [Character] {
    Array(TerminalText.withoutControls(text, lineEnd: " "))
  }

  /// The whole line.
  public var text: String { String(before + after) }

  /// Handles an event of the terminal.
  ///
  /// - Returns: The effect of the event. The app performs what is not editing, such as stopping the
  ///   process.
  public mutating func take(_ event: TerminalEvent) -> Outcome {
    switch event {
    case .key(let press): return take(press)
    case .paste(let text): return insert(pasted: text)
    case .end: return .endOfInput
    case .mouse, .focus, .resized, .unknown: return .unchanged
    }
  }

  private mutating func take(_ press: KeyStroke) -> Outcome {
    if case .character(let character) = press.key {
      if press.modifiers == .control { return control(character) }
      if press.modifiers == .alt { return alt(character) }
      if press.modifiers.isSubset(of: .shift) { return insert(character) }
      return .unchanged
    }
    let isByWord = !press.modifiers.isDisjoint(with: [.control, .alt])
    switch press.key {
    case .enter: return .entered(text)
    case .backspace: return isByWord ? killWordBefore() : deleteBefore()
    case .delete: return isByWord ? killWordAfter() : deleteAfter()
    case .left: return isByWord ? moveWordLeft() : moveLeft()
    case .right: return isByWord ? moveWordRight() : moveRight()
    case .home: return moveToStart()
    case .end: return moveToEnd()
    case .up: return show(place - 1)
    case .down: return show(place + 1)
    default: return .unchanged
    }
  }

  private mutating func control(_ character: Character) -> Outcome {
    switch character {
    case "a": return moveToStart()
    case "b": return moveLeft()
    case "c": return .interrupted
    case "d": return before.isEmpty && after.isEmpty ? .endOfInput : deleteAfter()
    case "e": return moveToEnd()
    case "f": return moveRight()
    case "k": return kill(count: 0, after.count)
    case "l": return .redrawn
    case "n": return show(place + 1)
    case "p": return show(place - 1)
    case "t": return exchange()
    case "u": return kill(count: before.count, 0)
    case "w": return killWordBefore()
    case "y": return yank()
    case "z": return .suspended
    default: return .unchanged
    }
  }

  private mutating func alt(_ character: Character) -> Outcome {
    switch character {
    case "b": moveWordLeft()
    case "d": killWordAfter()
    case "f": moveWordRight()
    default: .unchanged
    }
  }

  // MARK: Changes

  private mutating func insert(_ character: Character) -> Outcome {
    if Self.oneLine(String(character)).isEmpty { return .unchanged }
    // A combining character, or the next part of an emoji, becomes part of the character before it.
    if let last = before.last, case let joined = String(last) + String(character), joined.count == 1
    {
      before[before.count - 1] = Character(joined)
    } else {
      before.append(character)
    }
    return .changed
  }

  private mutating func insert(pasted text: String) -> Outcome {
    let characters = Self.oneLine(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    before += characters
    return characters.isEmpty ? .unchanged : .changed
  }

  private mutating func deleteBefore() -> Outcome {
    before.popLast() == nil ? .unchanged : .changed
  }

  private mutating func deleteAfter() -> Outcome {
    if after.isEmpty { return .unchanged }
    after.removeFirst()
    return .changed
  }

  private mutating func kill(count: Int, _ countAfter: Int) -> Outcome {
    if count + countAfter == 0 { return .unchanged }
    killed = before.suffix(count) + after.prefix(countAfter)
    before.removeLast(count)
    after.removeFirst(countAfter)
    return .changed
  }

  private mutating func killWordBefore() -> Outcome { kill(count: wordBefore, 0) }
  private mutating func killWordAfter() -> Outcome { kill(count: 0, wordAfter) }

  private mutating func yank() -> Outcome {
    before += killed
    return killed.isEmpty ? .unchanged : .changed
  }

  /// Exchanges the characters before and after the cursor; at the end of the line, the last two.
  private mutating func exchange() -> Outcome {
    if after.isEmpty { _ = moveLeft() }
    guard let left = before.popLast(), !after.isEmpty else { return .changed }
    before.append(after.removeFirst())
    before.append(left)
    return .changed
  }

  private mutating func show(_ new: Int) -> Outcome {
    guard (0...history.count).contains(new) else { return .unchanged }
    if place == history.count { draft = before + after }
    place = new
    (before, after) = (new == history.count ? draft : Self.oneLine(history[new]), [])
    return .changed
  }

  // MARK: Moves

  private mutating func move(by count: Int) -> Outcome {
    if count < 0 {
      after.insert(contentsOf: before.suffix(-count), at: 0)
      before.removeLast(-count)
    } else {
      before += after.prefix(count)
      after.removeFirst(count)
    }
    return count == 0 ? .unchanged : .changed
  }

  private mutating func moveLeft() -> Outcome { move(by: before.isEmpty ? 0 : -1) }
  private mutating func moveRight() -> Outcome { move(by: after.isEmpty ? 0 : 1) }
  private mutating func moveToStart() -> Outcome { move(by: -before.count) }
  private mutating func moveToEnd() -> Outcome { move(by: after.count) }
  private mutating func moveWordLeft() -> Outcome { move(by: -wordBefore) }
  private mutating func moveWordRight() -> Outcome { move(by: wordAfter) }

  private var wordBefore: Int { Self.word(before.reversed()) }
  private var wordAfter: Int { Self.word(after) }

  /// Returns the number of characters from the cursor to the end of the next word, including spaces
  /// before the word.
  private static func word(_ characters: [Character]) -> Int {
    let spaces = characters.prefix { $0.isWhitespace }.count
    return spaces + characters.dropFirst(spaces).prefix { !$0.isWhitespace }.count
  }
}

extension LineEditor: Codable {
  private enum CodingKeys: CodingKey {
    case before, after, history, place, draft, killed
  }

  /// Encodes the text, the cursor, the history and the characters that were removed last.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(String(before), forKey: .before)
    try container.encode(String(after), forKey: .after)
    try container.encode(history, forKey: .history)
    try container.encode(place, forKey: .place)
    try container.encode(String(draft), forKey: .draft)
    try container.encode(String(killed), forKey: .killed)
  }

  /// Decodes an editor that ``encode(to:)`` has encoded.
  ///
  /// - Throws: `DecodingError` if a value is missing or out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func characters(_ key: CodingKeys) throws -> [Character] {
      Array(try container.decode(String.self, forKey: key))
    }
    history = try container.decode([String].self, forKey: .history)
    let place = try container.decode(Int.self, forKey: .place)
    guard (0...history.count).contains(place) else {
      throw DecodingError.dataCorruptedError(
        forKey: .place, in: container, debugDescription: "The history has no line \(place).")
    }
    self.place = place
    before = try characters(.before)
    after = try characters(.after)
    draft = try characters(.draft)
    killed = try characters(.killed)
  }
}

extension LineEditor: OwnSource {
  /// The complete state of the editor.
  package var sourceArguments: [(label: String?, value: Any)] {
    [
      ("before", String(before)), ("after", String(after)), ("history", history),
      ("place", place), ("draft", String(draft)), ("killed", String(killed)),
    ]
  }

  /// Creates an editor in any state. Tests that are generated from recordings use it.
  ///
  /// - Parameters:
  ///   - before: The text before the cursor.
  ///   - after: The text after the cursor.
  ///   - history: The former lines, the oldest first.
  ///   - place: The index of the line in the history that is shown. For the new line, it is the
  ///     count of the history.
  ///   - draft: The text of the new line, while a line of the history is shown.
  ///   - killed: The text that was removed last, and that Ctrl-Y inserts again.
  public init(
    before: String, after: String, history: [String], place: Int, draft: String, killed: String
  ) {
    self.init(text: before, history: history)
    precondition(
      (0...history.count).contains(place),
      "the history has \(history.count) lines, and no line \(place)")
    self.place = place
    self.after = Array(after)
    self.draft = Array(draft)
    self.killed = Array(killed)
  }
}
