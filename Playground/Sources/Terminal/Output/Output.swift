public import Articles
public import Authentication

/// Something to show, as data; ``lines(in:)`` says how it looks.
public enum Output: Hashable, Sendable {
  /// The app talks to this server.
  case connected(server: String, isEmbedded: Bool)
  /// What could be done next.
  case hint(String)
  /// Something was done.
  case success(String)
  /// Something went wrong: a line for each thing.
  case failure([String])
  /// Who the user is.
  case account(Session)
  /// A page of the list of articles.
  case articles(ArticlePage, ArticleFilter)
  /// One article, with its text.
  case article(Article)
  /// All tags.
  case tags([String])
  /// Articles that a watch has found, oldest first.
  case news([Article])
  /// What led to a message.
  case causes([Cause])
  /// What a line can ask for.
  case help
}
