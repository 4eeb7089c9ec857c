/// `GET /tags`: all tags, those with the most articles first.
struct ListTags: StoreOperation {
  static let route = Route("GET", "tags")

  init(_ input: OperationInput) {}

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    _ = try store.userID(request)
    var uses: [String: Int] = [:]
    for article in store.articles { for tag in article.tags { uses[tag, default: 0] += 1 } }
    let tags = uses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return .ok(["tags": tags])
  }
}
