import Foundation

/// An article as the viewer sees it. In lists there is no body, as the specification says.
struct ArticleView: Encodable, Sendable {
  var slug: String
  var title: String
  var description: String
  var body: String?
  var tagList: [String]
  var createdAt: Date
  var updatedAt: Date
  var favorited: Bool
  var favoritesCount: Int
  var author: ProfileView
}

/// A part of a list of articles, with the length of the whole list.
struct ArticlePage: Encodable, Sendable {
  var articles: [ArticleView]
  var articlesCount: Int
}

/// A comment as the viewer sees it.
struct CommentView: Encodable, Sendable {
  var id: Int
  var createdAt: Date
  var updatedAt: Date
  var body: String
  var author: ProfileView
}
