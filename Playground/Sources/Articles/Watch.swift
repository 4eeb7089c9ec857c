public import Foundation

/// What watching for new articles needs to know.
public struct Watch: Hashable, Codable, Sendable {
  /// The time between two looks.
  public var interval: Duration
  /// When the newest known article was published: older ones are not new, even if they were not
  /// seen, since they move up when others are deleted.
  public var newest: Date
  /// The slugs that were seen.
  public var known: Set<String>
  /// Whether the server was asked and has not answered yet.
  public var isRefreshing = false
  /// Whether the last answer was an error, so that a server that is away is mentioned once.
  public var hasFailed = false

  /// A watch that knows some articles.
  public init(every interval: Duration, knowing articles: [Article]) {
    self.interval = interval
    self.newest = articles.map(\.createdAt).max() ?? .distantPast
    self.known = Set(articles.map(\.slug))
  }

  /// A watch with all that it knows.
  public init(
    interval: Duration, newest: Date, known: Set<String>, isRefreshing: Bool, hasFailed: Bool
  ) {
    (self.interval, self.newest, self.known) = (interval, newest, known)
    (self.isRefreshing, self.hasFailed) = (isRefreshing, hasFailed)
  }

  /// The articles that are new, oldest first; from now on they are known.
  mutating func takeNew(from articles: [Article]) -> [Article] {
    let new = articles.filter { $0.createdAt >= newest && !known.contains($0.slug) }
    known.formUnion(new.map(\.slug))
    newest = new.map(\.createdAt).max() ?? newest
    return new.reversed()
  }
}
