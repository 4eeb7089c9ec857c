import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/testing.md, in its order.

struct LoginModel: Model, Equatable {
  typealias Receives = LoginMessage
  var user: String?
  var isBusy = false
  var seconds = 0
}

enum LoginMessage: Message, Equatable {
  case logInTapped(name: String, password: Secret<String>), logOutTapped
  case answered(Outcome<String, LoginError>), ticked(Tick)
}

enum LoginError: Error { case wrongPassword }

struct Authenticate: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(LoginMessage.answered)
}

struct LoginUpdater: TypedUpdater {
  enum ID { case authentication }

  var effects: [any Effect.Type] { [Authenticate.self] }

  func update(model: inout LoginModel, message: LoginMessage) -> [any Command] {
    switch message {
    case .logInTapped(let name, let password):
      model = LoginModel(isBusy: true)
      return [
        Authenticate(name: name, password: password)
          .cancellable(id: ID.authentication, cancelInFlight: true)
      ]
    case .answered(let result):
      model.isBusy = false
      model.user = try? result.get()
    case .ticked(let tick): model.seconds += tick.intervals
    case .logOutTapped:
      model = LoginModel()
      return [Cancel(id: ID.authentication)]
    }
    return []
  }
}

struct LoginSubscriptions: SubscriptionProvider {
  var effects: [any Effect.Type] { [Every.self] }

  func subscriptions(model: LoginModel) -> [any Subscription] {
    model.isBusy ? [Every(.seconds(1), Reply(LoginMessage.ticked))] : []
  }
}

struct AuthenticateInterpreter: AsyncCommandInterpreter {
  let accepts: @Sendable (_ name: String, _ password: String) async -> Bool

  func interpret(_ command: Authenticate, dispatch: Dispatcher) async throws {
    let isRight = await accepts(command.name, command.password.revealed)
    dispatch(command.reply(isRight ? .success(command.name) : .failure(.wrongPassword)))
  }
}

let loginProgram = Program(model: LoginModel(), LoginUpdater(), LoginSubscriptions())

let password = Secret("open sesame")
let ticks = Every(.seconds(1), Reply(LoginMessage.ticked))
let authenticate = Authenticate(name: "ada", password: password)
  .cancellable(id: LoginUpdater.ID.authentication, cancelInFlight: true)

@Test func theUserIsAuthenticatedAfterTheLogin() {
  let test = StepTest(loginProgram)
  test.send(
    .logInTapped(name: "ada", password: password), commands: [authenticate],
    subscriptions: [.started(ticks)]
  ) { $0.isBusy = true }
  test.send(.answered(.success("ada")), subscriptions: [.stopped(ticks)]) {
    $0.isBusy = false
    $0.user = "ada"
  }
}

@Test func anEffectThatIsNotStatedFailsTheTest() throws {
  let found = failures {
    let test = StepTest(LoginUpdater(), model: LoginModel(user: "bob"))
    test.send(.logInTapped(name: "ada", password: password)) { $0.isBusy = true }
  }
  let text = try #require(found.first?.text)
  #expect(try guide("testing").contains("```\n\(text)\n```"), "\(text)")
}

@Test func aWrongPasswordEndsTheWaiting() {
  let app = AppTest(loginProgram, interpreters: [.time()])
  app.send(
    .logInTapped(name: "ada", password: password), commands: [authenticate],
    subscriptions: [.started(ticks)]
  ) { $0.isBusy = true }
  app.advance(
    by: .seconds(2),
    sends: [LoginMessage.ticked(Tick(at: .seconds(1))), LoginMessage.ticked(Tick(at: .seconds(2)))]
  ) { $0.seconds = 2 }
  app.answer(
    \Authenticate.reply, with: .failure(.wrongPassword), subscriptions: [.stopped(ticks)]
  ) { $0.isBusy = false }
  app.finish()
}

@Test func theInterpreterTellsWhetherThePasswordIsRight() async {
  let recorder = RecordingDispatcher()
  let interpreter = AuthenticateInterpreter { ($0, $1) == ("ada", "open sesame") }
  recorder.run(interpreter, Authenticate(name: "ada", password: password))
  await recorder.expect(LoginMessage.answered(.success("ada")))
  let run = recorder.run(interpreter, Authenticate(name: "eve", password: Secret("1234")))
  await run.ended()
  await recorder.expect(LoginMessage.answered(.failure(.wrongPassword)))
  recorder.expectNoMore()
}

@Test func everythingIsWired() {
  expectWiring(
    of: loginProgram,
    interpreters: [.command(AuthenticateInterpreter { _, _ in false }), .time()])
}
