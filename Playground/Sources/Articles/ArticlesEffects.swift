import API
public import Katana
import KatanaEffects

/// What the feature asks for: an app that has the feature needs one interpreter for each type.
public enum ArticlesEffects {
  /// The commands that the feature's updaters return.
  public static let commands: [any Command.Type] = [
    APICommand<ArticlePage>.self, APICommand<Article>.self, APICommand<[String]>.self,
  ]
  /// The subscriptions that the feature declares.
  public static let subscriptions: [any Subscription.Type] = [Every.self]
}
