/// What the author wants to change about an article. What is `nil` stays as it is.
public struct ArticleChange: Hashable, Sendable, Codable {
  /// The title. The server may change the slug with it.
  public var title: String?
  /// The subject, in one line.
  public var description: String?
  /// The text.
  public var body: String?
  /// The tags; empty for none.
  public var tags: [String]?

  /// Creates a change; by default, of nothing.
  public init(
    title: String? = nil, description: String? = nil, body: String? = nil, tags: [String]? = nil
  ) {
    self.title = title
    self.description = description
    self.body = body
    self.tags = tags
  }

  private enum CodingKeys: String, CodingKey {
    case title, description, body
    case tags = "tagList"
  }
}
