import API
public import Katana

/// The feature: what updates its model, what it listens to, and what it asks for.
public let authenticationFeature = CombinedUpdater<AuthenticationModel>(
  [
    .full(AuthenticationUpdater()),
    .full(SessionExpiryUpdater()),
    .full(AuthenticationSubscriptions()),
  ],
  effects: [
    .command(APICommand<Session>.self), .command(RecallSession.self),
    .command(RememberSession.self), .command(ForgetSession.self),
    .subscription(APISession.self),
  ])
