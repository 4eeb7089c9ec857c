import API
public import Katana

/// Declares the session with which the API sends requests.
public struct AuthenticationSubscriptions: SubscriptionProvider {
  /// Creates the provider.
  public init() {}

  /// Returns one ``API/APISession`` with the current token.
  public func subscriptions(model: AuthenticationModel) -> [any Subscription] {
    [APISession(token: model.session?.token)]
  }
}
