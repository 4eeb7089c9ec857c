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
  case logInTapped(name: String, password: Secret<String>)
  case answered(Result<String, LoginError>)
  case ticked(Tick)
  case logOutTapped
}

enum LoginError: Error { case wrongPassword }

struct Authenticate: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(LoginMessage.answered)
}

struct LoginUpdater: TypedUpdater {
  enum ID { case authentication }

  var effects: [EffectType] { [.command(Authenticate.self)] }

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
    case .ticked(let tick):
      model.seconds += tick.intervals
    case .logOutTapped:
      model = LoginModel()
      return [Cancel(id: ID.authentication)]
    }
    return []
  }
}

struct LoginSubscriptions: SubscriptionProvider {
  var effects: [EffectType] { [.subscription(Every.self)] }

  func subscriptions(model: LoginModel) -> [any Subscription] {
    model.isBusy ? [Every(.seconds(1), Reply(LoginMessage.ticked))] : []
  }
}

struct AuthenticateInterpreter: AsyncCommandInterpreter {
  let server: any LoginServer

  func interpret(_ command: Authenticate, dispatch: Dispatcher) async throws {
    let isRight = await server.accepts(command.name, command.password.revealed)
    dispatch(command.reply(isRight ? .success(command.name) : .failure(.wrongPassword)))
  }
}

protocol LoginServer: Sendable {
  func accepts(_ name: String, _ password: String) async -> Bool
}

let loginProgram = Program(
  model: LoginModel(), CombinedUpdater([.full(LoginUpdater()), .full(LoginSubscriptions())]))

let password = Secret("open sesame")
let ticks = Every(.seconds(1), Reply(LoginMessage.ticked))
let authenticate = Authenticate(name: "ada", password: password)
  .cancellable(id: LoginUpdater.ID.authentication, cancelInFlight: true)

// MARK: One step

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
  #expect(
    found.first?.text == """
      logInTapped: the model and the commands are not as expected (− expected, + actual).
      Model:
        .user
          − "bob"
          + nil
      Commands:
        + Authenticate(name: "ada", password: •••, reply: Reply(LoginM….…))\
      .cancellable(id: .authentication, cancelInFlight: true)   (unexpected)
      """)
  #expect(try guide("testing").contains(#require(found.first?.text)))
}

// MARK: The whole app

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

// MARK: One interpreter

struct OneUser: LoginServer {
  func accepts(_ name: String, _ password: String) async -> Bool {
    (name, password) == ("ada", "open sesame")
  }
}

@Test func theInterpreterTellsWhetherThePasswordIsRight() async {
  let recorder = RecordingDispatcher()
  let interpreter = AuthenticateInterpreter(server: OneUser())
  recorder.run(interpreter, Authenticate(name: "ada", password: password))
  await recorder.expect(LoginMessage.answered(.success("ada")))
  let run = recorder.run(interpreter, Authenticate(name: "eve", password: Secret("1234")))
  await run.ended()
  await recorder.expect(LoginMessage.answered(.failure(.wrongPassword)))
  recorder.expectNoMore()
}

// MARK: Wiring

@Test func everythingIsWired() {
  expectWiring(
    of: loginProgram,
    interpreters: [
      .command(AuthenticateInterpreter(server: OneUser())),
      .time(),
    ])
}

// MARK: All orders

/// Answers when it likes.
struct SlowServer: LoginServer {
  let simulation: Simulation

  func accepts(_ name: String, _ password: String) async -> Bool {
    try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...3_000)))
    return simulation.choose(among: [true, false])
  }
}

func simulated(
  _ updater: some Updater<LoginModel>, _ simulation: Simulation
) -> Simulated<LoginModel> {
  Simulated(
    Program(model: LoginModel(), CombinedUpdater([.full(updater), .full(LoginSubscriptions())])),
    interpreters: [
      .command(AuthenticateInterpreter(server: SlowServer(simulation: simulation))),
      .time(),
    ]
  )
  .always("who is busy is not logged in") { !($0.isBusy && $0.user != nil) }
  .eventually("nobody is logged in after logging out") { $0.user == nil && !$0.isBusy }
}

@Test func nobodyIsLoggedInAfterLoggingOut() {
  let seen = explore(
    seeds: 500,
    sending: [
      LoginMessage.logInTapped(name: "ada", password: password), LoginMessage.logOutTapped,
    ]
  ) { simulated(LoginUpdater(), $0) }
  #expect(seen.orders > 5)
}

/// The same logic, without the cancellation.
let careless = FunctionUpdater<LoginModel>(takes: .all) { model, message in
  let (model, commands) = LoginUpdater().update(model: model, message: message)
  return (model, commands.filter { !($0 is Cancel) })
}

@Test func withoutTheCancellationTheRaceIsFound() throws {
  let messages: [any Message] = [
    LoginMessage.logInTapped(name: "ada", password: password), LoginMessage.logOutTapped,
  ]
  let found = failures {
    explore(seeds: 500, sending: messages, fileID: "App/LoginTests.swift", line: 31) {
      simulated(careless, $0)
    }
  }
  #expect(
    found.map(\.text) == [
      """
      Seed 0: the invariant "nobody is logged in after logging out" does not hold at the end.
          1    0 ms  logInTapped(name: "ada", password: •••) (App/LoginTests.swift:31)
                       .isBusy: false → true
          2    0 ms  logOutTapped (App/LoginTests.swift:31)
                       .isBusy: true → false
          3  522 ms  1 → Authenticate → answered(.success("ada"))
                       .user: nil → "ada"
      Model:
        .user: "ada"
        .isBusy: false
        .seconds: 0
      It was the first seed.
      To run it again: explore(seeds: 0..<1, …)
      """
    ])
  #expect(try guide("testing").contains(#require(found.first?.text)))
}
