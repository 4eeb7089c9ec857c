/// `GET /articles?tag,author,favorited,bookmarked,limit,offset`: the articles of everybody, newest first.
struct ListArticles: StoreOperation {
  static let route = Route("GET", "articles")

  var tag: String?
  var author: String?
  /// The name of a user whose favourites are listed.
  var favorited: String?
  /// Whether only the bookmarks of the asking user are listed.
  var bookmarked: Bool
  var window: PageWindow

  init(_ input: OperationInput) throws(Refusal) {
    (tag, author) = (input.query["tag"], input.query["author"])
    favorited = input.query["favorited"]
    bookmarked = input.query["bookmarked"] == "true"
    window = try PageWindow(input)
  }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = author.map { store.userID(named: $0) }
    let favorer = favorited.map { store.userID(named: $0) }
    let reader = try bookmarked ? store.requiredUserID(request) : store.userID(request)
    let page = store.page(window, for: reader) { article in
      if let tag, !article.tags.contains(tag) { return false }
      if let author, article.author != author { return false }
      if bookmarked, !store.has(.bookmark, article.id, by: reader) { return false }
      if let favorer { return store.has(.favorite, article.id, by: favorer) }
      return true
    }
    return .ok(page)
  }
}
