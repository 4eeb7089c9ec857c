import Foundation

/// An article with all that belongs to it, as the store keeps it.
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

/// A comment on an article, as the store keeps it.
struct Comment: Sendable {
  var id: Int
  var body: String
  var createdAt: Date
  var author: AccountID
}
