import KatanaRuntime
import KatanaTesting

/// A small app: a login with a slow server, and a logout.
struct Session: Model, Equatable {
  var user: Int?
  var isBusy = false
  var ticks = 0

  enum Event: Message {
    case logInTapped
    case loggedIn(Int)
    case logOutTapped
    case ticked
  }

  struct LogIn: Command, Equatable {}

  struct Ticks: Subscription {}

  enum ID { case logIn }

  struct Updater: TypedUpdater {
    func update(model: inout Session, message: Event) -> [any Command] {
      switch message {
      case .logInTapped:
        model.isBusy = true
        return [LogIn().cancellable(id: ID.logIn, cancelInFlight: true)]
      case .loggedIn(let user):
        model.isBusy = false
        model.user = user
      case .logOutTapped:
        model = Session()
        return [Cancel(id: ID.logIn)]
      case .ticked: model.ticks += 1
      }
      return []
    }
  }

  struct LogInInterpreter: AsyncCommandInterpreter {
    let simulation: Simulation

    func interpret(_ command: LogIn, dispatch: Dispatcher) async throws {
      try await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...3_000)))
      dispatch(Event.loggedIn(1))
    }
  }

  final class TicksInterpreter: PlainSubscriptionInterpreter {
    private let dispatch: SubscriptionDispatcher<Ticks>
    private let running = Running()

    /// Whether it goes on, for the actions of the clock.
    private final class Running: @unchecked Sendable {
      // Sendable, because a simulation runs on one thread.
      var next: ScheduledAction?
    }

    init(subscription: Ticks, dispatch: SubscriptionDispatcher<Ticks>) { self.dispatch = dispatch }

    func start() { Self.schedule(dispatch, running) }
    func stop() { running.next?.cancel() }

    private static func schedule(_ dispatch: SubscriptionDispatcher<Ticks>, _ running: Running) {
      running.next = dispatch.clock.schedule(after: .seconds(1)) {
        schedule(dispatch, running)
        dispatch(Event.ticked)
      }
    }
  }

  static let seeds = 20_000

  static func measure() -> [(String, Double)] {
    let ticking = FunctionSubscriptionProvider<Session> { $0.isBusy ? [Ticks()] : [] }
    return [
      ("log in, log out, log in; one slow command", rate([.full(Updater())])),
      ("the same, with a ticker while it waits", rate([.full(Updater()), .full(ticking)])),
    ]
  }

  private static func rate(_ parts: [CombinedUpdater<Session>.Part]) -> Double {
    let messages: [Event] = [.logInTapped, .logOutTapped, .logInTapped]
    let time = ContinuousClock().measure {
      let seen = explore(seeds: seeds, sending: messages) { simulation in
        Simulated(
          Program(model: Session(), CombinedUpdater(parts)),
          interpreters: [
            .command(LogInInterpreter(simulation: simulation)),
            .subscription(TicksInterpreter.self),
          ]
        )
        .always("ticks are counted") { $0.ticks >= 0 }
      }
      precondition(seen.seeds == seeds)
    }
    return Double(seeds) / (time / .seconds(1))
  }
}
