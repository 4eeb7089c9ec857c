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
  /// The number of all articles at the last refresh.
  public var articlesCount: Int
  /// The number of articles that the current refresh has read.
  public var offset = 0
  /// The new ones among them, newest first.
  public var found: [Article] = []

  /// Creates a watch with the articles that are known at its beginning, and the number of all
  /// articles; by default, there are no others.
  public init(every interval: Duration, knowing articles: [Article], of articlesCount: Int? = nil) {
    self.interval = interval
    self.newest = articles.map(\.createdAt).max() ?? .distantPast
    self.known = Set(articles.map(\.slug))
    self.articlesCount = articlesCount ?? articles.count
  }

  /// Creates a watch with all its properties.
  public init(
    interval: Duration, newest: Date, known: Set<String>, isRefreshing: Bool, hasFailed: Bool,
    articlesCount: Int, offset: Int, found: [Article]
  ) {
    (self.interval, self.newest, self.known) = (interval, newest, known)
    (self.isRefreshing, self.hasFailed) = (isRefreshing, hasFailed)
    (self.articlesCount, self.offset, self.found) = (articlesCount, offset, found)
  }

  /// Adds the next page of a refresh.
  ///
  /// - Returns: Whether there may be further new articles: the page does not reach the known ones,
  ///   and is not the last one.
  mutating func add(_ page: ArticlePage) -> Bool {
    // A publication between two requests moves articles to the next page.
    let seen = Set(found.map(\.slug))
    found += page.articles.filter {
      $0.createdAt >= newest && !known.contains($0.slug) && !seen.contains($0.slug)
    }
    offset += page.articles.count
    // What the user has published is known, and newer.
    let reachesKnown = page.articles.contains {
      $0.createdAt < newest || $0.createdAt == newest && known.contains($0.slug)
    }
    return !reachesKnown && !page.articles.isEmpty && offset < page.articlesCount
  }

  /// Ends a refresh without news.
  mutating func giveUp() { (isRefreshing, offset, found) = (false, 0, []) }

  /// Ends a refresh, and adds what it has found to the known articles.
  ///
  /// - Parameter count: The number of all articles.
  /// - Returns: The new articles, oldest first, and the least number of those that were not read.
  mutating func takeNews(of count: Int, isComplete: Bool) -> (articles: [Article], leftOut: Int) {
    let leftOut = isComplete ? 0 : max(count - articlesCount - found.count, 1)
    let news = Array(found.reversed())
    known.formUnion(news.map(\.slug))
    newest = news.map(\.createdAt).max() ?? newest
    articlesCount = count
    giveUp()
    return (news, leftOut)
  }
}
