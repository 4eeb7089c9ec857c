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
    APICommand<Session>.self, LoadValue<Session?>.self, SaveValue<Session?>.self,
    RemoveValue<Session?>.self, APISession.self,
  ])
