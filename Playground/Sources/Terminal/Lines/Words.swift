public import Katana

/// The words of a line, taken one by one. Words between quotation marks are one; there, `\"` means a
/// quotation mark, and `\\` a backslash.
public struct Words {
  /// The password that was entered after the words, if there is one.
  public let password: Secret<String>?
  private(set) var remaining: Substring

  /// Creates the words of a text.
  public init(_ text: String, password: Secret<String>? = nil) {
    self.password = password
    remaining = text[...]
  }

  /// Takes the next word; `nil` if there is none.
  public mutating func next() -> String? {
    remaining = remaining.drop(while: \.isWhitespace)
    if let word = takeQuoted() { return word }
    let word = remaining.prefix { !$0.isWhitespace }
    remaining = remaining[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// Takes a word between quotation marks; `nil` if there is none, or its second mark is missing.
  private mutating func takeQuoted() -> String? {
    guard remaining.first == "\"" else { return nil }
    var (word, rest) = ("", remaining.dropFirst())
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        remaining = rest
        return word
      case "\\" where rest.first == "\"" || rest.first == "\\": word.append(rest.removeFirst())
      default: word.append(character)
      }
    }
    return nil
  }

  /// Returns a text as a word of a line: between quotation marks if it would not be one otherwise.
  public static func quoted(_ text: String) -> String {
    let isWord = !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "\"" }
    if isWord { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// The remaining text, without white space around it; `nil` if it is empty.
  public var rest: String? {
    let text = remaining.drop(while: \.isWhitespace)
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...end])
  }

  /// The remaining text without white space around it, and without quotation marks if they stand
  /// around all of it; `nil` if it is empty.
  public var text: String? {
    var words = self
    guard let rest, rest.hasPrefix("\""), let word = words.next(), words.rest == nil
    else { return rest }
    return word.isEmpty ? nil : word
  }

  /// Takes the options of an instruction, each with a word after it. `--password`, whose password was
  /// taken from the line, is left out.
  ///
  /// - Parameters:
  ///   - name: The name of the instruction.
  ///   - known: The options, each with the name of its value: `["--tag": "TAG"]`.
  public mutating func options(
    of name: String, _ known: [String: String]
  ) throws(Mistake) -> [String: String] {
    var options: [String: String] = [:]
    while let option = next() {
      if option == "--password", password != nil, rest == nil { break }
      guard let value = known[option] else {
        throw Mistake("\(name) has no option \"\(option)\"")
      }
      guard let word = next() else { throw Mistake("\(option) needs \(value)") }
      options[option] = word
    }
    return options
  }

  /// Throws if there are further words.
  ///
  /// - Parameter arguments: What the instruction with this name takes.
  public mutating func end(of name: String, takes arguments: String) throws(Mistake) {
    if next() != nil { throw Mistake("\(name) takes \(arguments)") }
  }
}
