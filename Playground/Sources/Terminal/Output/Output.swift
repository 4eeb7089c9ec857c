public import Articles
public import Authentication

/// An output as data. ``lines(in:)`` returns its text.
public enum Output: Hashable, Sendable {
  /// The server that the app uses.
  case connected(server: String, isEmbedded: Bool)
  /// A suggestion for the next action.
  case hint(String)
  /// A successful action.
  case success(String)
  /// A failure, with a line for each error.
  case failure([String])
  /// The account of the user.
  case account(Session)
  /// A page of the list of articles.
  case articles(ArticlePage, ArticleFilter)
  /// One article, with its text.
  case article(Article)
  /// All tags.
  case tags([String])
  /// Articles that a watch has found, oldest first.
  case news([Article])
  /// The chain of causes of a message.
  case causes([Cause])
  /// All instructions that a line can contain.
  case help
}
