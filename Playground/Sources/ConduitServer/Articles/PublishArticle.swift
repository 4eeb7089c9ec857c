import Katana
import Foundation

/// `POST /articles`: publishes an article.
struct PublishArticle: StoreOperation {
  static let route = Route("POST", "articles", for: .user, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var title: String?
    var description: String?
    var body: String?
    var tagList: [String]?
  }

  var article: Input

  init(_ input: OperationInput) throws(Refusal) { article = try input.decoded("article") }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = try store.requiredUserID(request)
    let published = try store.publish(article, by: author, at: request.receivedAt)
    return .created(["article": store.view(published, for: author)])
  }
}

extension ServerModel {
  /// Adds an article, the newest one from now on.
  mutating func publish(
    _ input: PublishArticle.Input, by author: UserID, at date: Date
  ) throws(Refusal) -> Article {
    var errors = FieldErrors()
    let title = errors.required(input.title, "title", .title)
    let id = lastArticleID + 1
    let article = Article(
      id: id, slug: freeSlug(for: title, of: id), title: title,
      description: errors.required(input.description, "description", .description),
      body: errors.required(input.body, "body", .body), tags: errors.tags(input.tagList ?? []),
      createdAt: date, updatedAt: date, author: author)
    try errors.check()
    save(.article(article))
    return article
  }
}
