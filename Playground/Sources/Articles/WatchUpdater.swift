import API
public import Katana

/// Watches for new articles.
public struct WatchUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Begins and ends the watch, looks for new articles, and sends what it finds as a message.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .watchRequested(let interval): return request(.beginWatch(every: interval))
    case .watchBegan(let interval, .success(let page)):
      model.watch = Watch(every: interval, knowing: page.articles)
    case .refreshDue:
      // Not while the last request has no answer.
      guard model.watch?.isRefreshing == false else { return [] }
      model.watch?.isRefreshing = true
      return request(.refresh)
    case .refreshed(let result): return news(result, &model.watch)
    case .unwatchRequested: model.watch = nil
    case .published(.success(let article)), .changed(_, .success(let article)):
      // What the user publishes is not news to the user, also under the slug of its new title.
      model.watch?.known.insert(article.slug)
    default: break
    }
    return []
  }

  private func request(_ command: APICommand<ArticlePage>) -> [any Command] {
    [command.cancellable(id: ArticlesUpdater.ID.requests)]
  }

  private func news(
    _ result: Outcome<ArticlePage, APIError>, _ watch: inout Watch?
  ) -> [any Command] {
    watch?.isRefreshing = false
    switch result {
    case .success(let page):
      watch?.hasFailed = false
      let new = watch?.takeNew(from: page.articles) ?? []
      return new.isEmpty ? [] : [Send(ArticlesMessage.newsFound(new))]
    case .failure(let error):
      // An expired session has ended the watch, and is told all the same.
      let isNews = error == .sessionExpired || watch?.hasFailed == false
      watch?.hasFailed = true
      return isNews ? [Send(ArticlesMessage.watchFailed(error))] : []
    }
  }
}
