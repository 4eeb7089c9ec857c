/// A part of a list of articles, with the length of the whole list.
struct ArticlePage: Encodable, Equatable, Sendable {
  var articles: [ArticleView]
  var articlesCount: Int
}

/// The part of a list that is asked for.
struct PageWindow: Codable, Equatable, Sendable {
  var limit: Int
  var offset: Int

  /// Reads `limit` and `offset` of a query.
  init(_ input: OperationInput) throws(Refusal) {
    limit = try input.number("limit", in: 1...100, default: 20)
    offset = try input.number("offset", in: 0...Int.max, default: 0)
  }
}

extension ServerModel {
  /// Returns a part of the articles that fulfil a condition, newest first and without bodies.
  func page(
    _ window: PageWindow, for reader: UserID?, where isIncluded: (Article) -> Bool
  ) -> ArticlePage {
    var page = ArticlePage(articles: [], articlesCount: 0)
    for article in articles.reversed() where isIncluded(article) {
      if page.articlesCount >= window.offset, page.articles.count < window.limit {
        var view = view(article, for: reader)
        view.body = nil
        page.articles.append(view)
      }
      page.articlesCount += 1
    }
    return page
  }
}
