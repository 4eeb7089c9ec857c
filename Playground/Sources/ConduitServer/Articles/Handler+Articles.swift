extension Handler {
  /// Articles. The feed comes before the article, whose name would match `feed` too.
  static let articles =
    [
      Handler(ListArticles.self), Handler(ReadFeed.self), Handler(ReadArticle.self),
      Handler(PublishArticle.self), Handler(ChangeArticle.self), Handler(DeleteArticle.self),
    ] + Mark.handlers
}
