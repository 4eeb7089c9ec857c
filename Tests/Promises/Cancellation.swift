import KatanaRuntime
import KatanaTesting
import Synchronization

extension Promise {
  package static let cancellationRaces = Promise(
    "cancellation-races", "threads that cancel against threads that finish", wanted: 100_000
  ) { trial in
    let slot = Slot()
    let runtime = try Runtime(
      Program(model: Search(), SearchUpdater()),
      interpreters: [.command(SearchInterpreter(slot: slot))],
      options: RuntimeOptions(issues: IssueHandler { _ in }))
    runtime.start()
    let seed = trial.seed
    await onThreads(2) { index in
      if index == 0 { cancelAll(runtime, slot, trial, Numbers(seed)) } else { slot.answerAll() }
    }
    await runtime.shutdown()
    let model = runtime.model
    trial.check(model.late == 0, "\(model.late) answers were handled after the cancellation")
    trial.note(
      "\(model.inTime) answers came first, \(runtime.statistics.silenced) were silenced")
  }

  /// One search after another, each cancelled at once, while the other thread answers it.
  private static func cancelAll(
    _ runtime: Runtime<Search>, _ slot: Slot, _ trial: Trial, _ numbers: Numbers
  ) {
    var numbers = numbers
    var number = 0
    while trial.goesOn {
      number += 1
      runtime.dispatch(SearchMessage.began(number))
      for _ in 0..<numbers.below(200) { slot.pause() }
      runtime.dispatch(SearchMessage.cancelled(number))
      slot.waitUntilAnswered(number)
      trial.count()
    }
    slot.end()
  }

  package static let cancellationSeeds = Promise(
    "cancellation-seeds", "the same in all orders, by seed", wanted: 1_000_000
  ) { trial in
    let messages: [any Message] = [
      SearchMessage.began(1), SearchMessage.cancelled(1), SearchMessage.began(2),
      SearchMessage.began(3), SearchMessage.cancelled(3),
    ]
    try await explored(trial, sending: messages) { simulation in
      Simulated(
        Program(model: Search(), SearchUpdater()),
        interpreters: [.command(SimulatedSearch(simulation: simulation))]
      )
      .always("nothing is handled after a cancellation") { $0.late == 0 }
      .eventually("what was not cancelled has answered") { $0.answered.contains(2) }
    }
  }
}

/// Explores seeds in portions, up to the end of the trial.
func explored<AppModel: Model>(
  _ trial: Trial, sending messages: [any Message], allowing kinds: [RuntimeIssue.Kind] = [],
  _ app: @escaping @Sendable (Simulation) -> Simulated<AppModel>
) async throws {
  var first = trial.first
  var orders = 0
  while trial.goesOn {
    let count = min(1_000, trial.wanted - trial.cases)
    trial.doing = "seeds \(first)..<\(first + UInt64(count))"
    let found = failures {
      let seen = explore(
        seeds: first..<(first + UInt64(count)), sending: messages, allowing: kinds, app)
      trial.count(seen.seeds)
      orders = max(orders, seen.orders)
    }
    first += UInt64(count)
    for failure in found { trial.check(false, failure.text) }
    if !found.isEmpty { return }
  }
  trial.note("\(orders) different orders in a portion of 1,000")
}

private enum SearchMessage: Message {
  case began(Int)
  case cancelled(Int)
  case answered(Int)
}

private struct Search: Model {
  var cancelled: Set<Int> = []
  var answered: Set<Int> = []
  var late = 0
  var inTime = 0
}

private struct Find: Command { var number: Int }

private struct SearchUpdater: TypedUpdater {
  func update(model: inout Search, message: SearchMessage) -> [any Command] {
    switch message {
    case .began(let number):
      // What is long over needs not be remembered.
      model.cancelled = model.cancelled.filter { $0 > number - 8 }
      model.answered = model.answered.filter { $0 > number - 8 }
      return [Find(number: number).cancellable(id: number)]
    case .cancelled(let number):
      model.cancelled.insert(number)
      return [Cancel(id: number)]
    case .answered(let number):
      if model.cancelled.contains(number) { model.late += 1 } else { model.inTime += 1 }
      model.answered.insert(number)
      return []
    }
  }
}

/// Hands a dispatcher from the thread that searches to the one that answers.
private final class Slot: Sendable {
  private let dispatch = Locked<(number: Int, dispatch: Dispatcher)?>(nil)
  private let answered = Atomic<Int>(0)
  private let hasEnded = Atomic(false)
  private let noise = Atomic<Int>(0)

  func put(_ number: Int, _ new: Dispatcher) { dispatch.withLock { $0 = (number, new) } }
  func pause() { noise.add(1, ordering: .relaxed) }
  func end() { hasEnded.store(true, ordering: .relaxed) }

  /// By asking again and again, as the other thread does: threads that sleep seldom race.
  func waitUntilAnswered(_ number: Int) {
    while answered.load(ordering: .acquiring) < number { pause() }
  }

  func answerAll() {
    while !hasEnded.load(ordering: .relaxed) {
      let taken = dispatch.withLock { slot in
        defer { slot = nil }
        return slot
      }
      guard let (number, dispatch) = taken else { continue }
      // More than one, so that some come before the cancellation and some after it.
      for _ in 0..<4 { dispatch(SearchMessage.answered(number)) }
      answered.store(number, ordering: .releasing)
    }
  }
}

/// Ignores its cancellation.
private struct SearchInterpreter: CommandInterpreter {
  let slot: Slot
  func interpret(_ command: Find, dispatch: Dispatcher) { slot.put(command.number, dispatch) }
}

private struct SimulatedSearch: AsyncCommandInterpreter {
  let simulation: Simulation

  func interpret(_ command: Find, dispatch: Dispatcher) async throws {
    for _ in 0..<simulation.choose(0...2) { await simulation.pause() }
    dispatch(SearchMessage.answered(command.number))
    await simulation.pause()
    dispatch(SearchMessage.answered(command.number))
  }
}
