import Foundation

extension ConduitStore {
  /// The comments on an article, oldest first.
  func comments(_ slug: String, viewer: AccountID?) throws(APIFailure) -> [CommentView] {
    articles[try articleIndex(slug)].comments.map { view($0, viewer: viewer) }
  }

  mutating func addComment(
    _ new: NewComment, to slug: String, author: AccountID, now: Date
  ) throws(APIFailure) -> CommentView {
    let index = try articleIndex(slug)
    var errors = FieldErrors()
    let body = errors.require(new.body, "body")
    try errors.throwIfAny()
    lastCommentID += 1
    let comment = Comment(id: lastCommentID, body: body, createdAt: now, author: author)
    articles[index].comments.append(comment)
    return view(comment, viewer: author)
  }

  mutating func deleteComment(
    _ id: Int, of slug: String, viewer: AccountID
  ) throws(APIFailure) {
    let index = try articleIndex(slug)
    guard let position = articles[index].comments.firstIndex(where: { $0.id == id }) else {
      throw .notFound("comment")
    }
    guard articles[index].comments[position].author == viewer else { throw .forbidden("comment") }
    articles[index].comments.remove(at: position)
  }

  /// Comments cannot be edited, so both of their dates are the same.
  private func view(_ comment: Comment, viewer: AccountID?) -> CommentView {
    CommentView(
      id: comment.id, createdAt: comment.createdAt, updatedAt: comment.createdAt,
      body: comment.body, author: profile(comment.author, viewer: viewer))
  }
}
