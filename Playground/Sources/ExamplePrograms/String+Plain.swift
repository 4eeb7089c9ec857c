public import KatanaConsole

extension TerminalText {
  /// Returns a text from another person so that it can be printed, without invisible characters.
  ///
  /// A zero-width space or a soft hyphen makes two names look like one, and terminals disagree about
  /// its width. Such characters stay in emoji, which they join.
  ///
  /// - Parameters:
  ///   - text: The text, for example from a server.
  ///   - keepsLines: Whether line ends stay, as `\n`.
  public static func visible(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for character in plain(text, keepsLines: keepsLines) {
      if character.isEmoji {
        result.append(character)
      } else {
        var scalars = character.unicodeScalars
        scalars.removeAll { $0.properties.isDefaultIgnorableCodePoint }
        result.unicodeScalars += scalars
      }
    }
    return result
  }
}

extension Character {
  /// Whether this is drawn as a picture: an emoji, or a key such as 1️⃣.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    return (first.properties.isEmoji && !first.isASCII) || unicodeScalars.contains("\u{20E3}")
  }
}
