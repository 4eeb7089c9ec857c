/// `GET /articles/feed?limit,offset`: the articles of those whom the user follows, newest first.
struct ReadFeed: StoreOperation {
  static let route = Route("GET", "articles/feed", for: .user)

  var window: PageWindow

  init(_ input: OperationInput) throws(Refusal) { window = try PageWindow(input) }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let reader = try store.requiredUserID(request)
    let follows = store.follows[reader] ?? []
    return .ok(store.page(window, for: reader) { follows.contains($0.author) })
  }
}
