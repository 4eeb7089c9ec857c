import API
public import Katana

/// Lists, reads, publishes and watches articles.
public struct ArticlesUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Turns requests of the user into commands, and updates the watch.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    model.news = .none
    switch message {
    case .listRequested(let filter): return [.list(filter)]
    case .articleRequested(let slug): return [.read(slug)]
    case .publicationRequested(let article): return [.publish(article)]
    case .tagsRequested: return [.loadTags]
    case .watchRequested(let interval): return [.beginWatch(every: interval)]
    case .watchBegan(let interval, .success(let page)):
      model.watch = Watch(every: interval, knowing: page.articles)
      return []
    case .refreshDue: return refresh(&model.watch)
    case .refreshed(let result):
      model.news = news(result, &model.watch)
      return []
    case .unwatchRequested:
      model.watch = nil
      return []
    case .published(.success(let article)):
      // An article that the user publishes is not news to the user.
      model.watch?.known.insert(article.slug)
      return []
    case .listed, .articleLoaded, .published(.failure), .tagsLoaded, .watchBegan(_, .failure):
      return []
    }
  }

  /// Requests the newest articles, unless the last request has no answer yet.
  private func refresh(_ watch: inout Watch?) -> [any Command] {
    guard watch?.isRefreshing == false else { return [] }
    watch?.isRefreshing = true
    return [.refresh]
  }

  private func news(_ result: Outcome<ArticlePage, APIError>, _ watch: inout Watch?) -> News {
    watch?.isRefreshing = false
    switch result {
    case .success(let page):
      watch?.hasFailed = false
      let new = watch?.takeNew(from: page.articles) ?? []
      return new.isEmpty ? .none : .articles(new)
    case .failure(.sessionExpired):
      // Shown also if the watch has failed before: an expired session ends the watch.
      return .failure(.sessionExpired)
    case .failure(let error):
      defer { watch?.hasFailed = true }
      return watch?.hasFailed == false ? .failure(error) : .none
    }
  }
}
