public import API
public import Katana

/// The messages about articles. Whether the user likes one is a ``Favorite``.
public enum ArticlesMessage: Message, Codable, Equatable {
  /// The user wants to see a page of the list.
  case listRequested(ArticleFilter)
  /// The server has answered with that page, or the request has failed. `after`: how many wishes
  /// had been answered when the request was sent.
  case listed(ArticleFilter, after: Int = 0, Outcome<ArticlePage, APIError>)
  /// The user wants to read the article with this slug.
  case articleRequested(slug: String)
  /// The server has answered with that article, or the request has failed. `after` as above.
  case articleLoaded(slug: String, after: Int = 0, Outcome<Article, APIError>)
  /// The user wants to see all tags.
  case tagsRequested
  /// The server has answered with all tags, or the request has failed.
  case tagsLoaded(Outcome<[String], APIError>)

  /// The user wants to publish an article.
  case publicationRequested(NewArticle)
  /// The server has published the article, or has refused it.
  case published(Outcome<Article, APIError>)
  /// The user wants to change the article with this slug.
  case changeRequested(slug: String, ArticleChange)
  /// The server has changed the article, or has refused it.
  case changed(slug: String, Outcome<Article, APIError>)

  /// The user wants to delete an article, and can take it back for a while.
  case deletionRequested(slug: String)
  /// The user wants to keep the article whose deletion was requested last.
  case undoRequested
  /// The article with this slug is not deleted; `nil` if nothing could be taken back.
  case deletionUndone(slug: String?)
  /// The user cannot take a deletion back any more.
  case deletionDue(slug: String)
  /// The server has deleted the article, or has refused it.
  case deleted(slug: String, Outcome<NoContent, APIError>)
  /// An article was not deleted, because the session has ended before.
  case deletionDropped(slug: String)

  /// The user wants to be notified of new articles.
  case watchRequested(every: Duration)
  /// The server has answered with the articles at the beginning of the watch, or the request has
  /// failed.
  case watchBegan(every: Duration, Outcome<ArticlePage, APIError>)
  /// It is time to look for new articles.
  case refreshDue
  /// The server has answered with a page of the newest articles, or the request has failed.
  case refreshed(Outcome<ArticlePage, APIError>)
  /// The watch has found new articles, oldest first.
  case newsFound([Article])
  /// The watch has found more new articles than it reads, at least this many.
  case newsLeftOut(atLeast: Int)
  /// The watch has failed. Of several failures in a row, only the first is news.
  case watchFailed(APIError)
  /// The user wants to end the watch.
  case unwatchRequested
}

extension ArticlesMessage: ShownAtOnce {
  /// A deletion is shown at once.
  public func refused(_ error: APIError) -> ArticlesMessage? {
    guard case .deletionRequested(let slug) = self else { return nil }
    return .deleted(slug: slug, .failure(error))
  }
}
