import API
import Authentication
import Katana
import KatanaTesting
import Testing

@Suite struct AuthenticationUpdaterTests {
  func makeTest(_ session: Session? = nil) -> StepTest<AuthenticationModel> {
    StepTest(
      CombinedUpdater([.full(AuthenticationUpdater()), .full(AuthenticationSubscriptions())]),
      model: AuthenticationModel(session: session))
  }

  @Test func wishesAreRequests() {
    let test = makeTest()
    test.send(.logInRequested(credentials), commands: [logIn])
    test.send(.registrationRequested(registration), commands: [register])
    test.send(.accountRequested, commands: [loadAccount])
    #expect(!"\(logIn) \(register)".contains("hunter22"))
  }

  @Test(arguments: [AuthenticationMessage.loggedIn, AuthenticationMessage.registered])
  func whoIsLetInIsLoggedInAndRemembered(
    message: @Sendable (Result<Session, APIError>) -> AuthenticationMessage
  ) {
    makeTest().send(
      message(.success(session)), commands: [remember],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
  }

  @Test(arguments: [
    AuthenticationMessage.loggedIn(.failure(.unauthorized([]))),
    .registered(.failure(.invalid([]))), .accountLoaded(.failure(.malformedAnswer)),
    .storeFailed("no space"), .loggedOut(session),
  ])
  func whatFailsOrHasEndedLeavesTheSessionAsItIs(message: AuthenticationMessage) {
    makeTest(session).send(message)
  }

  // Replies are equal whichever case they make, and what these make changes no model.

  @Test func theAnswersToRequestsAreToldApart() {
    let app = AppTest(Program(model: AuthenticationModel(), AuthenticationUpdater()))
    app.send(.logInRequested(credentials), commands: [logIn])
    app.send(.registrationRequested(registration), commands: [register])
    app.send(.accountRequested, commands: [loadAccount])
    let answers = app.pending.compactMap { ($0 as? APICommand<Session>)?.reply(.success(session)) }
    let expected: [any Message] = [
      AuthenticationMessage.loggedIn(.success(session)),
      AuthenticationMessage.registered(.success(session)),
      AuthenticationMessage.accountLoaded(.success(session)),
    ]
    #expect(difference(answers, expected) == nil)
    app.finish(ignoringPending: [APICommand<Session>.self])
  }

  @Test func theEndOfASessionIsTold() throws {
    let app = AppTest(
      Program(model: AuthenticationModel(session: session), AuthenticationUpdater()))
    app.send(.logOutRequested, commands: [forget]) { $0.session = nil }
    let pending = try #require(app.pending.first as? ForgetSession)
    #expect(pending.done?() as? AuthenticationMessage == .loggedOut(session))
    #expect(pending.failed("no space") as? AuthenticationMessage == .storeFailed("no space"))
    app.finish(ignoringPending: [ForgetSession.self])
  }
}
