import Foundation
import KatanaRuntime
import Synchronization

extension Promise {
  package static let reading = Promise(
    "reading", "threads that read while another sends see whole models, and none waits for ever",
    wanted: 1_000_000
  ) { trial in
    while trial.goesOn {
      try await ReadingTrial(messages: min(10_000, trial.wanted - trial.cases)).run(trial)
    }
  }
}

/// One thread that sends, and two that read the model meanwhile. Each message waits until both have
/// read after the one before, so nothing else wakes a reader that the end of an update forgot.
private struct ReadingTrial {
  let messages: Int
  static let readers = 2

  func run(_ trial: Trial) async throws {
    let runtime = try Runtime(
      Program(model: Halves(), HalvesUpdater()), interpreters: [])
    runtime.start()
    let rounds = Rounds(readers: Self.readers)
    await onThreads(1 + Self.readers) { index in
      if index == 0 { send(runtime, rounds, trial) } else { read(runtime, rounds) }
    }
    await runtime.shutdown()
    trial.check(rounds.torn == 0, "\(rounds.torn) models were read in the middle of an update")
    trial.check(rounds.older == 0, "\(rounds.older) models were older than one read before")
  }

  private func send(_ runtime: Runtime<Halves>, _ rounds: Rounds, _ trial: Trial) {
    for _ in 0..<messages {
      rounds.begin()
      runtime.dispatch(Turn())
      rounds.waitForReaders()
      trial.count()
    }
    rounds.end()
  }

  private func read(_ runtime: Runtime<Halves>, _ rounds: Rounds) {
    var (last, round) = (0, 0)
    while !rounds.areOver {
      let now = rounds.current
      let model = runtime.model
      rounds.saw(model, after: last)
      last = model.first
      if now != round { rounds.hasRead() } else { sched_yield() }
      round = now
    }
  }
}

private struct Turn: Message {}

/// Both halves change in each update, with some time between.
private struct Halves: Model {
  var first = 0
  var between: [Int] = []
  var second = 0

  var isWhole: Bool {
    first == second && between.count == first % 1_024 && between.allSatisfy { $0 == first }
  }
}

private struct HalvesUpdater: TypedUpdater {
  func update(model: inout Halves, message: Turn) -> [any Command] {
    model.first += 1
    model.between = Array(repeating: model.first, count: model.first % 1_024)
    model.second += 1
    return []
  }
}

private final class Rounds: Sendable {
  private let readers: Int
  private let round = Atomic<Int>(0)
  private let reads = Atomic<Int>(0)
  private let hasEnded = Atomic(false)
  private let tornCount = Atomic<Int>(0)
  private let olderCount = Atomic<Int>(0)

  init(readers: Int) { self.readers = readers }

  var current: Int { round.load(ordering: .relaxed) }
  var areOver: Bool { hasEnded.load(ordering: .relaxed) }
  var torn: Int { tornCount.load(ordering: .relaxed) }
  var older: Int { olderCount.load(ordering: .relaxed) }

  func begin() { round.add(1, ordering: .relaxed) }
  func end() { hasEnded.store(true, ordering: .relaxed) }
  func hasRead() { reads.add(1, ordering: .relaxed) }

  /// By asking again and again: a lock would wake the readers, and hide that the runtime forgot one.
  func waitForReaders() {
    while reads.load(ordering: .relaxed) < current * readers { sched_yield() }
  }

  func saw(_ model: Halves, after last: Int) {
    if !model.isWhole { tornCount.add(1, ordering: .relaxed) }
    if model.first < last { olderCount.add(1, ordering: .relaxed) }
  }
}
