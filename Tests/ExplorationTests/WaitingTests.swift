import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// Commands that wait for their time have not come to rest.
@Suite struct WaitingTests {
  struct Rest: Model, Equatable {
    var isDone = false
    var ticks = 0
    var heard: [Int] = []
  }
  enum Event: Message, Equatable {
    case go, done, ticked
    case number(Int)
  }

  private func updater(_ delay: Duration) -> FunctionUpdater<Rest> {
    FunctionUpdater(takes: .all) { model, message in
      var model = model
      switch message as? Event {
      case .go: return (model, [Send(Event.done).delayed(by: delay)])
      case .done: model.isDone = true
      case .ticked: model.ticks += 1
      case .number(let number): model.heard.append(number)
      case nil: break
      }
      return (model, [])
    }
  }

  @Test(arguments: [1, 59, 61]) func whatWaitsGetsItsTimeBesideATicker(seconds: Int) {
    let ticking = FunctionSubscriptionProvider<Rest> { _ in
      [Every(.seconds(1), Reply(Event.ticked))]
    }
    explore(seeds: 50, sending: [Event.go]) { _ in
      Simulated(
        Program(
          model: Rest(), CombinedUpdater([.full(updater(.seconds(seconds))), .full(ticking)])),
        interpreters: [.time()]
      ).eventually("it is done") { $0.isDone }
    }
  }

  @Test func whatWaitsLongerIsNamed() {
    let found = failures {
      explore(seeds: 1, sending: [Event.go]) { _ in
        Simulated(Program(model: Rest(), updater(.seconds(1_000))))
          .eventually("it is done") { $0.isDone }
      }
    }
    #expect(found.first?.text.contains("Send") == true)
    #expect(found.first?.text.contains("it is done") == false)
  }

  // MARK: Times that are longer than any app runs

  private static let forEver = Duration(attoseconds: .max)

  @Test func anExplorationMayLastForEver() {
    explore(seeds: 50, sending: [Event.go, Event.go], until: Self.forEver) { _ in
      Simulated(Program(model: Rest(), updater(.seconds(1))))
        .eventually("it is done") { $0.isDone }
    }
    let again = FunctionUpdater<Rest>(takes: .all) { model, message in
      var model = model
      if message as? Event == .ticked { model.ticks += 1 }
      let isNext = message as? Event == .go || model.ticks == 1
      return (model, isNext ? [Send(Event.ticked).delayed(by: Self.forEver)] : [])
    }
    explore(seeds: 5, sending: [Event.go], until: Self.forEver) { _ in
      Simulated(Program(model: Rest(), again)).eventually("it has waited twice") { $0.ticks == 2 }
    }
  }

  @Test func whatHappensAtTheEndOfTimeIsShown() {
    let found = failures {
      explore(seeds: 1, sending: [Event.go], until: Self.forEver) { _ in
        Simulated(Program(model: Rest(), updater(Self.forEver)))
          .always("it is not done") { !$0.isDone }
      }
    }
    #expect(found.first?.text.contains("9223372036854.775 ms") == true)
  }

  @Test func whatNeverEndsIsNamedAtTheEndOfTime() {
    let found = failures {
      explore(seeds: 1, sending: [Event.go], until: Self.forEver) { _ in
        let held = Held()
        return Simulated(
          Program(
            model: Rest(),
            FunctionUpdater<Rest>(takes: .all) { model, _ in (model, [Hold()]) }),
          interpreters: [.command(Hold.self) { _, dispatch in held.keep(dispatch) }])
      }
    }
    #expect(found.first?.text.contains("Hold") == true)
  }

  struct Hold: Command, Equatable {}

  final class Held: Sendable {
    private let dispatchers = Locked<[Dispatcher]>([])
    func keep(_ dispatch: Dispatcher) { dispatchers.withLock { $0.append(dispatch) } }
  }

  // MARK: A ticker whose ticks start commands

