import API
import Authentication
import Katana
import KatanaEffects
import KatanaTesting
import Testing

/// The whole feature, from the first message to the last, and what it declares to the API meanwhile.
@Suite struct AuthenticationFlowTests {
  private func makeApp() -> AppTest<AuthenticationModel> {
    let app = AppTest(
      Program(
        model: AuthenticationModel(memory: memory), authenticationFeature))
    app.start(subscriptions: [.started(APISession(token: nil))])
    return app
  }

  @Test func aRememberedSessionIsUsedUntilTheUserLogsOut() {
    let app = makeApp()
    app.send(AuthenticationMessage.opened, commands: [recall])
    app.answer(
      \LoadValue<Session?>.reply, with: .success(session),
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    app.send(
      AuthenticationMessage.logOutRequested,
      commands: [cancelRequests, forget, Send(AuthenticationMessage.loggedOut(session))],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
    app.answer(\RemoveValue<Session?>.reply, with: nil)
    app.finish()
  }

  @Test func withoutARememberedSessionNobodyIsLoggedIn() {
    let app = makeApp()
    app.send(AuthenticationMessage.opened, commands: [recall])
    app.answer(\LoadValue<Session?>.reply, with: .success(nil))
    app.finish()
  }

  @Test func whoIsLoggedInStaysSoUntilTheServerRefusesTheSession() {
    let app = makeApp()
    app.send(AuthenticationMessage.logInRequested(credentials), commands: [begin(logIn)])
    app.answer(
      \APICommand<Session>.reply, with: .success(session), commands: [remember],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    app.answer(
      \SaveValue<Session?>.reply, with: .file(.noSpace(path: "values.json")))

    var newer = session
    newer.bio = "mathematician"
    app.send(AuthenticationMessage.accountRequested, commands: [request(loadAccount)])
    app.answer(\APICommand<Session>.reply, with: .success(newer)) { $0.session = newer }

    app.send(AuthenticationMessage.accountRequested, commands: [request(loadAccount)])
    app.answer(
      APICommand<Session>.self, with: SessionExpired(token: session.token), ends: false,
      commands: [forget, Send(AuthenticationMessage.expired)],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
    app.answer(\APICommand<Session>.reply, with: .failure(.sessionExpired()))
    app.answer(\RemoveValue<Session?>.reply, with: nil)
    app.finish()
  }
}
