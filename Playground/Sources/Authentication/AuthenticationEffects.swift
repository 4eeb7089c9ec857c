import API
public import Katana

/// What the feature asks for: an app that has the feature needs one interpreter for each type.
public enum AuthenticationEffects {
  /// The commands that the feature's updaters return.
  public static let commands: [any Command.Type] = [
    APICommand<Session>.self, RecallSession.self, RememberSession.self, ForgetSession.self,
  ]
  /// The subscriptions that the feature declares.
  public static let subscriptions: [any Subscription.Type] = [APISession.self]
}
