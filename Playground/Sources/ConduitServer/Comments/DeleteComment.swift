import Katana

/// `DELETE /articles/SLUG/comments/ID`: deletes an own comment.
struct DeleteComment: StoreOperation {
  static let route = Route("DELETE", "articles/:slug/comments/:id", for: .user)

  var slug: String
  /// `nil` if the path has no number: there is no such comment.
  var id: Int?

  init(_ input: OperationInput) { (slug, id) = (input.text("slug"), Int(input.text("id"))) }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = try store.requiredUserID(request)
    let article = try store.articleID(slug)
    guard let comment = store.comments[article]?.first(where: { $0.id == id }) else {
      throw .notFound("comment")
    }
    guard comment.author == author else { throw .forbidden("comment") }
    store.save(.commentDeleted(comment.id, on: article))
    return .noContent
  }
}
