public import Foundation

/// The state of a watch for new articles.
public struct Watch: Hashable, Codable, Sendable {
  /// The time from one refresh to the next.
  public var interval: Duration
  /// The publication date of the newest known article.
  ///
  /// An unknown article that is older is not new: it moved up in the list when others were deleted.
  public var newest: Date
  /// The slugs of the known articles.
  public var known: Set<String>
  /// Whether a refresh has no answer yet.
  public var isRefreshing = false
  /// Whether the last refresh failed, so that several failures in a row are shown once.
  public var hasFailed = false

  /// Creates a watch with the articles that are known at its beginning.
  public init(every interval: Duration, knowing articles: [Article]) {
    self.interval = interval
    self.newest = articles.map(\.createdAt).max() ?? .distantPast
    self.known = Set(articles.map(\.slug))
  }

  /// Creates a watch with all its properties.
  public init(
    interval: Duration, newest: Date, known: Set<String>, isRefreshing: Bool, hasFailed: Bool
  ) {
    (self.interval, self.newest, self.known) = (interval, newest, known)
    (self.isRefreshing, self.hasFailed) = (isRefreshing, hasFailed)
  }

  /// Returns the new articles, oldest first, and adds them to the known ones.
  mutating func takeNew(from articles: [Article]) -> [Article] {
    let new = articles.filter { $0.createdAt >= newest && !known.contains($0.slug) }
    known.formUnion(new.map(\.slug))
    newest = new.map(\.createdAt).max() ?? newest
    return new.reversed()
  }
}
