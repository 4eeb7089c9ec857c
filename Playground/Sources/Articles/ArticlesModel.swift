public import API
public import Katana

/// The part of the app's model that is about articles.
public struct ArticlesModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = ArticlesMessage

  /// The articles by slug, each once and as the server has sent it.
  public var articles: [String: Loadable<Article>]
  /// The lists that were requested.
  public var lists: [ArticleFilter: Loadable<ArticleList>]
  /// All tags.
  public var tags: Loadable<[String]>
  /// What the user wants to be a favourite, by slug, while the server has not confirmed it.
  public var favorites: Wishes
  /// The articles that are to be deleted, in the order in which the user has said so.
  public var deletions: [Deletion]
  /// The watch for new articles; `nil` if there is none.
  public var watch: Watch?

  /// Creates a model; by default, one that has loaded nothing.
  public init(
    articles: [String: Loadable<Article>] = [:],
    lists: [ArticleFilter: Loadable<ArticleList>] = [:], tags: Loadable<[String]> = .absent,
    favorites: Wishes = Wishes(), deletions: [Deletion] = [], watch: Watch? = nil
  ) {
    self.articles = articles
    self.lists = lists
    self.tags = tags
    self.favorites = favorites
    self.deletions = deletions
    self.watch = watch
  }
}

// What is to be shown: what the server has sent, with what the user wants.

extension ArticlesModel {
  /// Returns an article as it is to be shown; `nil` if it is not loaded, or is to be deleted.
  public func article(_ slug: String) -> Article? {
    guard var article = articles[slug]?.value, !deletions.contains(where: { $0.slug == slug })
    else { return nil }
    if let wish = favorites[slug], wish != article.favorited {
      article.favorited = wish
      article.favoritesCount += wish ? 1 : -1
    }
    return article
  }

  /// Returns the articles of a list as they are to be shown; empty if it is not loaded.
  public func articles(in filter: ArticleFilter) -> [Article] {
    (lists[filter]?.value?.slugs ?? []).compactMap(article)
  }
}

// What answers of the server change.

extension ArticlesModel {
  /// Keeps an article in place of the copy that was there. A list has no texts, so the text that was
  /// loaded before stays.
  mutating func keep(_ article: Article) {
    var article = article
    article.body = article.body ?? articles[article.slug]?.value?.body
    articles[article.slug] = .loaded(article)
  }

  /// Keeps an article that was loaded. If a wish was answered since the load began, the favourite
  /// stays as it is: the answer is newer, and what was loaded may be older.
  mutating func keep(_ article: Article, after answers: Int) {
    var article = article
    if answers != favorites.answered, let known = articles[article.slug]?.value {
      (article.favorited, article.favoritesCount) = (known.favorited, known.favoritesCount)
    }
    keep(article)
  }

  /// Keeps a changed article, which may have a new slug. What the user wants of it goes with it.
  mutating func keep(_ article: Article, inPlaceOf slug: String) {
    if slug != article.slug {
      articles[slug] = nil
      favorites[article.slug] = favorites[slug]
      favorites[slug] = nil
      for index in deletions.indices where deletions[index].slug == slug {
        // One that has begun ends with the answer to its request.
        if !deletions[index].hasBegun { deletions[index].slug = article.slug }
      }
      changeLists { list in list.slugs = list.slugs.map { $0 == slug ? article.slug : $0 } }
    }
    keep(article)
  }

  /// Removes an article that the server has deleted.
  mutating func remove(_ slug: String) {
    articles[slug] = nil
    favorites[slug] = nil
    changeLists { list in
      guard let index = list.slugs.firstIndex(of: slug) else { return }
      list.slugs.remove(at: index)
      list.articlesCount -= 1
    }
  }

  private mutating func changeLists(_ change: (inout ArticleList) -> Void) {
    lists = lists.mapValues { state in
      guard var list = state.value else { return state }
      change(&list)
      return .loaded(list)
    }
  }
}
