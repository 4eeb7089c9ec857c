import API
public import Articles
public import Katana

/// Shows what happens around articles; changes nothing.
///
/// Comes after the feature's own updater, because it reads the news that the updater has found.
public struct ArticlesPresenter: TypedUpdater {
  /// The presenter.
  public init() {}

  /// Shows results; wishes are silent, and so is a refresh that found nothing.
  public func update(model: inout ArticlesModel, message: ArticlesMessage) -> [any Command] {
    switch message {
    case .listed(let filter, .success(let page)): [Show(.articles(page, filter))]
    case .articleLoaded(.success(let article)): [Show(.article(article))]
    case .published(.success(let article)): [Show(.success("published \(article.slug)"))]
    case .tagsLoaded(.success(let tags)): [Show(.tags(tags))]
    case .watchBegan(let interval, .success):
      [Show(.success("watching for new articles every \(interval.inSeconds)"))]
    case .unwatchRequested: [Show(.success("not watching any more"))]
    case .refreshed: show(model.news)
    case .listed(_, .failure(let error)), .articleLoaded(.failure(let error)),
      .published(.failure(let error)), .tagsLoaded(.failure(let error)),
      .watchBegan(_, .failure(let error)):
      [Show(.failure(error.lines))]
    case .listRequested, .articleRequested, .publicationRequested, .tagsRequested,
      .watchRequested, .refreshDue:
      []
    }
  }

  private func show(_ news: News) -> [any Command] {
    switch news {
    case .none: []
    case .articles(let articles): [Show(.news(articles))]
    case .failure(let error): [Show(.failure(error.lines))]
    }
  }
}
