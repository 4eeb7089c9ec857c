/// `PUT /articles/SLUG`: changes an own article. What is left out stays as it is; a new title also
/// changes the name in the address.
struct ChangeArticle: StoreOperation {
  static let route = Route("PUT", "articles/:slug", for: .user, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var title = Field<String>.missing
    var description = Field<String>.missing
    var body = Field<String>.missing
    /// An empty list removes all tags.
    var tagList = Field<[String]>.missing
  }

  var slug: String
  var change: Input

  init(_ input: OperationInput) throws(Refusal) {
    (slug, change) = (input.text("slug"), try input.decoded("article"))
  }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = try store.requiredUserID(request)
    let id = try store.ownArticleID(slug, of: author)
    var article = store[article: id]
    var errors = FieldErrors()
    article.title = errors.changed(change.title, "title", .title, from: article.title)
    article.description = errors.changed(
      change.description, "description", .description, from: article.description)
    article.body = errors.changed(change.body, "body", .body, from: article.body)
    if change.tagList == .null { errors.add("must be a list", to: "tagList") }
    if let tags = change.tagList.value { article.tags = errors.tags(tags) }
    try errors.check()
    if article.title != store[article: id].title {
      article.slug = store.freeSlug(for: article.title, of: id)
    }
    article.updatedAt = request.receivedAt
    store.save(.article(article))
    return .ok(["article": store.view(article, for: author)])
  }
}

extension ServerModel {
  /// Returns the number of an article, which must belong to a user.
  func ownArticleID(_ slug: String, of user: UserID) throws(Refusal) -> Article.ID {
    let id = try articleID(slug)
    guard self[article: id].author == user else { throw .forbidden("article") }
    return id
  }
}
