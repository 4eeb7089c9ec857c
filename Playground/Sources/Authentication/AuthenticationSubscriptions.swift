import API
public import Katana

/// Tells the API in whose name requests are made.
public struct AuthenticationSubscriptions: ModelSubscriptionProvider {
  /// The provider.
  public init() {}

  /// Always one ``API/APISession``, with the token of the moment.
  public func subscriptions(model: AuthenticationModel) -> [any Subscription] {
    [APISession(token: model.session?.token)]
  }
}
