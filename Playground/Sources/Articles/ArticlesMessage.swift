public import API
public import Katana

/// What happens around articles.
public enum ArticlesMessage: Message, Codable, Equatable {
  /// Somebody wants to see a page of the list.
  case listRequested(ArticleFilter)
  /// The server has answered with that page.
  case listed(ArticleFilter, Result<ArticlePage, APIError>)
  /// Somebody wants to read the article with this slug.
  case articleRequested(slug: String)
  /// The server has answered with an article.
  case articleLoaded(Result<Article, APIError>)
  /// The user wants to publish something.
  case publicationRequested(NewArticle)
  /// The server has answered a publication.
  case published(Result<Article, APIError>)
  /// Somebody wants to see all tags.
  case tagsRequested
  /// The server has answered with all tags.
  case tagsLoaded(Result<[String], APIError>)
  /// The user wants to hear of new articles.
  case watchRequested(every: Duration)
  /// The server has answered which articles there are already.
  case watchBegan(every: Duration, Result<ArticlePage, APIError>)
  /// It is time to look for new articles.
  case refreshDue
  /// The server has answered which articles there are now.
  case refreshed(Result<ArticlePage, APIError>)
  /// The user does not want to hear of new articles any more.
  case unwatchRequested
}
