public import Articles

/// An article as a text that people edit: a line for each of its properties, an empty line, and the
/// body.
///
///     title: Values First
///     description: Why a value is easier to test
///     tags: swift, design
///
///     A value does not change behind your back.
///
/// Lines of the head that begin with `#` are comments.
public struct ArticleText: Hashable, Codable, Sendable {
  /// The title; `nil` if there is no line for it.
  public var title: String?
  /// The subject, in one line; `nil` if there is no line for it.
  public var description: String?
  /// The tags; `nil` if there is no line for them.
  public var tags: [String]?
  /// The body, with its indentation; `nil` if it is empty.
  public var body: String?

  /// Creates a text from the properties of an article.
  public init(
    title: String? = nil, description: String? = nil, tags: [String]? = nil, body: String? = nil
  ) {
    (self.title, self.description, self.tags, self.body) = (title, description, tags, body)
  }

  /// The article of which nothing is written.
  public static let empty = ArticleText(title: "", description: "", tags: [])

  /// Creates the text of an article that was published.
  public init(_ article: Article) {
    self.init(
      title: Self.line(article.title), description: Self.line(article.description),
      tags: article.tags.map(Self.line), body: Self.trimmed(article.body ?? ""))
  }

  /// Reads a text.
  ///
  /// - Throws: ``DraftProblem/line(_:_:)`` for a line of the head that is none of its properties.
  public init(reading text: String) throws(DraftProblem) {
    self.init()
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let first = lines.firstIndex { !isBlank($0) } ?? 0
    let end = lines[first...].firstIndex(where: isBlank) ?? lines.count
    for (index, line) in lines.enumerated().prefix(end) where !line.hasPrefix("#") {
      if !isBlank(line) { try read(line, index + 1) }
    }
    body = Self.trimmed(lines[end...].joined(separator: "\n"))
  }

  private mutating func read(_ line: Substring, _ number: Int) throws(DraftProblem) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .line(number, String(line)) }
    let value = Self.line(String(parts[1]))
    switch Self.line(String(parts[0])).lowercased() {
    case "title": title = value
    case "description": description = value
    case "tags":
      tags = value.split(separator: ",").map { Self.line(String($0)) }.filter { !$0.isEmpty }
    default: throw .line(number, String(line))
    }
  }

  /// The text.
  public var text: String {
    let head = [
      title.map { "title: \($0)" }, description.map { "description: \($0)" },
      tags.map { "tags: \($0.joined(separator: ", "))" },
      "# The text follows below the empty line.",
    ]
    return head.compactMap { $0 }.joined(separator: "\n") + "\n\n" + (body.map { $0 + "\n" } ?? "")
  }

  /// A text as one line without white space around it.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A body without the empty lines around it; `nil` if nothing is left.
  private static func trimmed(_ body: String) -> String? {
    var lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    while let line = lines.first, line.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let line = lines.last, line.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension ArticleText {
  /// The article to publish. The server checks for what is missing.
  var newArticle: NewArticle {
    NewArticle(
      title: title ?? "", description: description ?? "", body: body ?? "", tags: tags ?? [])
  }

  /// What is different from another text.
  func change(from former: ArticleText) -> ArticleChange {
    ArticleChange(
      title: title == former.title ? nil : title,
      description: description == former.description ? nil : description,
      body: body == former.body ? nil : body, tags: tags == former.tags ? nil : tags)
  }
}
