public import API
public import Katana

/// The messages about comments on an article, which each names by its slug.
public enum CommentsMessage: Message, Codable, Equatable {
  /// The user wants to see the comments on an article.
  case listRequested(slug: String)
  /// The server has answered with the comments, or the request has failed. `after`: how many changes
  /// had been answered when the request was sent.
  case listed(slug: String, after: Int = 0, Outcome<[ArticleComment], APIError>)
  /// The user wants to comment on an article with this text.
  case publicationRequested(slug: String, String)
  /// The server has added the comment with this text, or has refused it.
  case published(slug: String, String, Outcome<ArticleComment, APIError>)
  /// The user wants to remove the comment with this number.
  case deletionRequested(slug: String, id: Int)
  /// The server has removed the comment, or has refused it.
  case deleted(slug: String, id: Int, Outcome<NoContent, APIError>)
}
