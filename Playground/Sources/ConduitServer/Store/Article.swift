public import Foundation

/// An article: a row of the store.
public struct Article: Codable, Equatable, Sendable, Identifiable {
  /// The number of the article. It is never used again.
  public let id: Int
  /// The name in its address.
  public var slug: String
  /// The title.
  public var title: String
  /// One sentence about the article.
  public var description: String
  /// The text.
  public var body: String
  /// The tags, in the order of the author.
  public var tags: [String]
  /// When the article was published.
  public var createdAt: Date
  /// When the article was changed.
  public var updatedAt: Date
  /// Who has written it.
  public var author: UserID

  /// Creates an article.
  public init(
    id: Int, slug: String, title: String, description: String, body: String, tags: [String],
    createdAt: Date, updatedAt: Date, author: UserID
  ) {
    (self.id, self.slug, self.title, self.description) = (id, slug, title, description)
    (self.body, self.tags, self.author) = (body, tags, author)
    (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
  }
}

/// A comment on an article: a row of the store.
public struct Comment: Codable, Equatable, Sendable, Identifiable {
  /// The number of the comment. It is never used again.
  public let id: Int
  /// The article.
  public var article: Article.ID
  /// The text.
  public var body: String
  /// When the comment was added.
  public var createdAt: Date
  /// Who has written it.
  public var author: UserID

  /// Creates a comment.
  public init(id: Int, article: Article.ID, body: String, createdAt: Date, author: UserID) {
    (self.id, self.article, self.body) = (id, article, body)
    (self.createdAt, self.author) = (createdAt, author)
  }
}

/// An article as a reader sees it. In lists, it has no body.
struct ArticleView: Encodable, Equatable, Sendable {
  var slug: String
  var title: String
  var description: String
  var body: String?
  var tagList: [String]
  var createdAt: DateView
  var updatedAt: DateView
  var favorited: Bool
  var favoritesCount: Int
  var bookmarked: Bool
  var author: ProfileView
}

/// A comment as a reader sees it. Comments cannot be changed, so both dates are the same.
struct CommentView: Encodable, Equatable, Sendable {
  var id: Int
  var createdAt: DateView
  var updatedAt: DateView
  var body: String
  var author: ProfileView
}

extension ServerModel {
  /// Returns an article as a reader sees it.
  func view(_ article: Article, for reader: UserID?) -> ArticleView {
    ArticleView(
      slug: article.slug, title: article.title, description: article.description,
      body: article.body, tagList: article.tags, createdAt: DateView(article.createdAt),
      updatedAt: DateView(article.updatedAt),
      favorited: has(.favorite, article.id, by: reader),
      favoritesCount: users(of: .favorite, on: article.id).count,
      bookmarked: has(.bookmark, article.id, by: reader),
      author: profile(article.author, for: reader))
  }

  /// Returns a comment as a reader sees it.
  func view(_ comment: Comment, for reader: UserID?) -> CommentView {
    CommentView(
      id: comment.id, createdAt: DateView(comment.createdAt),
      updatedAt: DateView(comment.createdAt), body: comment.body,
      author: profile(comment.author, for: reader))
  }
}
