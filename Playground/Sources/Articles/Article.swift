public import Foundation

/// An article.
public struct Article: Hashable, Sendable, Identifiable, Codable {
  /// The text that identifies the article in addresses.
  public var slug: String
  /// The title.
  public var title: String
  /// The subject, in one line.
  public var description: String
  /// The text; `nil` in lists of articles.
  public var body: String?
  /// The tags, in the author's order.
  public var tags: [String]
  /// The date of publication.
  public var createdAt: Date
  /// The number of users who like the article.
  public var favoritesCount: Int
  /// The author.
  public var author: Author

  /// The author of an article.
  public struct Author: Hashable, Sendable, Codable {
    /// The name that others see.
    public var username: String

    /// Creates an author.
    public init(username: String) { self.username = username }
  }

  /// The slug.
  public var id: String { slug }

  /// Creates an article.
  public init(
    slug: String, title: String, description: String, body: String? = nil, tags: [String] = [],
    createdAt: Date, favoritesCount: Int = 0, author: String
  ) {
    self.slug = slug
    self.title = title
    self.description = description
    self.body = body
    self.tags = tags
    self.createdAt = createdAt
    self.favoritesCount = favoritesCount
    self.author = Author(username: author)
  }

  private enum CodingKeys: String, CodingKey {
    case slug, title, description, body, createdAt, favoritesCount, author
    case tags = "tagList"
  }
}
