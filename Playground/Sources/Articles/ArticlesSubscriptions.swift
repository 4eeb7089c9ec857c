public import Katana
import KatanaEffects

/// Looks for new articles again and again while the model holds a watch.
public struct ArticlesSubscriptions: ModelSubscriptionProvider {
  /// The provider.
  public init() {}

  /// A tick while there is a watch.
  public func subscriptions(model: ArticlesModel) -> [any Subscription] {
    guard let watch = model.watch else { return [] }
    return [Every(watch.interval, Reply(ArticlesMessage.refreshDue))]
  }
}
