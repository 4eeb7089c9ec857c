import Foundation

/// An article with its comments and likes, in the form in which the store keeps it.
struct Article: Sendable {
  var slug: String
  var title: String
  var description: String
  var body: String
  var tags: [String]
  var createdAt: Date
  var updatedAt: Date
  var author: AccountID
  var favoritedBy: Set<AccountID> = []
  var comments: [Comment] = []
}

/// A comment on an article, in the form in which the store keeps it.
struct Comment: Sendable {
  var id: Int
  var body: String
  var createdAt: Date
  var author: AccountID
}
