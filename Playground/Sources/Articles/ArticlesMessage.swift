public import API
public import Katana

/// The messages about articles.
public enum ArticlesMessage: Message, Codable, Equatable {
  /// The user wants to see a page of the list.
  case listRequested(ArticleFilter)
  /// The server has answered with that page, or the request has failed.
  case listed(ArticleFilter, Outcome<ArticlePage, APIError>)
  /// The user wants to read the article with this slug.
  case articleRequested(slug: String)
  /// The server has answered with an article, or the request has failed.
  case articleLoaded(Outcome<Article, APIError>)
  /// The user wants to publish an article.
  case publicationRequested(NewArticle)
  /// The server has published the article, or the request has failed.
  case published(Outcome<Article, APIError>)
  /// The user wants to see all tags.
  case tagsRequested
  /// The server has answered with all tags, or the request has failed.
  case tagsLoaded(Outcome<[String], APIError>)
  /// The user wants to be notified of new articles.
  case watchRequested(every: Duration)
  /// The server has answered with the articles at the beginning of the watch, or the request has
  /// failed.
  case watchBegan(every: Duration, Outcome<ArticlePage, APIError>)
  /// It is time to look for new articles.
  case refreshDue
  /// The server has answered with the newest articles, or the request has failed.
  case refreshed(Outcome<ArticlePage, APIError>)
  /// The user wants to end the watch.
  case unwatchRequested
}
