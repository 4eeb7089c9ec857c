import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/getting-started.md, in its order.

struct Counter: Model, Equatable {
  typealias Receives = CounterMessage

  var value = 0
  var isRunning = false
}

enum CounterMessage: Message, Equatable {
  case increased, decreased
  case runTapped
  case ticked(Tick)
}

struct Show: Command, Equatable {
  var text: String
}

struct CounterUpdater: TypedUpdater {
  var effects: [EffectType] { [.command(Show.self)] }

  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    switch message {
    case .increased: model.value += 1
    case .decreased: model.value -= 1
    case .runTapped: model.isRunning.toggle()
    case .ticked(let tick): model.value += tick.intervals
    }
    return [Show(text: "The counter is at \(model.value).")]
  }
}

struct ShowInterpreter: CommandInterpreter {
  var write: @Sendable (String) -> Void = { print($0) }

  func interpret(_ command: Show, dispatch: Dispatcher) { write(command.text) }
}

struct CounterSubscriptions: SubscriptionProvider {
  var effects: [EffectType] { [.subscription(Every.self)] }

  func subscriptions(model: Counter) -> [any Subscription] {
    model.isRunning ? [Every(.seconds(1), Reply(CounterMessage.ticked))] : []
  }
}

let counterProgram = Program(
  model: Counter(),
  CombinedUpdater([.full(CounterUpdater()), .full(CounterSubscriptions())]))

func makeCounter(
  show: ShowInterpreter = ShowInterpreter(), clock: any RuntimeClock = .system
) throws -> Runtime<Counter> {
  try Runtime(
    counterProgram, interpreters: [.command(show), .time()],
    options: RuntimeOptions(clock: clock))
}

@Test func increasingShowsTheNewValue() {
  let test = StepTest(CounterUpdater(), model: Counter(value: 2))
  test.send(.increased, commands: [Show(text: "The counter is at 3.")]) { $0.value = 3 }
}

@Test func aRunningCounterCountsSeconds() throws {
  let clock = ManualClock()
  let counter = try makeCounter(show: ShowInterpreter(write: { _ in }), clock: clock)
  counter.start()
  counter.dispatch(CounterMessage.runTapped)
  clock.advance(by: .seconds(10))
  #expect(counter.model == Counter(value: 10, isRunning: true))
  counter.dispatch(CounterMessage.runTapped)
  clock.advance(by: .seconds(10))
  #expect(counter.model == Counter(value: 10, isRunning: false))
}

// What the guide says beside its code.

@Test func aCommandReachesItsInterpreter() throws {
  let lines = Lines()
  let counter = try makeCounter(show: ShowInterpreter(write: { lines.add($0) }))
  counter.start()
  counter.dispatch(CounterMessage.increased)
  counter.dispatch(CounterMessage.decreased)
  counter.requestShutdown()
  #expect(lines.all == ["The counter is at 1.", "The counter is at 0."])
}

@Test func theGuideQuotesTheErrorsOfMissingInterpreters() throws {
  let recorder = IssueRecorder()
  let counter = try Runtime(
    Program(
      model: Counter(), CombinedUpdater([.full(UnstatedUpdater()), .full(UnstatedSubscriptions())])
    ), options: RuntimeOptions(issues: recorder.handler))
  counter.start()
  counter.dispatch(CounterMessage.runTapped)
  counter.requestShutdown()
  #expect(recorder.kinds == [.noSubscriptionInterpreter, .noCommandInterpreter])
  let guide = try guide("getting-started")
  for issue in recorder.issues { #expect(guide.quotes(issue.text)) }

  let error = #expect(throws: WiringError.self) {
    try Runtime(counterProgram, interpreters: [.time()])
  }
  #expect(guide.quotes(try #require(error?.description)))
}

/// The second manifest begins where the first one ends: with its line of the package, it has seven.
@Test func theManifestNamesKatanaInFewLines() throws {
  let manifests = try guide("getting-started").components(separatedBy: "```text\n").dropFirst()
    .prefix(2).compactMap { $0.components(separatedBy: "```").first?.split(separator: "\n") }
  #expect(manifests.map { $0.filter { $0.contains("\"Katana") }.count } == [2, 6])
}

/// The updater of the guide, which does not state its effects here.
private struct UnstatedUpdater: TypedUpdater {
  func update(model: inout Counter, message: CounterMessage) -> [any Command] {
    CounterUpdater().update(model: &model, message: message)
  }
}

/// The provider of the guide, which does not state its effects here.
private struct UnstatedSubscriptions: SubscriptionProvider {
  func subscriptions(model: Counter) -> [any Subscription] {
    CounterSubscriptions().subscriptions(model: model)
  }
}

@Test func theGuideQuotesTheErrorOfAMessageThatNoUpdaterTakes() throws {
  struct Reset: Message {}
  let recorder = IssueRecorder()
  let counter = try Runtime(
    Program(model: Counter(), UnstatedUpdater()), options: RuntimeOptions(issues: recorder.handler))
  counter.start()
  counter.dispatch(Reset())
  #expect(recorder.kinds == [.messageNotTaken])
  #expect(try guide("getting-started").quotes(#require(recorder.issues.first).text))
}

@Test func theGuideQuotesTheErrorOfARuntimeThatNobodyKeeps() throws {
  let recorder = IssueRecorder()
  do {
    var running = counterProgram
    running.model.isRunning = true
    let counter = try Runtime(
      running, interpreters: [.command(ShowInterpreter()), .time()],
      options: RuntimeOptions(clock: ManualClock(), issues: recorder.handler))
    counter.start()
  }
  #expect(recorder.kinds == [.runtimeNotKept])
  #expect(try guide("getting-started").quotes(#require(recorder.issues.first).text))
}
