import Katana

/// `DELETE /articles/SLUG`: deletes an own article, with its comments.
struct DeleteArticle: StoreOperation {
  static let route = Route("DELETE", "articles/:slug", for: .user)

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = try store.requiredUserID(request)
    store.save(.articleDeleted(try store.ownArticleID(slug, of: author)))
    return .noContent
  }
}
