extension ServerModel {
  /// Returns a name for the address of an article that no other one has.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - id: The number of the article, which keeps its name if the title makes the same one.
  func freeSlug(for title: String, of id: Article.ID) -> String {
    let base = Self.slug(for: title)
    guard !isFree(base, for: id) else { return base }
    var number = 2
    while !isFree("\(base)-\(number)", for: id) { number += 1 }
    return "\(base)-\(number)"
  }

  /// `feed` is never free: it belongs to the path `articles/feed`.
  private func isFree(_ slug: String, for id: Article.ID) -> Bool {
    slug != "feed" && (slugs[slug] ?? id) == id
  }

  /// Letters and digits of ASCII in lower case, with a hyphen for each run of anything else.
  ///
  /// Only the beginning of the title counts: servers and clients refuse a long address.
  static func slug(for title: String) -> String {
    let words = title.prefix(100).lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    return words.isEmpty ? "article" : words.joined(separator: "-")
  }
}
