public import Katana
import KatanaEffects

/// Triggers a refresh at regular intervals while the model has a watch.
public struct ArticlesSubscriptions: SubscriptionProvider {
  /// Creates the provider.
  public init() {}

  /// Returns a ticker while there is a watch.
  public func subscriptions(model: ArticlesModel) -> [any Subscription] {
    guard let watch = model.watch else { return [] }
    return [Every(watch.interval, Reply(ArticlesMessage.refreshDue))]
  }
}
