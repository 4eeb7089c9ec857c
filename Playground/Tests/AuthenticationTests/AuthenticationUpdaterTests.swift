import API
import Authentication
import Katana
import KatanaTesting
import Testing

@Suite struct AuthenticationUpdaterTests {
  let updater = AuthenticationUpdater()
  let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  let credentials = Credentials(email: "ada@b.c", password: Secret("hunter22"))

  @Test func aLoginIsARequestWithASecretPassword() {
    let (model, commands) = updater.update(
      model: AuthenticationModel(), message: .logInRequested(credentials))
    let user: JSON = ["email": .string("ada@b.c"), "password": .secret(Secret("hunter22"))]
    let expected = APICommand(
      .post("users", "login", body: ["user": user], session: .none), in: "user",
      Reply(AuthenticationMessage.loggedIn))
    #expect(model == AuthenticationModel())
    #expect(difference(commands, [expected]) == nil)
    #expect(!"\(commands)".contains("hunter22"))
  }

  @Test func theAnswerToALoginIsALoginAnswer() throws {
    let (_, commands) = updater.update(
      model: AuthenticationModel(), message: .logInRequested(credentials))
    let command = try #require(commands.first as? APICommand<Session>)
    #expect(
      command.reply(.success(session)) as? AuthenticationMessage == .loggedIn(.success(session)))
  }

  @Test func aRegistrationIsARequestWithTheName() throws {
    let (_, commands) = updater.update(
      model: AuthenticationModel(),
      message: .registrationRequested(Registration(username: "ada", credentials: credentials)))
    let command = try #require(commands.first as? APICommand<Session>)
    let user: JSON = [
      "username": .string("ada"), "email": .string("ada@b.c"),
      "password": .secret(Secret("hunter22")),
    ]
    #expect(command.request == .post("users", body: ["user": user], session: .none))
    #expect(
      command.reply(.failure(.malformedAnswer)) as? AuthenticationMessage
        == .registered(.failure(.malformedAnswer)))
  }

  @Test(arguments: [AuthenticationMessage.loggedIn, AuthenticationMessage.registered])
  func whoIsLetInIsLoggedInAndRemembered(
    message: @Sendable (Result<Session, APIError>) -> AuthenticationMessage
  ) {
    let (model, commands) = updater.update(
      model: AuthenticationModel(), message: message(.success(session)))
    #expect(model.session == session)
    let remember = RememberSession(session, failed: Reply(AuthenticationMessage.storeFailed))
    #expect(difference(commands, [remember]) == nil)
  }

  @Test func aFailedLoginLeavesTheSessionAsItIs() {
    let before = AuthenticationModel(session: session)
    let (model, commands) = updater.update(
      model: before, message: .loggedIn(.failure(.unauthorized([]))))
    #expect(model == before)
    #expect(commands.isEmpty)
  }

  @Test func whoLogsOutIsForgotten() throws {
    let (model, commands) = updater.update(
      model: AuthenticationModel(session: session), message: .logOutRequested)
    #expect(model.session == nil)
    let forget = try #require(commands.first as? ForgetSession)
    #expect(forget.done?() as? AuthenticationMessage == .loggedOut(session))
  }

  @Test func aRememberedSessionIsUsed() throws {
    let (_, commands) = updater.update(model: AuthenticationModel(), message: .opened)
    let recall = try #require(commands.first as? RecallSession)
    #expect(recall.reply(session) as? AuthenticationMessage == .recalled(session))
    let (model, _) = updater.update(model: AuthenticationModel(), message: .recalled(session))
    #expect(model.session == session)
  }

  @Test func aSessionThatHasExpiredIsGoneAndForgotten() {
    let (model, commands) = SessionExpiryUpdater().update(
      model: AuthenticationModel(session: session), message: SessionExpired())
    #expect(model.session == nil)
    let forget = ForgetSession(failed: Reply(AuthenticationMessage.storeFailed))
    #expect(difference(commands, [forget]) == nil)
  }

  @Test func theTokenIsDeclaredToTheAPI() {
    let provider = AuthenticationSubscriptions()
    #expect(
      difference(
        provider.subscriptions(model: AuthenticationModel()), [APISession(token: nil)]) == nil)
    #expect(
      difference(
        provider.subscriptions(model: AuthenticationModel(session: session)),
        [APISession(token: Secret("t0k3n"))]) == nil)
  }
}
