import API
import Authentication
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct AuthenticationUpdaterTests {
  static let noSpace = SessionStoreError.unwritable("s.json", reason: "no space")

  func makeTest(_ session: Session? = nil) -> StepTest<AuthenticationModel> {
    StepTest(
      authenticationFeature, model: AuthenticationModel(session: session, savedServer: server))
  }

  @Test func requestsOfTheUserBecomeCommands() {
    let test = makeTest()
    test.send(.logInRequested(credentials), commands: [begin(logIn)])
    test.send(.registrationRequested(registration), commands: [begin(register)])
    test.send(.accountRequested, commands: [request(loadAccount)])
    #expect(!"\(logIn) \(register)".contains("hunter22"))
  }

  @Test func aChangedAccountIsRememberedWithItsNewToken() {
    let change = AccountChange(username: "bo", password: Secret("hunter22"))
    let command = APICommand<Session>(
      .put("user", body: ["user": change]), in: "user",
      Reply { AuthenticationMessage.changed(of: "ada", $0) })
    let app = AppTest(
      Program(
        model: AuthenticationModel(session: session, savedServer: server), authenticationFeature))
    app.start(subscriptions: [.started(APISession(token: session.token))])
    app.send(.changeRequested(change), commands: [request(command)])
    var changed = session
    (changed.username, changed.token) = ("bo", Secret("n3w"))
    app.answer(
      \APICommand<Session>.reply, with: .success(changed),
      commands: [
        SaveSession(session: changed, server: server, reply: Reply(AuthenticationMessage.stored))
      ],
      subscriptions: [.changed(APISession(token: Secret("n3w")))]
    ) { $0.session = changed }
    app.send(.changed(of: "bo", .failure(.forbidden([]))))
    app.finish(ignoringPending: [SaveSession.self])
    makeTest().send(.changed(of: "ada", .success(changed)))
  }

  @Test func onlyWhatIsToChangeIsSent() throws {
    let change = AccountChange(password: Secret("hunter22"), bio: "")
    let text = String(decoding: try HTTPJSONFormat().encode(change), as: UTF8.self)
    #expect(text == #"{"bio":"","password":"hunter22"}"#)
  }

  @Test func aWishIsSentInTheWordsOfTheServer() throws {
    let text = String(decoding: try HTTPJSONFormat().encode(registration), as: UTF8.self)
    #expect(text == #"{"email":"ada@b.c","password":"hunter22","username":"ada"}"#)
  }

  @Test func withoutAMemoryNothingIsStored() {
    let test = StepTest(authenticationFeature, model: AuthenticationModel())
    test.send(.opened)
    test.send(
      .loggedIn(.success(session)), commands: [changed],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    test.send(
      .logOutRequested,
      commands: [cancelRequests, Send(AuthenticationMessage.loggedOut(session)), changed],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
  }

  @Test func aSessionPrintsWithoutItsTokenWhereItIsStored() {
    #expect(!"\(remember)".contains("t0k3n"))
  }

  @Test(arguments: [AuthenticationMessage.loggedIn, AuthenticationMessage.registered])
  func aSuccessfulLoginIsStored(
    message: @Sendable (Outcome<Session, APIError>) -> AuthenticationMessage
  ) {
    makeTest().send(
      message(.success(session)), commands: [remember, changed],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
  }

  @Test(arguments: [
    AuthenticationMessage.loggedIn(.failure(.unauthorized([]))),
    .registered(.failure(.invalid([]))), .accountLoaded(.failure(.malformedAnswer(.notJSON))),
    .stored(Self.noSpace), .stored(nil), .loggedOut(session), .expired,
    .recalled(.success(nil)),
  ])
  func whatFailsOrHasEndedLeavesTheSessionAsItIs(message: AuthenticationMessage) {
    makeTest(session).send(message)
  }

  @Test func aSavedSessionBeginsUnlessTheUserHasLoggedInMeanwhile() {
    makeTest().send(.opened, commands: [recall])
    makeTest().send(
      .recalled(.success(session)), commands: [changed],
      subscriptions: [.changed(APISession(token: session.token))]
    ) { $0.session = session }
    let other = Session(username: "bo", email: "bo@b.c", token: Secret("0ther"))
    makeTest(session).send(.recalled(.success(other)))
  }

  @Test func whatCannotBeReadIsNotReplaced() {
    let test = makeTest()
    test.send(.recalled(.failure(.foreign("s.json")))) { $0.savedServer = nil }
    test.send(.loggedIn(.success(session)), commands: [changed], exhaustive: .commands)
  }

  @Test func aLoginThatIsCancelledHasNoAnswer() {
    let app = AppTest(Program(model: AuthenticationModel(), authenticationFeature))
    app.start(subscriptions: [.started(APISession(token: nil))])
    app.send(.logInRequested(credentials), exhaustive: [])
    app.send(.logInCancelled, commands: [cancelRequests])
    #expect(app.pending.isEmpty)
  }

  // Replies are equal whichever case they make, and what these make changes no model.

  @Test func theAnswersToRequestsAreToldApart() {
    let requests: [AuthenticationMessage] = [
      .logInRequested(credentials), .registrationRequested(registration), .accountRequested,
    ]
    let answers = requests.flatMap { message -> [any Message] in
      let app = AppTest(Program(model: AuthenticationModel(), authenticationFeature))
      app.start(subscriptions: [.started(APISession(token: nil))])
      app.send(message, exhaustive: [])
      defer { app.finish(ignoringPending: [APICommand<Session>.self]) }
      return app.pending(APICommand<Session>.self).map { $0.reply(.success(session)) }
    }
    let expected: [any Message] = [
      AuthenticationMessage.loggedIn(.success(session)),
      AuthenticationMessage.registered(.success(session)),
      AuthenticationMessage.accountLoaded(.success(session)),
    ]
    #expect(difference(answers, expected) == nil)
  }

  @Test func theEndOfASessionIsForgottenAndTold() {
    makeTest(session).send(
      .logOutRequested,
      commands: [cancelRequests, forget, Send(AuthenticationMessage.loggedOut(session)), changed],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
  }

  @Test func aRefusedTokenEndsTheSessionThatHasIt() {
    makeTest(session).send(
      SessionExpired(token: session.token),
      commands: [
        forget, Send(AuthenticationMessage.expired), Send(UserChanged(isRefused: true)),
      ],
      subscriptions: [.changed(APISession(token: nil))]
    ) { $0.session = nil }
  }

  @Test(arguments: [session, nil]) func aRefusedTokenOfAnEarlierSessionEndsNothing(
    session: Session?
  ) {
    makeTest(session).send(SessionExpired(token: Secret("an earlier token")))
  }

  @Test func anAccountThatComesAfterTheEndOfItsSessionBeginsNone() {
    makeTest().send(.accountLoaded(.success(session)))
  }

  @Test func anAccountOfAnotherUserDoesNotReplaceTheSession() {
    let other = Session(username: "bo", email: "bo@b.c", token: Secret("0ther"))
    makeTest(session).send(.accountLoaded(.success(other)))
    makeTest(session).send(.changed(of: "bo", .success(other)))
  }

  @Test func aLoginCancelsWhatAnEarlierUserHasRequested() {
    let app = AppTest(Program(model: AuthenticationModel(session: session), authenticationFeature))
    app.start(subscriptions: [.started(APISession(token: session.token))])
    app.send(.changeRequested(AccountChange(bio: "x")), exhaustive: [])
    app.send(.accountRequested, commands: [request(loadAccount)])
    #expect(app.pending(APICommand<Session>.self).count == 2)
    app.send(.logInRequested(credentials), commands: [begin(logIn)])
    #expect(app.pending(APICommand<Session>.self) == [logIn])
    app.finish(ignoringPending: [APICommand<Session>.self])
  }
}
