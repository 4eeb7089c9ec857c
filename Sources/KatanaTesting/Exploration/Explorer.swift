import Katana
import KatanaRuntime

/// Runs one seed after another, up to the first failure, and finds a shorter list that fails too.
struct Explorer<AppModel: Model> {
  let app: (Simulation) -> Simulated<AppModel>
  let messages: (Simulation) -> [any Message]
  /// Whether the messages are generated for each seed.
  let areGenerated: Bool
  let limits: SimulationLimits
  let file: StaticString
  let line: UInt

  private(set) var seen = Exploration()
  private var orders: Set<Fingerprint> = []
  private let scheduler = Scheduler()
  private let labels = NameNumbers()

  /// One of this many seeds runs twice, to detect what the seed does not decide.
  private static var sampling: Int { 64 }

  init(
    app: @escaping (Simulation) -> Simulated<AppModel>,
    messages: @escaping (Simulation) -> [any Message], areGenerated: Bool,
    limits: SimulationLimits, file: StaticString, line: UInt
  ) {
    self.app = app
    self.areGenerated = areGenerated
    self.messages = messages
    self.limits = limits
    self.file = file
    self.line = line
  }

  /// Runs the seeds, and returns the text of the first failure.
  mutating func run(_ seeds: Range<UInt64>) -> String? {
    defer { scheduler.retire() }
    for seed in seeds {
      if let failure = run(seed) {
        seen.failedSeed = seed
        return failure
      }
    }
    return seen.messages == 0 && seen.hasSent ? Self.nothingHandledText : nil
  }

  private static var nothingHandledText: String {
    failureText(
      "No message was handled under any seed.",
      why: "An exploration in which nothing happens finds nothing.",
      fix: "begin with a model in which an updater takes the messages, and the children exist."
    )
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
    seen.hasSent = seen.hasSent || !outcome.sent.isEmpty
    if orders.insert(outcome.trace.order).inserted { seen.orders += 1 }
    return nil
  }

  /// Runs a seed once.
  ///
  /// - Parameter given: The messages to send; those of the exploration if `nil`.
  private func outcome(
    of seed: UInt64, sending given: [any Message]? = nil, isRecorded: Bool
  ) -> SeedRun<AppModel>.Outcome {
    scheduler.begin(seed: seed)
    let simulation = Simulation(seed: seed, scheduler)
    let app = app(simulation)
    return SeedRun(app, scheduler, limits, labels, seed: seed, isRecorded: isRecorded)
      .run(sending: given ?? messages(simulation), from: file, line)
  }

  /// Runs a seed again with a recording, and returns the text of its failure, if any.
  ///
  /// A difference between the runs takes precedence over the failure of a run.
  private func repeated(_ seed: UInt64, _ outcome: SeedRun<AppModel>.Outcome) -> String? {
    let first = outcome.trace.isRecorded ? outcome : self.outcome(of: seed, isRecorded: true)
    let second = self.outcome(of: seed, isRecorded: true)
    let findings = [outcome, first, second].map(\.finding)
    let finding =
      findings.compactMap { $0 }.first(where: \.isEscape)
      ?? first.trace.difference(from: second.trace)
      ?? Violation.difference(between: findings) ?? first.finding
    guard let finding else { return nil }
    let smaller = first.finding == finding ? smallest(like: finding, first) : nil
    return text(seed, finding, first, smaller)
  }

  // MARK: Fewer messages

  /// A run with fewer messages, and perhaps another seed, that fails in the same way.
  private struct Smaller {
    var seed: UInt64
    var outcome: SeedRun<AppModel>.Outcome
  }

