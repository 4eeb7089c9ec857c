/// A part of the list of articles, newest first.
public struct ArticlePage: Hashable, Sendable, Codable {
  /// The articles of this page.
  public var articles: [Article]
  /// The number of articles on all pages.
  public var articlesCount: Int

  /// Creates a page, with the number of articles on all pages.
  public init(_ articles: [Article], of articlesCount: Int) {
    self.articles = articles
    self.articlesCount = articlesCount
  }
}
