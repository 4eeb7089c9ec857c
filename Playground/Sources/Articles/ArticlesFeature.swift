import API
public import Katana
import KatanaEffects

/// The feature of articles: its updaters, its subscriptions and its effects.
public let articlesFeature = CombinedUpdater<ArticlesModel>(
  [.full(ArticlesUpdater()), .full(WatchExpiryUpdater()), .full(ArticlesSubscriptions())],
  effects: [
    .command(APICommand<ArticlePage>.self), .command(APICommand<Article>.self),
    .command(APICommand<[String]>.self), .subscription(Every.self),
  ])
