import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The code of `Docs/coming-from/mobius.md`: a login with an effect handler and an event source.

struct LoginModel: Model, Equatable {
  typealias Receives = LoginMessage

  var name = ""
  var password = Secret("")
  var isBusy = false
  var isSlow = false
  var user: String?
  var problem: String?
}

enum LoginMessage: Message, Equatable {
  case nameChanged(String)
  case passwordChanged(Secret<String>)
  case logInTapped
  case tookLong
  case loggedIn(Outcome<String, LoginFailure>)
}

struct LogIn: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply: Reply<Outcome<String, LoginFailure>>
}

struct ShowWelcome: Command, Equatable { var name: String }

struct LoginFailure: Error, Equatable {}

struct LoginUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [LogIn.self, ShowWelcome.self] }

  func update(model: inout LoginModel, message: LoginMessage) -> [any Command] {
    switch message {
    case .nameChanged(let name): model.name = name
    case .passwordChanged(let password): model.password = password
    case .logInTapped:
      if model.isBusy { return [] }
      model.isBusy = true
      model.problem = nil
      return [
        LogIn(name: model.name, password: model.password, reply: reply { .loggedIn($0) })
      ]
    case .tookLong: model.isSlow = true
    case .loggedIn(let result):
      model.isBusy = false
      model.isSlow = false
      switch result {
      case .success(let user):
        model.user = user
        return [ShowWelcome(name: user)]
      case .failure: model.problem = "The name or the password is wrong."
      }
    }
    return []
  }
}

struct LoginSubscriptions: SubscriptionProvider {
  enum ID { case slow }

  var effects: [any Effect.Type] { [After.self] }

  func subscriptions(model: LoginModel) -> [any Subscription] {
    model.isBusy ? [After(.seconds(3), id: ID.slow, Reply(LoginMessage.tookLong))] : []
  }
}

let loginProgram = Program(model: LoginModel(), LoginUpdater(), LoginSubscriptions())

protocol LoginClient: Sendable {
  func logIn(_ name: String, _ password: String) async throws -> String
}

struct LogInInterpreter: AsyncCommandInterpreter {
  let client: any LoginClient

  @concurrent func interpret(_ command: LogIn, dispatch: Dispatcher) async throws {
    do {
      let user = try await client.logIn(command.name, command.password.revealed)
      dispatch.answer(command.reply, with: .success(user))
    } catch { dispatch.answer(command.reply, with: .failure(LoginFailure())) }
  }
}

func makeLogin(_ client: any LoginClient) throws -> Runtime<LoginModel> {
  try Runtime(
    loginProgram,
    interpreters: [
      .command(LogInInterpreter(client: client)),
      .command(ShowWelcome.self) { command, _ in print("Welcome, \(command.name)!") },
      .time(),
    ])
}

private let slow = After(.seconds(3), id: LoginSubscriptions.ID.slow, Reply(LoginMessage.tookLong))

@Suite struct LoginTests {
  @Test func theUserIsWelcomedAfterTheLogin() {
    let test = StepTest(
      LoginUpdater(), model: LoginModel(name: "ada", password: Secret("1234")))
    test.send(
      .logInTapped,
      commands: [
        LogIn(name: "ada", password: Secret("1234"), reply: Reply(LoginMessage.loggedIn))
      ]
    ) { $0.isBusy = true }
    test.send(.loggedIn(.success("ada")), commands: [ShowWelcome(name: "ada")]) {
      $0.isBusy = false
      $0.user = "ada"
    }
  }

  @Test func aSlowServerIsNoticedAndAWrongPasswordIsTold() {
    let app = AppTest(loginProgram, interpreters: [.time()])
    app.send(
      .logInTapped,
      commands: [LogIn(name: "", password: Secret(""), reply: Reply(LoginMessage.loggedIn))],
      subscriptions: [.started(slow)]
    ) { $0.isBusy = true }
    app.advance(by: .seconds(3), sends: [LoginMessage.tookLong]) { $0.isSlow = true }
    app.answer(
      \LogIn.reply, with: .failure(LoginFailure()), subscriptions: [.stopped(slow)]
    ) {
      $0.isBusy = false
      $0.isSlow = false
      $0.problem = "The name or the password is wrong."
    }
  }

  @Test func theInterpreterTellsAWrongPassword() async {
    struct Nobody: LoginClient {
      func logIn(_ name: String, _ password: String) async throws -> String { throw LoginFailure() }
    }
    let recorder = RecordingDispatcher()
    recorder.run(
      LogInInterpreter(client: Nobody()),
      LogIn(name: "ada", password: Secret("1"), reply: Reply(LoginMessage.loggedIn)))
    await recorder.expect(LoginMessage.loggedIn(.failure(LoginFailure())))
  }

  @Test func theLoginIsWired() async throws {
    struct Ada: LoginClient {
      func logIn(_ name: String, _ password: String) async throws -> String { name }
    }
    await (try makeLogin(Ada())).shutdown()
  }
}

// What newcomers from Mobius do first, and what they see.

@Suite struct MobiusMistakesTests {
  @Test func anEffectHasNoHandler() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try Runtime(
        loginProgram, interpreters: [.command(ShowWelcome.self) { _, _ in }, .time()])
    }
    try expectShown("\(try #require(error))", on: "mobius")
  }

  @Test func theModelMustChangeAndDoesNot() throws {
    let found = failures {
      let test = StepTest(LoginUpdater(), model: LoginModel(name: "ada"))
      test.send(.nameChanged("ada")) { $0.name = "ada" }
    }
    try expectShown(try #require(found.first).text, on: "mobius")
  }

  @Test func onlyTheEffectsAreStated() throws {
    let found = failures {
      let test = StepTest(LoginUpdater(), model: LoginModel(isBusy: true))
      test.send(.loggedIn(.success("ada")), commands: [ShowWelcome(name: "ada")])
    }
    try expectShown(try #require(found.first).text, on: "mobius")
  }
}
