import Katana

/// The words of a line, taken one by one.
struct Words {
  /// The password that was entered behind the words, if there is one.
  let password: Secret<String>?
  private var remaining: Substring

  init(_ text: String, password: Secret<String>? = nil) {
    self.password = password
    remaining = text[...]
  }

  /// The next word, if there is one.
  mutating func next() -> String? {
    remaining = remaining.drop(while: \.isWhitespace)
    let word = remaining.prefix { !$0.isWhitespace }
    remaining = remaining[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }

  /// Everything that is left, without white space around it; `nil` if there is nothing.
  var rest: String? {
    let text = remaining.drop(while: \.isWhitespace)
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...end])
  }

  /// Makes sure that nothing is left.
  mutating func end(of name: String) throws(Mistake) {
    if next() != nil { throw Mistake("\(name) was given too much") }
  }
}
