import KatanaRuntime
import KatanaTesting
import Synchronization

extension Promise {
  package static let replay = Promise(
    "replay", "the same messages give equal models; impure updates are caught", wanted: 10_000
  ) { trial in
    var numbers = Numbers(trial.seed)
    var steps = 0
    while trial.goesOn {
      steps += try await replaySession(trial, &numbers)
      trial.count()
    }
    trial.note("\(steps) steps compared")
    try catchesImpurity(trial, impure: .random)
    try catchesImpurity(trial, impure: .counting)
  }

  /// A session with commands that answer, then the same messages without any effect.
  private static func replaySession(
    _ trial: Trial, _ numbers: inout Numbers
  ) async throws -> Int {
    let record = Locked<[(message: any Message, model: Ledger)]>([])
    let recorder = Interceptor<Ledger>(after: { envelope, model, _ in
      record.withLock { $0.append((envelope.message, model)) }
    })
    let runtime = try Runtime(
      Program(model: Ledger(), LedgerUpdater(impurity: nil)),
      interpreters: [.command(RollInterpreter(seed: numbers.next()))],
      options: RuntimeOptions(interceptors: [recorder]))
    runtime.start()
    for _ in 0..<(1 + numbers.below(30)) {
      runtime.dispatch(LedgerMessage.put(key: numbers.below(8), value: numbers.below(1_000)))
      if numbers.oneIn(3) { runtime.dispatch(LedgerMessage.roll) }
    }
    await runtime.shutdown()
    var model = Ledger()
    for (message, recorded) in record.withLock({ $0 }) {
      (model, _) = LedgerUpdater(impurity: nil).update(model: model, message: message)
      trial.check(model == recorded, "the replayed model differs after \(message)")
    }
    return record.withLock { $0.count }
  }

  private static func catchesImpurity(_ trial: Trial, impure: Impurity) throws {
    let issues = Issues()
    let runtime = try Runtime(
      Program(model: Ledger(), LedgerUpdater(impurity: impure)),
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.start()
    for key in 0..<8 { runtime.dispatch(LedgerMessage.put(key: key, value: key)) }
    trial.check(issues.count(.impureUpdate) > 0, "the \(impure) updater was not caught")
    runtime.requestShutdown()
  }
}

private enum Impurity { case random, counting }

private enum LedgerMessage: Message {
  case put(key: Int, value: Int)
  case roll
  case rolled(Int)
}

private struct Ledger: Model, Equatable {
  var entries: [Int: Int] = [:]
  var rolls: [Int] = []
}

private struct Roll: Command {}

private struct LedgerUpdater: TypedUpdater {
  let impurity: Impurity?
  private static let count = Atomic<Int>(0)

  func update(model: inout Ledger, message: LedgerMessage) -> [any Command] {
    switch message {
    case .put(let key, let value): model.entries[key] = value &+ noise
    case .roll: return [Roll()]
    case .rolled(let number): model.rolls.append(number)
    }
    return []
  }

  private var noise: Int {
    switch impurity {
    case nil: 0
    case .random: Int.random(in: 1...1_000_000)
    case .counting: Self.count.add(1, ordering: .relaxed).newValue
    }
  }
}

/// Chance enters through messages.
private struct RollInterpreter: CommandInterpreter {
  let seed: UInt64
  func interpret(_ command: Roll, dispatch: Dispatcher) {
    var numbers = Numbers(seed)
    dispatch(LedgerMessage.rolled(numbers.below(6)))
  }
}
