public import API
public import Katana

/// The part of the app's model that is about articles.
public struct ArticlesModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = ArticlesMessage

  /// The articles by slug, each once and as the server has sent it.
  public var articles: [String: Loadable<Article>]
  /// When their loads began, by the time of the wishes; 0 if there is no entry.
  public var loadedAt: [String: Int]
  /// The lists that were requested.
  public var lists: [ArticleFilter: Loadable<ArticleList>]
  /// All tags.
  public var tags: Loadable<[String]>
  /// What the user wants to be a favourite.
  public var favorites: Wishes<Favorite>
  /// What the user wants to have a bookmark on.
  public var bookmarks: Wishes<Bookmark>
  /// The articles that are to be deleted, in the order in which the user has said so.
  public var deletions: [Deletion]
  /// The watch for new articles; `nil` if there is none.
  public var watch: Watch?

  /// Creates a model; by default, one that has loaded nothing.
  public init(
    articles: [String: Loadable<Article>] = [:], loadedAt: [String: Int] = [:],
    lists: [ArticleFilter: Loadable<ArticleList>] = [:], tags: Loadable<[String]> = .absent,
    favorites: Wishes<Favorite> = Wishes(), bookmarks: Wishes<Bookmark> = Wishes(),
    deletions: [Deletion] = [], watch: Watch? = nil
  ) {
    (self.articles, self.loadedAt, self.lists, self.tags) = (articles, loadedAt, lists, tags)
    (self.favorites, self.bookmarks) = (favorites, bookmarks)
    (self.deletions, self.watch) = (deletions, watch)
  }
}

// What is to be shown: what the server has sent, with what the user wants.

extension ArticlesModel {
  /// Returns an article as it is to be shown; `nil` if it is not loaded, or is to be deleted.
  public func article(_ slug: String) -> Article? {
    guard var article = articles[slug]?.value, !deletions.contains(where: { $0.slug == slug })
    else { return nil }
    let loadedAt = loadedAt[slug] ?? 0
    if let wish = favorites.shown(slug, loadedAt: loadedAt), wish != article.favorited {
      article.favorited = wish
      article.favoritesCount += wish ? 1 : -1
    }
    article.bookmarked = bookmarks.shown(slug, loadedAt: loadedAt) ?? article.bookmarked
    return article
  }

  /// Returns the articles of a list as they are to be shown; empty if it is not loaded.
  public func articles(in filter: ArticleFilter) -> [Article] {
    (lists[filter]?.value?.slugs ?? []).compactMap(article)
  }
}

// What answers of the server change.

extension ArticlesModel {
  /// Returns the time of the wishes for a load that begins now.
  mutating func beginLoad() -> Int {
    favorites.time = max(favorites.time, bookmarks.time)
    bookmarks.time = favorites.time
    return favorites.time
  }

  /// Keeps an article in place of the copy that was there. A list has no texts, so the text that was
  /// loaded before stays.
  ///
  /// - Parameter time: The time of the wishes when the load began.
  public mutating func keep(_ article: Article, after time: Int = 0) {
    var article = article
    article.body = article.body ?? articles[article.slug]?.value?.body
    articles[article.slug] = .loaded(article)
    loadedAt[article.slug] = time == 0 ? nil : time
  }

  /// Keeps a changed article, which may have a new slug. What the user wants of it goes with it.
  ///
  /// - Returns: What asks the server again for what was wanted under the former slug.
  mutating func keep(_ article: Article, inPlaceOf slug: String) -> [any Command] {
    keep(article, after: loadedAt.removeValue(forKey: slug) ?? 0)
    guard slug != article.slug else { return [] }
    articles[slug] = nil
    for index in deletions.indices where deletions[index].slug == slug {
      // One that has begun ends with the answer to its request.
      if !deletions[index].hasBegun { deletions[index].slug = article.slug }
    }
    changeLists { list in list.slugs = list.slugs.map { $0 == slug ? article.slug : $0 } }
    return favorites.rename(slug, to: article.slug) + bookmarks.rename(slug, to: article.slug)
  }

  /// Removes an article that the server has deleted.
  mutating func remove(_ slug: String) {
    articles[slug] = nil
    changeLists { list in
      guard let index = list.slugs.firstIndex(of: slug) else { return }
      list.slugs.remove(at: index)
      list.articlesCount -= 1
    }
  }

  private mutating func changeLists(_ change: (inout ArticleList) -> Void) {
    for filter in lists.keys { lists[filter]?.change(change) }
  }
}
