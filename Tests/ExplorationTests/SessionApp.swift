import KatanaRuntime
import KatanaTesting

/// An app whose user logs in and out, with a clock.
struct SessionModel: Model, Equatable {
  var session: String?
  var hasLoggedOut = false
  var isBusy = false
  var seconds = 0
}

enum SessionMessage: Message, Equatable {
  case logInTapped, logOutTapped
  case logInFinished(user: String)
  case ticked
}

struct LogIn: Command, Equatable {}
struct LogOut: Command, Equatable {}

struct SessionUpdater: TypedUpdater {
  /// Whether an answer that nobody waits for any more is ignored.
  var ignoresLateAnswers = false

  func update(model: inout SessionModel, message: SessionMessage) -> [any Command] {
    switch message {
    case .logInTapped:
      (model.isBusy, model.hasLoggedOut) = (true, false)
      return [LogIn()]
    case .logOutTapped:
      model = SessionModel(hasLoggedOut: true, seconds: model.seconds)
      return [LogOut()]
    case .logInFinished(let user):
      if ignoresLateAnswers && !model.isBusy { return [] }
      (model.isBusy, model.session) = (false, user)
    case .ticked: model.seconds += 1
    }
    return []
  }
}

/// Answers after a while.
struct FakeServer: Sendable {
  let simulation: Simulation

  func logIn() async throws -> String {
    try await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...50)))
    return "ada"
  }
}

struct LogInInterpreter: AsyncCommandInterpreter {
  /// Where the answer is sent, for tests of texts.
  static let line = #line + 5

  let server: FakeServer

  func interpret(_ command: LogIn, dispatch: Dispatcher) async throws {
    dispatch(SessionMessage.logInFinished(user: try await server.logIn()))
  }
}

struct LogOutInterpreter: AsyncCommandInterpreter {
  let simulation: Simulation

  func interpret(_ command: LogOut, dispatch: Dispatcher) async throws { await simulation.pause() }
}

/// A message every second.
struct Ticks: Subscription {}

final class TicksInterpreter: PlainSubscriptionInterpreter, @unchecked Sendable {
  // Sendable, because a simulation calls everything on one thread.
  private let dispatch: SubscriptionDispatcher<Ticks>
  private var next: ScheduledAction?

  init(subscription: Ticks, dispatch: SubscriptionDispatcher<Ticks>) { self.dispatch = dispatch }

  func start() {
    next = dispatch.clock.schedule(after: .seconds(1)) { [weak self] in
      guard let self else { return }
      start()
      dispatch(SessionMessage.ticked)
    }
  }

  func stop() { next?.cancel() }
}

func sessionApp(
  _ simulation: Simulation, ignoresLateAnswers: Bool = false, ticks: Bool = false
) -> Simulated<SessionModel> {
  Simulated(
    Program(
      model: SessionModel(),
      SessionUpdater(ignoresLateAnswers: ignoresLateAnswers).with(
        .full(FunctionSubscriptionProvider { _ in ticks ? [Ticks()] : [] }))),
    interpreters: [
      .command(LogInInterpreter(server: FakeServer(simulation: simulation))),
      .command(LogOutInterpreter(simulation: simulation)),
      .subscription(TicksInterpreter.self),
    ]
  )
  .always("nobody is logged in after a logout") { !($0.hasLoggedOut && $0.session != nil) }
  .eventually("the spinner is gone") { !$0.isBusy }
}
