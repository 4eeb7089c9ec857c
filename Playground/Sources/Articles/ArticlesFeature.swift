public import API
public import Katana
import KatanaEffects

/// The feature of articles: its updaters, its subscriptions and its effects.
public let articlesFeature = CombinedUpdater<ArticlesModel>(
  [
    .full(ArticlesUpdater()),
    .full(DeletionUpdater()),
    .full(WatchUpdater()),
    .slice(\.favorites, wishes(Favorite.self)),
    .slice(\.bookmarks, wishes(Bookmark.self)),
    .full(TypedFunctionUpdater(startAnew)),
    .full(TypedFunctionUpdater(stopWaiting)),
    .full(
      FunctionSubscriptionProvider<ArticlesModel> { model in
        model.watch.map { [Every($0.interval, Reply(ArticlesMessage.refreshDue))] } ?? []
      }),
  ],
  effects: [APICommand<Article>.self, Every.self])

/// The wish to have an article among one's favourites.
public enum Favorite: Wish {
  /// The server answers with the article.
  public typealias Answer = Article
  /// The key of the answer.
  public static let key = "article"
  /// The path of the article with this slug.
  public static func path(_ slug: String) -> [String] { ["articles", slug, "favorite"] }
}

/// The wish to find an article again, which nobody else sees.
public enum Bookmark: Wish {
  /// The server answers with the article.
  public typealias Answer = Article
  /// The key of the answer.
  public static let key = "article"
  /// The path of the article with this slug.
  public static func path(_ slug: String) -> [String] { ["articles", slug, "bookmark"] }
}

/// Forgets what was loaded for another user, and ends the watch. Deletions that wait are dropped,
/// because the server would not accept them any more.
@Sendable private func startAnew(
  _ model: inout ArticlesModel, _ message: UserChanged
) -> [any Command] {
  let dropped = model.deletions.filter { !$0.hasBegun }.map(\.slug)
  model = ArticlesModel()
  return message.cancellation
    + dropped.flatMap { slug -> [any Command] in
      [
        Cancel(id: ArticlesUpdater.ID.deletion(slug)),
        Send(ArticlesMessage.deletionDropped(slug: slug)),
      ]
    }
}

/// Ends what is loading.
@Sendable private func stopWaiting(
  _ model: inout ArticlesModel, _: RequestsCancelled
) -> [any Command] {
  for slug in model.articles.keys { model.articles[slug]?.cancel() }
  for filter in model.lists.keys { model.lists[filter]?.cancel() }
  model.tags.cancel()
  return []
}
