import Foundation

/// An article with its comments and favourites.
struct Article: Codable, Equatable, Sendable, Identifiable {
  let id: Int
  /// The name in its address.
  var slug: String
  var title: String
  var description: String
  var body: String
  var tags: [String]
  var createdAt: Date
  var updatedAt: Date
  var author: UserID
  var favoritedBy: Set<UserID> = []
  /// Oldest first.
  var comments: [Comment] = []
}

/// A comment on an article.
struct Comment: Codable, Equatable, Sendable {
  var id: Int
  var body: String
  var createdAt: Date
  var author: UserID
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
      favorited: reader.map(article.favoritedBy.contains) ?? false,
      favoritesCount: article.favoritedBy.count, author: profile(article.author, for: reader))
  }

  /// Returns a comment as a reader sees it.
  func view(_ comment: Comment, for reader: UserID?) -> CommentView {
    CommentView(
      id: comment.id, createdAt: DateView(comment.createdAt),
      updatedAt: DateView(comment.createdAt), body: comment.body,
      author: profile(comment.author, for: reader))
  }
}
