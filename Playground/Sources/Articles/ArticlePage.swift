/// A part of the list of articles, newest first.
public struct ArticlePage: Hashable, Sendable, Codable {
  /// The articles of this page.
  public var articles: [Article]
  /// How many there are on all pages.
  public var articlesCount: Int

  /// A page, and how many articles there are on all pages.
  public init(_ articles: [Article], of articlesCount: Int) {
    self.articles = articles
    self.articlesCount = articlesCount
  }
}
