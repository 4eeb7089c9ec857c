import KatanaRuntime
import KatanaTesting

extension Promise {
  package static let shutdown = Promise(
    "shutdown", "whatever it races with, it returns, and nothing is delivered after",
    wanted: 100_000
  ) { trial in
    var numbers = Numbers(trial.seed)
    var handled = 0
    while trial.goesOn {
      handled += try await ShutdownRace(number: trial.cases, &numbers).run(trial)
      trial.count()
    }
    trial.note("\(handled) messages were handled before")
  }
}

/// One runtime that is ended while others send, start, finish, and let it go.
private struct ShutdownRace {
  enum Ending: String, CaseIterable {
    case fromOutside, fromInterpreter, fromTask, fromObserver, fromStart, byRelease
  }

  let ending: Ending
  let messages: Int
  let delay: Int

  init(number: Int, _ numbers: inout Numbers) {
    ending = Ending.allCases[number % Ending.allCases.count]
    messages = 1 + numbers.below(40)
    delay = numbers.below(100)
  }

  func run(_ trial: Trial) async throws -> Int {
    trial.doing = "ending \(ending.rawValue) with \(messages) messages, delay \(delay)"
    let guests = Guests(ending)
    var runtime: Runtime<Visits>? = try makeRuntime(guests)
    let statistics = runtime?.statistics
    guests.runtime.withLock { $0 = runtime?.dispatcher }
    let observation = runtime?.observe { (visits: Visits) in
      if ending == .fromObserver && visits.count == messages { guests.end() }
    }
    let dispatch = runtime?.dispatcher
    let sending = Task.detached { [messages] in
      for number in 0..<messages { dispatch?(VisitsMessage.came(number)) }
      dispatch?(VisitsMessage.end)
    }
    runtime?.start()
    for _ in 0..<delay { guests.pause() }
    if ending == .byRelease {
      // What the release leaves behind ends by itself.
      runtime = nil
      await sending.value
    } else {
      // Of the real time, so long that only a command that does not end reaches it.
      let deadline = Duration.seconds(600)
      if ending == .fromOutside {
        await runtime?.shutdown(deadline: deadline)
      } else {
        await sending.value
      }
      await runtime?.shutdown(deadline: deadline)
      let handled = statistics?.handled ?? 0
      await sending.value
      dispatch?(VisitsMessage.came(0))
      trial.check(statistics?.handled == handled, "\(ending): a message was handled afterwards")
      trial.check(guests.running == 0, "\(ending): \(guests.running) subscriptions still run")
      trial.check(guests.working == 0, "\(ending): \(guests.working) commands still run")
    }
    observation?.cancel()
    guests.leave()
    return statistics?.handled ?? 0
  }

  private func makeRuntime(_ guests: Guests) throws -> Runtime<Visits> {
    try Runtime(
      Program(
        model: Visits(),
        CombinedUpdater([
          .full(VisitsUpdater()),
          .full(
            FunctionSubscriptionProvider<Visits> { visits in
              visits.count.isMultiple(of: 3) ? [] : [Door(number: visits.count % 2)]
            }),
        ])),
      interpreters: [
        .command(GreetInterpreter(guests: guests)), .command(ServeInterpreter(guests: guests)),
        .command(KeepInterpreter(guests: guests)), .command(EndInterpreter(guests: guests)),
        .subscription { DoorInterpreter($0, $1, guests) },
      ], options: RuntimeOptions(issues: IssueHandler { guests.report($0) }))
  }
}

private enum VisitsMessage: Message {
  case came(Int)
  case heard
  case end
}

private struct Visits: Model { var count = 0 }
private struct Greet: Command {}
private struct Serve: Command {}
private struct Keep: Command {}
private struct End: Command {}
private struct Door: Subscription { var number: Int }

private struct VisitsUpdater: TypedUpdater {
  func update(model: inout Visits, message: VisitsMessage) -> [any Command] {
    switch message {
    case .heard: return []
    case .end: return [End()]
    case .came(let number):
      model.count += 1
      let commands: [any Command] = [Greet(), Serve().cancellable(id: number), Keep()]
      return number.isMultiple(of: 2) ? commands : [commands[number % 3]]
    }
  }
}

/// What happens around one runtime.
private final class Guests: Sendable {
  let ending: ShutdownRace.Ending
  let runtime = Locked<Dispatcher?>(nil)
  private let counts = Locked((running: 0, working: 0, noise: 0))
  private let kept = Locked<[Int: Dispatcher]>([:])

  init(_ ending: ShutdownRace.Ending) { self.ending = ending }

  var running: Int { counts.withLock { $0.running } }
  var working: Int { counts.withLock { $0.working } }
  func pause() { counts.withLock { $0.noise += 1 } }
  func doorChanged(by change: Int) { counts.withLock { $0.running += change } }
  func workChanged(by change: Int) { counts.withLock { $0.working += change } }
  func end() { runtime.withLock { $0 }?.requestShutdown() }
  func send() { runtime.withLock { $0 }?(VisitsMessage.heard) }

  func report(_ issue: RuntimeIssue) {
    if issue.kind == .stragglers { print("\(ending): \(issue)") }
  }

  /// Lets go of what the runtime keeps too: it reports its issues here.
  func leave() {
    runtime.withLock { $0 = nil }
    kept.withLock { $0 = [:] }
  }

  /// Keeps a dispatcher up to the cancellation of its run, and sends from another thread.
  func keep(_ dispatch: Dispatcher) {
    workChanged(by: 1)
    let key = counts.withLock { counts in
      counts.noise += 1
      return counts.noise
    }
    kept.withLock { $0[key] = dispatch }
    dispatch.onCancel { [self] in
      workChanged(by: -1)
      _ = kept.withLock { $0.removeValue(forKey: key) }
    }
    Task.detached { [self] in kept.withLock { $0[key] }?(VisitsMessage.heard) }
  }
}

private struct GreetInterpreter: CommandInterpreter {
  let guests: Guests
  func interpret(_ command: Greet, dispatch: Dispatcher) { dispatch(VisitsMessage.heard) }
}

private struct ServeInterpreter: AsyncCommandInterpreter {
  let guests: Guests
  func interpret(_ command: Serve, dispatch: Dispatcher) async throws {
    guests.workChanged(by: 1)
    defer { guests.workChanged(by: -1) }
    dispatch(VisitsMessage.heard)
    await Task.yield()
    dispatch(VisitsMessage.heard)
    if guests.ending == .byRelease { return }
    try await dispatch.clock.sleep(for: .seconds(100))
  }
}

private struct KeepInterpreter: CommandInterpreter {
  let guests: Guests
  func interpret(_ command: Keep, dispatch: Dispatcher) { guests.keep(dispatch) }
}

private struct EndInterpreter: CommandInterpreter {
  let guests: Guests
  func interpret(_ command: End, dispatch: Dispatcher) {
    switch guests.ending {
    case .fromInterpreter: dispatch.requestShutdown()
    case .fromTask: Task.detached { dispatch.requestShutdown() }
    default: break
    }
  }
}

private final class DoorInterpreter: SubscriptionInterpreter {
  typealias Sub = Door
  private let dispatch: SubscriptionDispatcher<Door>
  private let guests: Guests

  init(_ door: Door, _ dispatch: SubscriptionDispatcher<Door>, _ guests: Guests) {
    self.dispatch = dispatch
    self.guests = guests
  }

  func start() {
    guests.doorChanged(by: 1)
    dispatch(VisitsMessage.heard)
    if guests.ending == .fromStart { guests.end() }
  }

  func stop() {
    guests.doorChanged(by: -1)
    guests.send()
  }
}
