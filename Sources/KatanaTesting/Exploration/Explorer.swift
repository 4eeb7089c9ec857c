import Katana
import KatanaRuntime

/// Runs one seed after another, up to the first failure.
struct Explorer<AppModel: Model> {
  let app: (Simulation) -> Simulated<AppModel>
  let messages: [any Message]
  let limits: SimulationLimits
  let file: StaticString
  let line: UInt

  private(set) var seen = Exploration()
  private var orders: Set<Fingerprint> = []
  private let scheduler = Scheduler()
  private let labels = NameNumbers()

  /// Of how many seeds one is run twice, to find out whether something escapes.
  private static var sampling: Int { 64 }

  init(
    app: @escaping (Simulation) -> Simulated<AppModel>, messages: [any Message],
    limits: SimulationLimits, file: StaticString, line: UInt
  ) {
    self.app = app
    self.messages = messages
    self.limits = limits
    self.file = file
    self.line = line
  }

  /// Returns the text of the first failure.
  mutating func run(_ seeds: Range<UInt64>) -> String? {
    defer { scheduler.retire() }
    for seed in seeds {
      if let failure = run(seed) {
        seen.failedSeed = seed
        return failure
      }
    }
    return nil
  }

  private mutating func run(_ seed: UInt64) -> String? {
    let isSampled = seen.seeds % Self.sampling == 0
    let outcome = outcome(of: seed, isRecorded: isSampled)
    if outcome.finding != nil || isSampled, let failure = repeated(seed, outcome) {
      return failure
    }
    seen.seeds += 1
    seen.messages += outcome.trace.messages
    seen.gone += outcome.gone
    if orders.insert(outcome.trace.order).inserted { seen.orders += 1 }
    return nil
  }

  private func outcome(of seed: UInt64, isRecorded: Bool) -> SeedRun<AppModel>.Outcome {
    scheduler.begin(seed: seed)
    let app = app(Simulation(seed: seed, scheduler))
    return SeedRun(app, scheduler, limits, labels, seed: seed, isRecorded: isRecorded)
      .run(sending: messages, from: file, line)
  }

  /// Runs a seed again, recorded, and says what is wrong with it: that it takes another course each
  /// time, or its failure, if it has one.
  private func repeated(_ seed: UInt64, _ outcome: SeedRun<AppModel>.Outcome) -> String? {
    let first = outcome.trace.isRecorded ? outcome : self.outcome(of: seed, isRecorded: true)
    let second = self.outcome(of: seed, isRecorded: true)
    let findings = [outcome, first, second].map(\.finding)
    let finding =
      findings.compactMap { $0 }.first(where: \.isEscape)
      ?? first.trace.difference(from: second.trace)
      ?? Finding.difference(between: findings) ?? first.finding
    return finding.map { text(seed, $0, first) }
  }

  private func text(
    _ seed: UInt64, _ finding: Finding, _ outcome: SeedRun<AppModel>.Outcome
  ) -> String {
    var lines = ["Seed \(seed): \(finding.text)"]
    lines.append(
      outcome.trace.messages == 0
        ? "  No message was handled." : outcome.trace.text(last: finding.shownMessages))
    if let model = outcome.model { lines += ["Model:", indented(model)] }
    if !outcome.pending.isEmpty {
      let names = outcome.pending.map(\.fullName).joined(separator: ", ")
      lines.append("Commands still running: \(names)")
    }
    let count = seen.seeds
    lines.append(
      count == 0
        ? "It was the first seed."
        : "\(count) \(count == 1 ? "seed" : "seeds") passed before this one.")
    lines.append("To run it again: explore(seeds: \(seed)..<\(seed + 1), …)")
    return lines.joined(separator: "\n")
  }
}
