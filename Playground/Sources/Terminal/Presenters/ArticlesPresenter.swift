import API
public import Articles
public import Katana

/// A model that has articles, and a terminal that shows them.
public protocol ModelWithShownArticles: Model {
  /// The articles.
  var articles: ArticlesModel { get }
  /// The terminal.
  var terminal: TerminalModel { get set }
}

/// Shows messages about articles. It changes only the terminal's model.
///
/// Place it after the articles feature, because it reads the news that the feature's updater sets.
public struct ArticlesPresenter<App: ModelWithShownArticles>: TypedUpdater {
  /// Creates the presenter.
  public init() {}

  /// Shows results. Requests of the user, and a refresh without news, show nothing.
  public func update(model: inout App, message: ArticlesMessage) -> [any Command] {
    output(for: message, model.articles.news).map { [model.terminal.show($0)] } ?? []
  }

  private func output(for message: ArticlesMessage, _ news: News) -> Output? {
    switch message {
    case .listed(let filter, .success(let page)): .articles(page, filter)
    case .articleLoaded(.success(let article)): .article(article)
    case .published(.success(let article)): .success("published \(article.slug)")
    case .tagsLoaded(.success(let tags)): .tags(tags)
    case .watchBegan(let interval, .success):
      .success("watching for new articles every \(interval.inSeconds)")
    case .unwatchRequested: .success("not watching any more")
    case .refreshed: output(for: news)
    case .listed(_, .failure(let error)), .articleLoaded(.failure(let error)),
      .published(.failure(let error)), .tagsLoaded(.failure(let error)),
      .watchBegan(_, .failure(let error)):
      .failure(error.lines)
    case .listRequested, .articleRequested, .publicationRequested, .tagsRequested,
      .watchRequested, .refreshDue:
      nil
    }
  }

  private func output(for news: News) -> Output? {
    switch news {
    case .none: nil
    case .articles(let articles): .news(articles)
    case .failure(let error): .failure(error.lines)
    }
  }
}
