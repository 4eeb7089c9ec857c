/// The part of the list of articles to show.
public struct ArticleFilter: Hashable, Codable, Sendable {
  /// The number of articles on a page.
  public static let pageSize = 10

  /// Whether only articles of authors whom the user follows are wanted.
  public var isFeed: Bool
  /// The tag that the articles must have; `nil` for any.
  public var tag: String?
  /// The name of their author; `nil` for any.
  public var author: String?
  /// The name of a user whose favourites they must be; `nil` for any.
  public var favorited: String?
  /// Whether they must have a bookmark of the user.
  public var bookmarked: Bool
  /// The number of the page, from 1.
  public var page: Int

  /// Creates a filter; by default, for the first page of all articles.
  public init(
    isFeed: Bool = false, tag: String? = nil, author: String? = nil, favorited: String? = nil,
    bookmarked: Bool = false, page: Int = 1
  ) {
    self.isFeed = isFeed
    self.tag = tag
    self.author = author
    self.favorited = favorited
    self.bookmarked = bookmarked
    self.page = page
  }
}
