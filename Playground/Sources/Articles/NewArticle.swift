/// An article that the user wants to publish.
public struct NewArticle: Hashable, Sendable, Codable {
  /// The title.
  public var title: String
  /// The subject, in one line.
  public var description: String
  /// The text.
  public var body: String
  /// The tags, in the order in which they are shown.
  public var tags: [String]

  /// Creates an article to publish.
  public init(title: String, description: String, body: String, tags: [String] = []) {
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
