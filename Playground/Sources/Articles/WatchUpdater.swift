import API
public import Katana

/// Watches for new articles. A refresh reads further pages until it reaches the known articles.
public struct WatchUpdater: TypedUpdater {
  /// The number of articles that one refresh reads, so that no server keeps it busy for ever.
  static let limit = 250

  /// Creates the updater.
  public init() {}

  /// Begins and ends the watch, looks for new articles, and sends what it finds as a message.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .watchRequested(let interval): return request(.beginWatch(every: interval))
    case .watchBegan(let interval, .success(let page)):
      model.watch = Watch(every: interval, knowing: page.articles, of: page.articlesCount)
    case .refreshDue:
      // Not while the last request has no answer.
      guard model.watch?.isRefreshing == false else { return [] }
      model.watch?.isRefreshing = true
      return request(.refresh(from: 0))
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
    [command.ofUser]
  }

  private func news(
    _ result: Outcome<ArticlePage, APIError>, _ watch: inout Watch?
  ) -> [any Command] {
    switch result {
    case .success(let page):
      watch?.hasFailed = false
      let goesOn = watch?.add(page) ?? false
      if goesOn, let offset = watch?.offset, offset < Self.limit {
        return request(.refresh(from: offset))
      }
      guard let news = watch?.takeNews(of: page.articlesCount, isComplete: !goesOn),
        !news.articles.isEmpty
      else { return [] }
      return [Send(ArticlesMessage.newsFound(news.articles))]
        + (news.leftOut == 0 ? [] : [Send(ArticlesMessage.newsLeftOut(atLeast: news.leftOut))])
    case .failure(let error):
      // An expired session has ended the watch, and is told all the same.
      let isNews = error.isSessionExpired || watch?.hasFailed == false
      watch?.giveUp()
      watch?.hasFailed = true
      return isNews ? [Send(ArticlesMessage.watchFailed(error))] : []
    }
  }
}
