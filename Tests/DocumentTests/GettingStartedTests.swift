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

enum CounterMessage: Message, Equatable { case increased, decreased, runTapped, ticked(Tick) }

struct Show: Command, Equatable { var text: String }

struct CounterUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [Show.self] }

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
  var effects: [any Effect.Type] { [Every.self] }

  func subscriptions(model: Counter) -> [any Subscription] {
    model.isRunning ? [Every(.seconds(1), Reply(CounterMessage.ticked))] : []
  }
}

let counterProgram = Program(model: Counter(), CounterUpdater(), CounterSubscriptions())

@Test func increasingShowsTheNewValue() {
  let test = StepTest(CounterUpdater(), model: Counter(value: 2))
  test.send(.increased, commands: [Show(text: "The counter is at 3.")]) { $0.value = 3 }
}

@Test func aRunningCounterCountsSeconds() throws {
  let clock = ManualClock()
  let lines = Locked<[String]>([])
  let show = ShowInterpreter(write: { line in lines.withLock { $0.append(line) } })
  let counter = try Runtime(
    counterProgram, interpreters: [.command(show), .time()],
    options: RuntimeOptions(clock: clock))
  counter.start()
  counter.dispatch(.runTapped)
  clock.advance(by: .seconds(10))
  #expect(counter.model == Counter(value: 10, isRunning: true))
  #expect(lines.withLock { $0.last } == "The counter is at 10.")
  counter.dispatch(.runTapped)
  clock.advance(by: .seconds(10))
  #expect(counter.model == Counter(value: 10, isRunning: false))
}

/// The second manifest begins where the first one ends: with its line of the package, it has seven.
@Test func theManifestNamesKatanaInFewLines() throws {
  let manifests = try guide("getting-started").components(separatedBy: "```text\n").dropFirst()
    .prefix(2).compactMap { $0.components(separatedBy: "```").first?.split(separator: "\n") }
  #expect(manifests.map { $0.filter { $0.contains("\"Katana") }.count } == [2, 6])
}
