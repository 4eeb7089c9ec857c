/// `GET /articles/SLUG/comments`: the comments on an article, oldest first.
struct ListComments: StoreOperation {
  static let route = Route("GET", "articles/:slug/comments")

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.userID(request)
    let comments = store.comments[try store.articleID(slug)] ?? []
    return .ok(["comments": comments.map { store.view($0, for: reader) }])
  }
}
