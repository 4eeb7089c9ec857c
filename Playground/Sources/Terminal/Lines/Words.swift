/// The words of a line, taken one by one.
struct Words {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  /// The next word, if there is one.
  mutating func next() -> String? {
    rest = rest.drop(while: \.isWhitespace)
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// Everything that is left, without white space around it; `nil` if there is nothing.
  mutating func remainder() -> String? {
    defer { rest = "" }
    let text = rest.drop(while: \.isWhitespace)
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...end])
  }

  /// Makes sure that nothing is left.
  mutating func end(of name: String) throws(Mistake) {
    if next() != nil { throw Mistake("\(name) was given too much") }
  }
}
