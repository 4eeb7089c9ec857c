import API
public import Katana

/// Lists, reads, publishes, changes and likes articles.
public struct ArticlesUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Hashable, Sendable {
    /// All requests to the server. A change of the user cancels them.
    case requests
    /// The requests about one favourite. Only the last wish must reach the server.
    case favorite(String)
    /// The deletion of one article, while it waits.
    case deletion(String)
  }

  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and keeps what the server answers.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .listRequested(let filter):
      model.lists[filter, default: .absent].begin()
      return request(.list(filter, after: model.favorites.answered))
    case .listed(let filter, let after, .success(let page)):
      for article in page.articles { model.keep(article, after: after) }
      model.lists[filter, default: .absent].end(.success(ArticleList(page)))
    case .listed(let filter, _, .failure(let error)):
      model.lists[filter, default: .absent].end(.failure(error))
    case .articleRequested(let slug):
      model.articles[slug, default: .absent].begin()
      return request(.read(slug, after: model.favorites.answered))
    case .articleLoaded(_, let after, .success(let article)): model.keep(article, after: after)
    case .articleLoaded(let slug, _, let result):
      model.articles[slug, default: .absent].end(result)
    case .tagsRequested:
      model.tags.begin()
      return request(.loadTags)
    case .tagsLoaded(let result): model.tags.end(result)
    case .publicationRequested(let article): return request(.publish(article))
    case .published(.success(let article)): model.keep(article)
    case .changeRequested(let slug, let change): return request(.change(slug, change))
    case .changed(let slug, .success(let article)):
      model.keep(article, inPlaceOf: slug)
      if slug == article.slug { return [] }
      // What was requested under the former slug is requested again.
      return [Cancel(id: ID.favorite(slug))]
        + (model.favorites[article.slug].map { favorite(article.slug, $0) } ?? [])
    case .favoriteRequested(let slug, let wish):
      model.favorites[slug] = wish
      return favorite(slug, wish)
    case .favorited(let slug, let wish, let result):
      model.favorites.end(slug, wish)
      if case .success(let article) = result { model.keep(article) }
    case .published(.failure), .changed(_, .failure): break
    case .deletionRequested, .undoRequested, .deletionUndone, .deletionDue, .deleted,
      .deletionDropped:
      break
    case .watchRequested, .watchBegan, .refreshDue, .refreshed, .newsFound, .newsLeftOut,
      .watchFailed, .unwatchRequested:
      break
    }
    return []
  }

  private func favorite(_ slug: String, _ wish: Bool) -> [any Command] {
    request(APICommand.favorite(slug, wish).queued(id: ID.favorite(slug), .keepLatest))
  }

  private func request(_ command: some Command) -> [any Command] {
    [command.cancellable(id: ID.requests)]
  }
}

extension ArticleList {
  fileprivate init(_ page: ArticlePage) {
    self.init(slugs: page.articles.map(\.slug), articlesCount: page.articlesCount)
  }
}
