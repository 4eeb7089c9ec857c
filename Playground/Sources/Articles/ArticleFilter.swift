/// The part of the list of articles to show.
public struct ArticleFilter: Hashable, Codable, Sendable {
  /// The number of articles on a page.
  public static let pageSize = 10

  /// The tag that the articles must have; `nil` for all articles.
  public var tag: String?
  /// The number of the page, from 1.
  public var page: Int

  /// Creates a filter; by default, for the first page of all articles.
  public init(tag: String? = nil, page: Int = 1) {
    self.tag = tag
    self.page = page
  }
}
