/// `GET /articles/SLUG`: an article with its body.
struct ReadArticle: StoreOperation {
  static let route = Route("GET", "articles/:slug")

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.userID(request)
    return .ok(["article": store.view(store[article: try store.articleID(slug)], for: reader)])
  }
}