  /// Returns a shorter run that fails in the same way, or `nil` if there is none.
  ///
  /// Leaves out one half of the messages, then a quarter, and so on. Messages stay left out if a
  /// seed fails in the same way without them. Of the seeds that fail then, that with the fewest handled
  /// messages is taken.
  private func smallest(
    like finding: Violation, _ outcome: SeedRun<AppModel>.Outcome
  ) -> Smaller? {
    guard !finding.isEscape else { return nil }
    var best: Smaller?
    var sent = outcome.sent
    // With a shorter list, an invariant of the end may fail for another reason: whoever wrote the
    // list may rely on all of its messages.
    if areGenerated || !finding.isFinalInvariant {
      var runs = Self.runsForAll
      var length = sent.count / 2
      while length > 0 {
        var index = 0
        while index < sent.count && sent.count > length {
          var fewer = sent
          fewer.removeSubrange(index..<min(index + length, sent.count))
          if let found = failing(fewer, like: finding, &runs) {
            (best, sent) = (found, fewer)
          } else {
            index += length
          }
        }
        length /= 2
      }
    }
    return shortest(sent, like: finding, than: (best?.outcome ?? outcome).trace.messages) ?? best
  }

  /// Returns the run of these messages that fails in the same way after the fewest handled messages, such
  /// as fewer ticks of a clock; `nil` if no seed needs fewer than `count`.
  private func shortest(
    _ messages: [any Message], like finding: Violation, than count: Int
  ) -> Smaller? {
    var best: UInt64?
    var count = count
    for seed in 0..<Self.seedsForEach {
      let outcome = outcome(of: seed, sending: messages, isRecorded: false)
      guard outcome.finding?.kind == finding.kind, outcome.trace.messages < count else { continue }
      (best, count) = (seed, outcome.trace.messages)
    }
    guard let best else { return nil }
    let recorded = outcome(of: best, sending: messages, isRecorded: true)
    return recorded.finding?.kind == finding.kind ? Smaller(seed: best, outcome: recorded) : nil
  }

  private func failing(
    _ messages: [any Message], like finding: Violation, _ runs: inout Int
  ) -> Smaller? {
    for seed in 0..<Self.seedsForEach {
      if runs == 0 { return nil }
      runs -= 1
      let outcome = outcome(of: seed, sending: messages, isRecorded: false)
      guard outcome.finding?.kind == finding.kind else { continue }
      let recorded = self.outcome(of: seed, sending: messages, isRecorded: true)
      if recorded.finding?.kind == finding.kind { return Smaller(seed: seed, outcome: recorded) }
    }
    return nil
  }

  /// The number of seeds that are tried with each shorter list.
  private static var seedsForEach: UInt64 { 100 }
  /// The largest number of runs for all shorter lists, so that the failure is reported soon.
  private static var runsForAll: Int { 2_000 }

  // MARK: Texts

  private func text(
    _ seed: UInt64, _ finding: Violation, _ outcome: SeedRun<AppModel>.Outcome, _ smaller: Smaller?
  ) -> String {
    var lines = course(seed, finding, outcome)
    let count = seen.seeds
    lines.append(
      count == 0
        ? "It was the first seed."
        : "\(count) \(count == 1 ? "seed" : "seeds") passed before this one.")
    lines.append("To run it again: explore(seeds: \(seed)..<\(seed + 1), …)")
    guard let smaller, let finding = smaller.outcome.finding else {
      return lines.joined(separator: "\n")
    }
    let sent = smaller.outcome.sent.map { sourceText(of: $0, namesType: true, limit: 1_000) }
    lines += ["", "It fails in fewer steps too:"]
    lines += course(smaller.seed, finding, smaller.outcome)
    lines.append(
      "To run it again: explore(seeds: \(smaller.seed)..<\(smaller.seed + 1), "
        + "sending: [\(sent.joined(separator: ", "))], …)")
    return lines.joined(separator: "\n")
  }

  private func course(
    _ seed: UInt64, _ finding: Violation, _ outcome: SeedRun<AppModel>.Outcome
  ) -> [String] {
    var lines = ["Seed \(seed): \(finding.text)"]
    lines.append(
      outcome.trace.messages == 0
        ? "  No message was handled." : outcome.trace.text(last: finding.shownMessages))
    if let model = outcome.model { lines += ["Model:"] + model.map { "  \($0)" } }
    if !outcome.pending.isEmpty {
      let names = outcome.pending.map(\.fullName).joined(separator: ", ")
      lines.append("Commands still running: \(names)")
    }
    return lines
  }
}
