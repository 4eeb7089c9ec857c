public import Foundation
public import Profiles

/// A comment on an article.
public struct ArticleComment: Hashable, Sendable, Identifiable, Codable {
  /// The number that identifies the comment.
  public var id: Int
  /// The text.
  public var body: String
  /// The date on which it was written.
  public var createdAt: Date
  /// The author.
  public var author: Profile

  /// Creates a comment.
  public init(id: Int, body: String, createdAt: Date, author: Profile) {
    self.id = id
    self.body = body
    self.createdAt = createdAt
    self.author = author
  }
}
