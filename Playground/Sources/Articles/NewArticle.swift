/// What somebody wants to publish.
public struct NewArticle: Hashable, Sendable, Codable {
  /// The title.
  public var title: String
  /// What it is about, in one line.
  public var description: String
  /// The text.
  public var body: String
  /// The tags, in the order in which they should be shown.
  public var tags: [String]

  /// An article that is not published yet.
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
