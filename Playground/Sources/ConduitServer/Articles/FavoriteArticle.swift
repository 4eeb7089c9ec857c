import Katana

/// `POST /articles/SLUG/favorite`: makes an article a favourite of the user.
struct FavoriteArticle: StoreOperation {
  static let route = Route("POST", "articles/:slug/favorite", for: .user)

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.requiredUserID(request)
    let id = try store.articleID(slug)
    store.save(.favorite(id, by: reader, true))
    return .ok(["article": store.view(store[article: id], for: reader)])
  }
}
