import API
import Authentication
import Katana
import KatanaTesting
import Testing

/// The whole feature, from the first message to the last, and what it declares to the API meanwhile.
@Suite struct AuthenticationFlowTests {
  private func makeApp() -> AppTest<AuthenticationModel> {
    let app = AppTest(
      Program(
        model: AuthenticationModel(savedServer: server), authenticationFeature))
    app.start(subscriptions: [.started(APISession(token: nil))])
    return app
  }

  @Test func aRememberedSessionIsUsedUntilTheUserLogsOut() {
    let app = makeApp()
    app.send(AuthenticationMessage.opened, commands: [recall])
    app.answer(
      \LoadSession.reply, with: .success(session), commands: [changed],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    app.send(
      AuthenticationMessage.logOutRequested,
      commands: [cancelRequests, forget, Send(AuthenticationMessage.loggedOut(session)), changed],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
    app.answer(\SaveSession.reply, with: nil)
    app.finish()
  }

  @Test func withoutARememberedSessionNobodyIsLoggedIn() {
    let app = makeApp()
    app.send(AuthenticationMessage.opened, commands: [recall])
    app.answer(\LoadSession.reply, with: .success(nil))
    app.finish()
  }

  @Test func whoIsLoggedInStaysSoUntilTheServerRefusesTheSession() {
    let app = makeApp()
    app.send(AuthenticationMessage.logInRequested(credentials), commands: [begin(logIn)])
    app.answer(
      \APICommand<Session>.reply, with: .success(session), commands: [remember, changed],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    app.answer(
      \SaveSession.reply, with: .unwritable("s.json", reason: "no space"))

    var newer = session
    newer.bio = "mathematician"
    app.send(AuthenticationMessage.accountRequested, commands: [request(loadAccount)])
    app.answer(\APICommand<Session>.reply, with: .success(newer)) { $0.session = newer }

    app.send(AuthenticationMessage.accountRequested, commands: [request(loadAccount)])
    app.answer(
      APICommand<Session>.self, with: SessionExpired(token: session.token), ends: false,
      commands: [
        forget, Send(AuthenticationMessage.expired), Send(UserChanged(isRefused: true)),
      ],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
    app.answer(\APICommand<Session>.reply, with: .failure(.sessionExpired()))
    app.answer(\SaveSession.reply, with: nil)
    app.finish()
  }
}
