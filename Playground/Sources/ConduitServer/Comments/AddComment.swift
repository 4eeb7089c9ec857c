import Katana
import Foundation

/// `POST /articles/SLUG/comments`: comments on an article.
struct AddComment: StoreOperation {
  static let route = Route("POST", "articles/:slug/comments", for: .user, hasBody: true)

  struct Input: Codable, Equatable, Sendable {
    var body: String?
  }

  var slug: String
  var comment: Input

  init(_ input: OperationInput) throws(Refusal) {
    (slug, comment) = (input.text("slug"), try input.decoded("comment"))
  }

  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response {
    let author = try store.requiredUserID(request)
    let id = try store.articleID(slug)
    let added = try store.comment(comment.body, on: id, by: author, at: request.receivedAt)
    return .created(["comment": store.view(added, for: author)])
  }
}

extension ServerModel {
  /// Adds a comment, the newest one of its article.
  mutating func comment(
    _ body: String?, on article: Article.ID, by author: UserID, at date: Date
  ) throws(Refusal) -> Comment {
    var errors = FieldErrors()
    let body = errors.required(body, "body", .comment)
    try errors.check()
    let comment = Comment(
      id: lastCommentID + 1, article: article, body: body, createdAt: date, author: author)
    save(.comment(comment))
    return comment
  }
}
