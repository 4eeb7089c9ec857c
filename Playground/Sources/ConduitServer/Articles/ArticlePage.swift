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
  ///
  /// The part ends before its texts would be larger than ``FieldLimit/pageBytes``, but has at least one
  /// article. So the next offset is that of this part and the number of its articles.
  func page(
    _ window: PageWindow, for reader: UserID?, where isIncluded: (Article) -> Bool
  ) -> ArticlePage {
    var page = ArticlePage(articles: [], articlesCount: 0)
    var (bytes, isFull) = (0, false)
    for article in articles.reversed() where isIncluded(article) {
      if page.articlesCount >= window.offset, page.articles.count < window.limit, !isFull {
        var view = view(article, for: reader)
        view.body = nil
        bytes += view.textBytes
        isFull = bytes > FieldLimit.pageBytes && !page.articles.isEmpty
        if !isFull { page.articles.append(view) }
      }
      page.articlesCount += 1
    }
    return page
  }
}

extension ArticleView {
  /// The size of the texts that people have written, without the body.
  fileprivate var textBytes: Int {
    let texts =
      [title, description, author.username, author.bio ?? "", author.image ?? ""] + tagList
    return texts.reduce(0) { $0 + $1.utf8.count }
  }
}
