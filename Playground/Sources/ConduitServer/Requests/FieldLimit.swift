/// How many characters a field may have, counted as Unicode scalars.
///
/// Without a limit, one user can make the lists of everybody else slow, or too large to be sent.
struct FieldLimit {
  let maximum: Int

  static let username = FieldLimit(maximum: 50)
  static let email = FieldLimit(maximum: 254)
  static let password = FieldLimit(maximum: 1_000)
  static let bio = FieldLimit(maximum: 1_000)
  static let image = FieldLimit(maximum: 2_000)
  static let title = FieldLimit(maximum: 200)
  static let description = FieldLimit(maximum: 500)
  static let body = FieldLimit(maximum: 200_000)
  static let comment = FieldLimit(maximum: 10_000)
  static let tag = FieldLimit(maximum: 30)
  /// How many tags an article may have.
  static let tagCount = 10
  /// How many bytes of texts a page of a list may have, unless it has one article only.
  static let pageBytes = 512 << 10

  /// Returns what is wrong with a text; `nil` if nothing is.
  ///
  /// A null character ends a text in C, and so in SQLite. A text that was cut there could be equal to
  /// another one.
  func error(_ text: String) -> String? {
    if text.unicodeScalars.count > maximum {
      return "is too long (maximum is \(maximum) characters)"
    }
    return text.unicodeScalars.contains("\0") ? "has a null character" : nil
  }
}
