import API
public import Katana
import KatanaEffects

/// The feature of accounts and sessions: its updaters, its subscriptions and its effects.
public let authenticationFeature = CombinedUpdater<AuthenticationModel>(
  [
    .full(AuthenticationUpdater()),
    .full(SessionExpiryUpdater()),
    .full(AuthenticationSubscriptions()),
  ],
  effects: [
    .command(APICommand<Session>.self), .command(LoadValue<Session?>.self),
    .command(SaveValue<Session?>.self), .command(RemoveValue<Session?>.self),
    .subscription(APISession.self),
  ])
