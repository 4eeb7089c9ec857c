import API
import Katana
import KatanaEffects

extension Command where Self == APICommand<ArticlePage> {
  static func list(_ filter: ArticleFilter) -> Self {
    let size = ArticleFilter.pageSize
    var query: HTTPFields = ["limit": "\(size)", "offset": "\((filter.page - 1) * size)"]
    if let tag = filter.tag { query["tag"] = .plain(tag) }
    return APICommand(
      .get("articles", query: query), Reply { ArticlesMessage.listed(filter, $0) })
  }

  static func beginWatch(every interval: Duration) -> Self {
    APICommand(.newest, Reply { ArticlesMessage.watchBegan(every: interval, $0) })
  }

  static var refresh: Self { APICommand(.newest, Reply(ArticlesMessage.refreshed)) }
}

extension Command where Self == APICommand<Article> {
  static func read(_ slug: String) -> Self {
    APICommand(.get("articles", slug), in: "article", Reply(ArticlesMessage.articleLoaded))
  }

  static func publish(_ article: NewArticle) -> Self {
    APICommand(
      .post("articles", body: ["article": article]), in: "article",
      Reply(ArticlesMessage.published))
  }
}

extension Command where Self == APICommand<[String]> {
  static var loadTags: Self {
    APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
  }
}

extension APICall {
  /// The call with which a watch looks for new articles.
  fileprivate static var newest: APICall {
    .get("articles", query: ["limit": "50"], session: .required)
  }
}
