import API
public import Katana
import KatanaEffects

/// The feature: what updates its model, what it listens to, and what it asks for.
public let articlesFeature = CombinedUpdater<ArticlesModel>(
  [.full(ArticlesUpdater()), .full(WatchExpiryUpdater()), .full(ArticlesSubscriptions())],
  effects: [
    .command(APICommand<ArticlePage>.self), .command(APICommand<Article>.self),
    .command(APICommand<[String]>.self), .subscription(Every.self),
  ])
