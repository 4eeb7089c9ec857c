public import Foundation

/// An article.
public struct Article: Hashable, Sendable, Identifiable, Codable {
  /// What identifies the article in addresses.
  public var slug: String
  /// The title.
  public var title: String
  /// What it is about, in one line.
  public var description: String
  /// The text; lists leave it away.
  public var body: String?
  /// The tags, in the order of their author.
  public var tags: [String]
  /// When it was published.
  public var createdAt: Date
  /// How many users like it.
  public var favoritesCount: Int
  /// Who wrote it.
  public var author: Author

  /// Who wrote an article.
  public struct Author: Hashable, Sendable, Codable {
    /// The name that others see.
    public var username: String

    /// An author.
    public init(username: String) { self.username = username }
  }

  /// The slug.
  public var id: String { slug }

  /// An article.
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
