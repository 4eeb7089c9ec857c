public import Foundation
public import Profiles

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
  /// Whether the article is a favourite of the user who asked.
  public var favorited: Bool
  /// Whether the user who asked has a bookmark on the article; `nil` from a server without bookmarks.
  public var bookmarked: Bool?
  /// The number of users who like the article.
  public var favoritesCount: Int
  /// The author.
  public var author: Profile

  /// The slug.
  public var id: String { slug }

  /// Creates an article.
  public init(
    slug: String, title: String, description: String, body: String? = nil, tags: [String] = [],
    createdAt: Date, favorited: Bool = false, bookmarked: Bool? = nil, favoritesCount: Int = 0,
    author: Profile
  ) {
    self.slug = slug
    self.title = title
    self.description = description
    self.body = body
    self.tags = tags
    self.createdAt = createdAt
    (self.favorited, self.bookmarked) = (favorited, bookmarked)
    self.favoritesCount = favoritesCount
    self.author = author
  }

  private enum CodingKeys: String, CodingKey {
    case slug, title, description, body, createdAt, favorited, bookmarked, favoritesCount, author
    case tags = "tagList"
  }
}
