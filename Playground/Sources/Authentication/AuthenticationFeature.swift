import API
public import Katana
import KatanaEffects

/// The feature: what updates its model, what it listens to, and what it asks for.
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
