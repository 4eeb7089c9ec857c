/// A page of a list as the model keeps it: which articles, in which order. The articles themselves
/// are in ``ArticlesModel/articles``, so that each is there once, however many lists show it.
public struct ArticleList: Hashable, Codable, Sendable {
  /// The slugs of the articles on this page, newest first.
  public var slugs: [String]
  /// The number of articles on all pages.
  public var articlesCount: Int

  /// Creates a list from the slugs of a page and the number of articles on all pages.
  public init(slugs: [String], articlesCount: Int) {
    self.slugs = slugs
    self.articlesCount = articlesCount
  }
}
