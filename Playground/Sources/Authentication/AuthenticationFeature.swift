import API
public import Katana

/// The feature of accounts and sessions: its updaters, its subscriptions and its effects.
public let authenticationFeature = CombinedUpdater<AuthenticationModel>(
  [
    .full(AuthenticationUpdater()),
    .full(TypedFunctionUpdater(endExpiredSession)),
    // An app of this feature alone has nothing to forget.
    .full(TypedFunctionUpdater { (_: inout AuthenticationModel, _: UserChanged) in [] }),
    .full(
      FunctionSubscriptionProvider<AuthenticationModel> { [APISession(token: $0.session?.token)] }),
  ],
  effects: [APICommand<Session>.self, LoadSession.self, SaveSession.self, APISession.self])

/// Ends the session when the server refuses it, whichever feature has sent the refused request. The
/// reply to that request tells the user.
@Sendable private func endExpiredSession(
  _ model: inout AuthenticationModel, _ message: SessionExpired
) -> [any Command] {
  // The user may have logged in again since the request was sent.
  guard message.token == model.session?.token else { return [] }
  model.session = nil
  return model.save(nil) + [
    Send(AuthenticationMessage.expired), Send(UserChanged(isRefused: true)),
  ]
}
