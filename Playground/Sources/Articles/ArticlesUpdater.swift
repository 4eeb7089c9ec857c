import API
public import Katana

/// Lists, reads, publishes and changes articles.
public struct ArticlesUpdater: TypedUpdater {
  /// The ids of commands.
  public enum ID: Hashable, Sendable {
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
      return request(.list(filter, after: model.beginLoad()))
    case .listed(let filter, let after, .success(let page)):
      for article in page.articles { model.keep(article, after: after) }
      model.lists[filter, default: .absent].end(.success(ArticleList(page)))
    case .listed(let filter, _, .failure(let error)):
      model.lists[filter, default: .absent].end(.failure(error))
    case .articleRequested(let slug):
      model.articles[slug, default: .absent].begin()
      return request(.read(slug, after: model.beginLoad()))
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
    case .changed(let slug, .success(let article)): return model.keep(article, inPlaceOf: slug)
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

  private func request(_ command: some Command) -> [any Command] { [command.ofUser] }
}

extension ArticleList {
  fileprivate init(_ page: ArticlePage) {
    self.init(slugs: page.articles.map(\.slug), articlesCount: page.articlesCount)
  }
}
