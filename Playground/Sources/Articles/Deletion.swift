/// An article that the user wants to delete.
public struct Deletion: Hashable, Codable, Sendable {
  /// The time in which the user can take it back.
  public static let delay = Duration.seconds(5)

  /// The slug of the article.
  public var slug: String
  /// Whether the request was sent, so that the user cannot take it back.
  public var hasBegun: Bool

  /// Creates a deletion; by default, one that can be taken back.
  public init(slug: String, hasBegun: Bool = false) {
    self.slug = slug
    self.hasBegun = hasBegun
  }
}
