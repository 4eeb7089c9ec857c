import API
public import Articles
public import Katana

/// A model whose articles are shown at its terminal.
public protocol ModelWithShownArticles: Model {
  /// The articles.
  var articles: ArticlesModel { get }
  /// The terminal.
  var terminal: TerminalModel { get set }
}

/// Shows what happens around articles; changes nothing of them.
///
/// Comes after the feature's own updater, because it reads the news that the updater has found.
public struct ArticlesPresenter<App: ModelWithShownArticles>: TypedUpdater {
  /// The presenter.
  public init() {}

  /// Shows results; wishes are silent, and so is a refresh that found nothing.
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
