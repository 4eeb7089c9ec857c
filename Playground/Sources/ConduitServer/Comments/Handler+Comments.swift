extension Handler {
  /// Comments on an article.
  static let comments = [
    Handler(ListComments.self), Handler(AddComment.self), Handler(DeleteComment.self),
  ]
}
