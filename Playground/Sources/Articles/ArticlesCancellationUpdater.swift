public import API
public import Katana

/// Stops waiting for the answers to requests about articles that were cancelled.
public struct ArticlesCancellationUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends what is loading, and what the user wants and the server has not confirmed.
  public func update(model: inout ArticlesModel, message: RequestsCancelled) -> [any Command] {
    for slug in model.articles.keys { model.articles[slug]?.cancel() }
    for filter in model.lists.keys { model.lists[filter]?.cancel() }
    model.tags.cancel()
    model.favorites = Wishes()
    return []
  }
}
