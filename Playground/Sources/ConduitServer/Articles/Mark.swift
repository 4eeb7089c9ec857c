/// What a user can put on an article. Each has two routes, and a table in the database.
public enum Mark: String, Codable, CaseIterable, Sendable {
  /// The article is a favourite of the user, and everybody sees how many have it among theirs.
  case favorite
  /// The user wants to find the article again, and nobody else sees that.
  case bookmark

  static let handlers = handlers(Favorites.self) + handlers(Bookmarks.self)

  enum Favorites: MarkKind { static let mark = Mark.favorite }
  enum Bookmarks: MarkKind { static let mark = Mark.bookmark }
}

/// A mark as a type, because each operation is one.
protocol MarkKind: Sendable { static var mark: Mark { get } }

extension Mark {
  private static func handlers<Kind: MarkKind>(_ kind: Kind.Type) -> [Handler] {
    [Handler(SetMark<Kind>.self), Handler(ClearMark<Kind>.self)]
  }
}

/// `POST /articles/SLUG/favorite`, for example: puts a mark on an article.
struct SetMark<Kind: MarkKind>: StoreOperation {
  static var route: Route { Route("POST", "articles/:slug/\(Kind.mark)", for: .user) }

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    try store.set(Kind.mark, of: slug, true, request)
  }
}

/// `DELETE /articles/SLUG/favorite`, for example: takes a mark from an article.
struct ClearMark<Kind: MarkKind>: StoreOperation {
  static var route: Route { Route("DELETE", "articles/:slug/\(Kind.mark)", for: .user) }

  var slug: String

  init(_ input: OperationInput) { slug = input.text("slug") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    try store.set(Kind.mark, of: slug, false, request)
  }
}

extension ServerModel {
  fileprivate mutating func set(
    _ mark: Mark, of slug: String, _ isOn: Bool, _ request: Request
  ) throws(Refusal) -> Response {
    let reader = try requiredUserID(request)
    let id = try articleID(slug)
    save(.mark(mark, id, by: reader, isOn))
    return .ok(["article": view(self[article: id], for: reader)])
  }

  /// Returns whether a user has put a mark on an article; nobody has who is no user.
  func has(_ mark: Mark, _ article: Article.ID, by user: UserID?) -> Bool {
    user.map { users(of: mark, on: article).contains($0) } ?? false
  }

  /// Returns those who have put a mark on an article.
  func users(of mark: Mark, on article: Article.ID) -> Set<UserID> {
    marks[MarkedArticle(mark: mark, article: article)] ?? []
  }
}

/// A mark on an article, whoever has put it there.
struct MarkedArticle: Codable, Hashable {
  var mark: Mark
  var article: Article.ID
}