  /// The failures of an app whose ticks, every minute from the first message on, start commands.
  private func ticking(
    until quiet: Duration, seeds: Int = 200, _ commands: [any Command] = [Do(name: "fetch")],
    first: any Command = Do(name: "nothing"),
    _ perform: @escaping @Sendable (Do, Simulation) async throws -> Void
  ) -> [String] {
    let updater = FunctionUpdater<Rest>(takes: .all) { model, message in
      var model = model
      if case .go = message as? Event { return (Rest(heard: [0]), [first]) }
      if case .done = message as? Event { model.isDone = true }
      if case .ticked = message as? Event { model.ticks += 1 }
      return (model, message as? Event == .ticked ? commands : [])
    }
    return failures {
      explore(seeds: seeds, sending: [Event.go], until: quiet) { simulation in
        Simulated(
          Program(
            model: Rest(),
            CombinedUpdater([
              .full(updater),
              .full(
                FunctionSubscriptionProvider { model in
                  model.isDone || model.heard.isEmpty
                    ? [] : [Every(.seconds(60), Reply(Event.ticked))]
                }),
            ])),
          interpreters: [
            .time(),
            .command(
              Doing { command, dispatch in
                if command.name == "end" { return dispatch(Event.done) }
                try await perform(command, simulation)
              }),
          ])
      }
    }.map(\.text)
  }

  @Test(arguments: [10, 59, 60, 61, 119, 120, 121])
  func commandsOfATickerAreNoFailure(seconds: Int) {
    let texts = ticking(until: .seconds(seconds)) { command, simulation in
      if command.name == "nothing" { return }
      try await simulation.clock.sleep(for: .seconds(simulation.choose(1...2)))
    }
    #expect(texts == [])
  }

  @Test func commandsThatAlwaysOverlapAreNoFailure() {
    let texts = ticking(until: .seconds(100)) { command, simulation in
      if command.name == "nothing" { return }
      try await simulation.clock.sleep(for: .seconds(simulation.choose(61...80)))
    }
    #expect(texts == [])
  }

  @Test func controlCommandsOfATickerAreNoFailure() {
    let texts = ticking(until: .seconds(100), [Send(Event.number(1)).delayed(by: .seconds(70))]) {
      _, _ in
    }
    #expect(texts == [])
  }

  @Test func onlyWhatRanWhenTheExtraTimeBeganIsToBlame() {
    let texts = ticking(
      until: .seconds(100), seeds: 1, first: Send(Event.number(1)).delayed(by: .seconds(500))
    ) { command, simulation in
      try await simulation.clock.sleep(for: .seconds(30))
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: Send is still running, and the virtual time is over.
        It waits for longer than `until:`, for something outside of the simulation, such as a real \
        sleep or a real server, or for ever.

        """) == true)
    #expect(texts.first?.contains("\nCommands still running: Do, Send\n") == true)
  }

  @Test func whatCannotGoOnIsToBlameWheneverItBegan() {
    let texts = ticking(
      until: .seconds(59), seeds: 1, [Do(name: "end"), Do(name: "hang")],
      first: Send(Event.number(1)).delayed(by: .seconds(70))
    ) { command, _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: Do is still running, and nothing in the simulation can go on.
        It waits for something outside of the simulation, such as a real sleep or a real server, or \
        for ever.

        """) == true)
  }

  @Test func messagesComeInAnyOrderWhereThatIsSaid() {
    let seen = Locked<Set<[Int]>>([])
    for inAnyOrder in [false, true] {
      explore(
        seeds: 100, sending: [Event.number(1), Event.number(2), Event.number(3)],
        inAnyOrder: inAnyOrder
      ) { _ in
        Simulated(Program(model: Rest(), updater(.zero))).always("note") { model in
          if model.heard.count == 3 { _ = seen.withLock { $0.insert(model.heard) } }
          return true
        }
      }
      #expect(seen.withLock { $0.count } == (inAnyOrder ? 6 : 1))
    }
  }
}
