import Katana

/// `DELETE /articles/SLUG/favorite`: takes an article out of the favourites of the user.
struct UnfavoriteArticle: StoreOperation {
  static let route = Route("DELETE", "articles/:slug/favorite", for: .user)

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.requiredUserID(request)
    let id = try store.articleID(slug)
    store.save(.favorite(id, by: reader, false))
    return .ok(["article": store.view(store[article: id], for: reader)])
  }
}
