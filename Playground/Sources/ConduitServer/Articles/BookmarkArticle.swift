/// `POST /articles/SLUG/bookmark`: puts an article on the list of the user, which nobody else sees.
struct BookmarkArticle: StoreOperation {
  static let route = Route("POST", "articles/:slug/bookmark", for: .user)

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    try store.setBookmark(slug, true, request)
  }
}

/// `DELETE /articles/SLUG/bookmark`: takes an article from the list of the user.
struct UnbookmarkArticle: StoreOperation {
  static let route = Route("DELETE", "articles/:slug/bookmark", for: .user)

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    try store.setBookmark(slug, false, request)
  }
}

extension ServerModel {
  fileprivate mutating func setBookmark(
    _ slug: String, _ isOn: Bool, _ request: Request
  ) throws(Refusal) -> Response {
    let reader = try requiredUserID(request)
    let id = try articleID(slug)
    save(.bookmark(id, by: reader, isOn))
    return .ok(["article": view(self[article: id], for: reader)])
  }

  /// Returns whether an article is on the list of a user.
  func isBookmarked(_ article: Article.ID, by user: UserID) -> Bool {
    bookmarks[article]?.contains(user) ?? false
  }
}
