/// Which part of the list of articles is wanted.
public struct ArticleFilter: Hashable, Codable, Sendable {
  /// How many articles are on a page.
  public static let pageSize = 10

  /// Only articles with this tag, if given.
  public var tag: String?
  /// Which page, from 1.
  public var page: Int

  /// The first page of all articles unless you say otherwise.
  public init(tag: String? = nil, page: Int = 1) {
    self.tag = tag
    self.page = page
  }
}
