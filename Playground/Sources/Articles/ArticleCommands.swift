import API
import Katana
import KatanaEffects

extension Command where Self == APICommand<ArticlePage> {
  static func list(_ filter: ArticleFilter, after time: Int) -> Self {
    APICommand(.list(filter), Reply { ArticlesMessage.listed(filter, after: time, $0) })
  }

  static func beginWatch(every interval: Duration) -> Self {
    APICommand(.newest(from: 0), Reply { ArticlesMessage.watchBegan(every: interval, $0) })
  }

  static func refresh(from offset: Int) -> Self {
    APICommand(.newest(from: offset), Reply(ArticlesMessage.refreshed))
  }
}

extension Command where Self == APICommand<Article> {
  static func read(_ slug: String, after time: Int) -> Self {
    APICommand(
      .get("articles", slug), in: "article",
      Reply { ArticlesMessage.articleLoaded(slug: slug, after: time, $0) })
  }

  static func publish(_ article: NewArticle) -> Self {
    APICommand(
      .post("articles", body: ["article": article]), in: "article",
      Reply(ArticlesMessage.published))
  }

  static func change(_ slug: String, _ change: ArticleChange) -> Self {
    APICommand(
      .put("articles", slug, body: ["article": change]), in: "article",
      Reply { ArticlesMessage.changed(slug: slug, $0) })
  }
}

extension Command where Self == APICommand<NoContent> {
  static func delete(_ slug: String) -> Self {
    APICommand(.delete("articles", slug), Reply { ArticlesMessage.deleted(slug: slug, $0) })
  }
}

extension Command where Self == APICommand<[String]> {
  static var loadTags: Self {
    APICommand(.get("tags"), in: "tags", Reply(ArticlesMessage.tagsLoaded))
  }
}

extension APICall {
  fileprivate static func list(_ filter: ArticleFilter) -> APICall {
    let size = ArticleFilter.pageSize
    var query: HTTPFields = ["limit": "\(size)", "offset": "\((filter.page - 1) * size)"]
    if filter.isFeed { return .get("articles", "feed", query: query, session: .required) }
    if let tag = filter.tag { query["tag"] = .plain(tag) }
    if let author = filter.author { query["author"] = .plain(author) }
    if let name = filter.favorited { query["favorited"] = .plain(name) }
    if filter.bookmarked { query["bookmarked"] = "true" }
    return .get("articles", query: query, session: filter.bookmarked ? .required : .optional)
  }

  /// The call with which a watch looks for new articles.
  fileprivate static func newest(from offset: Int) -> APICall {
    var query: HTTPFields = ["limit": "50"]
    if offset > 0 { query["offset"] = .plain("\(offset)") }
    return .get("articles", query: query, session: .required)
  }
}
