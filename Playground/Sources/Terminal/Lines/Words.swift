import Katana

/// The words of a line, taken one by one.
struct Words {
  /// The password that was entered after the words, if there is one.
  let password: Secret<String>?
  private var remaining: Substring

  init(_ text: String, password: Secret<String>? = nil) {
    self.password = password
    remaining = text[...]
  }

  /// Takes the next word; `nil` if there is none.
  mutating func next() -> String? {
    remaining = remaining.drop(while: \.isWhitespace)
    let word = remaining.prefix { !$0.isWhitespace }
    remaining = remaining[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// The remaining text, without white space around it; `nil` if it is empty.
  var rest: String? {
    let text = remaining.drop(while: \.isWhitespace)
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...end])
  }

  /// Throws if there are further words.
  ///
  /// - Parameter arguments: What the instruction with this name takes.
  mutating func end(of name: String, takes arguments: String) throws(Mistake) {
    if next() != nil { throw Mistake("\(name) takes \(arguments)") }
  }
}
