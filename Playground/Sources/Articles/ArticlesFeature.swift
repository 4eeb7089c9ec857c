import API
public import Katana
import KatanaEffects

/// The feature of articles: its updaters, its subscriptions and its effects.
public let articlesFeature = CombinedUpdater<ArticlesModel>(
  [
    .full(ArticlesUpdater()), .full(DeletionUpdater()), .full(WatchUpdater()),
    .full(ArticlesAuthorUpdater()), .full(ArticlesUserUpdater()),
    .full(ArticlesCancellationUpdater()), .full(ArticlesSubscriptions()),
  ],
  effects: [APICommand<Article>.self, Every.self])
