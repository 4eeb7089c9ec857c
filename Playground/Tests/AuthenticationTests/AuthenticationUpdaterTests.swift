import API
import Authentication
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct AuthenticationUpdaterTests {
  static let noSpace = StoreError.file(.noSpace(path: "values.json"))

  func makeTest(_ session: Session? = nil) -> StepTest<AuthenticationModel> {
    StepTest(
      CombinedUpdater([.full(AuthenticationUpdater()), .full(AuthenticationSubscriptions())]),
      model: AuthenticationModel(session: session, memory: memory))
  }

  @Test func wishesAreRequests() {
    let test = makeTest()
    test.send(.logInRequested(credentials), commands: [logIn])
    test.send(.registrationRequested(registration), commands: [register])
    test.send(.accountRequested, commands: [loadAccount])
    #expect(!"\(logIn) \(register)".contains("hunter22"))
  }

  @Test func aWishIsSentInTheWordsOfTheServer() throws {
    let text = String(decoding: try HTTPJSONFormat().encode(registration), as: UTF8.self)
    #expect(text == #"{"email":"ada@b.c","password":"hunter22","username":"ada"}"#)
  }

  @Test func withoutAMemoryNothingIsStored() {
    let test = StepTest(AuthenticationUpdater(), model: AuthenticationModel())
    test.send(.opened)
    test.send(.loggedIn(.success(session))) { $0.session = session }
    test.send(.logOutRequested, commands: [Send(AuthenticationMessage.loggedOut(session))]) {
      $0.session = nil
    }
  }

  @Test func aSessionPrintsWithoutItsTokenWhereItIsStored() {
    #expect(!"\(remember)".contains("t0k3n"))
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
    .stored(Self.noSpace), .stored(nil), .loggedOut(session), .recalled(.failure(Self.noSpace)),
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

  @Test func theEndOfASessionIsForgottenAndTold() {
    makeTest(session).send(
      .logOutRequested, commands: [forget, Send(AuthenticationMessage.loggedOut(session))],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
  }
}
