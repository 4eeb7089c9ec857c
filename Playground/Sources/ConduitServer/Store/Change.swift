/// A row of the store that is new or has other values, or one that is gone.
///
/// The store changes by these values alone, in memory by ``ServerModel/apply(_:)`` and in a database by
/// a statement for each. So the two cannot differ, and reading a database is the same function again.
public enum Change: Codable, Equatable, Sendable {
  /// A user is new, or has other values.
  case user(User)
  /// A user has a new session.
  case session(SessionID, UserID)
  /// A user is followed by another one, or no longer.
  case follow(UserID, by: UserID, Bool)
  /// An article is new, or has other values.
  case article(Article)
  /// An article is deleted, with all that belongs to it.
  case articleDeleted(Article.ID)
  /// An article has a mark of a user, or no longer.
  case mark(Mark, Article.ID, by: UserID, Bool)
  /// A comment is new.
  case comment(Comment)
  /// A comment on an article is deleted.
  case commentDeleted(Comment.ID, on: Article.ID)
}
