import KatanaRuntime
import KatanaTesting
import Testing

/// Random expressions in random orders: what must hold whenever the ends of commands, timers and
/// cancellations come. (In which order they come at which time is the reference model's matter.)
@Suite struct SeededAlgebraTests {
  /// How many programs; each runs under ten seeds.
  static let count =
    ControlAlgebraTests.environment("KATANA_ALGEBRA_PROGRAMS")
    ?? (ControlAlgebraTests.isLong ? 200 : 50)

  @Test func inEveryOrderCancelledCommandsAreSilentAndAllOthersEnd() async {
    var expressions = 0
    for seed in 0..<UInt64(Self.count) {
      // The other tests need this thread too.
      await Task.yield()
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()
      expressions += program.expressionCount
      let found = failures { explore(program, from: seed * 10) }
      guard let failure = found.first else { continue }
      let smallest = program.shrunk { smaller in
        !failures { explore(smaller, from: seed * 10) }.isEmpty
      }
      Issue.record("program \(seed):\n  \(smallest)\n\(failure.text)")
      return
    }
    print("\(Self.count) programs of \(expressions) expressions hold in ten orders each")
    #expect(expressions > Self.count)
  }

  /// A message decides a race, so a place in a queue becomes free, and what begins there cancels the
  /// sender of that message.
  @Test func aMessageWhoseRaceLetsItsSenderBeCancelledIsSilent() {
    func leaf(_ name: String, _ pauses: [Int], _ ending: Expression.Script.Ending) -> Expression {
      .leaf(
        .init(
          name: name, pauses: pauses, ending: ending, style: .callback, ignoresCancellation: false))
    }
    let program = AlgebraProgram(asks: [
      .init(
        time: 0,
        commands: [
          .race([
            .queued(.delayed(leaf("10", [], .finishes), 4), .b, .firstWins),
            .throttled(leaf("11", [0], .answersCode(2)), .b, 5, .leading),
          ]), .queued(.cancel(.b), .b, .keepLatest),
        ], replacing: nil)
    ])
    explore(program, from: 0)
  }

  private func explore(_ program: AlgebraProgram, from seed: UInt64) {
    KatanaTesting.explore(
      seeds: seed..<seed + 10,
      sending: program.asks.map { Ask(commands: $0.commands.map(\.command)) },
      until: .seconds(2_000), allowing: [.interpreterThrew],
      ignoringPending: true
    ) { simulation in
      let log = EventLog(clock: simulation.clock)
      let scripts = program.scripts
      return Simulated(
        Program(model: AlgebraApp(), AlgebraApp.updater(log)),
        interpreters: [
          .command(ScriptedInterpreter(log: log)), .command(ScriptedAsyncInterpreter(log: log)),
        ]
      )
      .always("what was cancelled is silent") { _ in log.events.areSilentAfterCancellations }
      .always("each command says its words in order") { _ in log.events.areInOrder }
      .eventually("what has started has said everything, was cancelled or has failed") { _ in
        log.events.areComplete(scripts)
      }
    }
  }
}

extension Event.What {
  /// The command that a word comes from, and the number of the word.
  fileprivate var word: (name: String, number: Int)? {
    guard case .heard(let text, _) = self else { return nil }
    let parts = text.split(separator: ".")
    return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
  }
}

extension [Event] {
  /// Whether each word comes from a command that goes on. One that is started again has several runs
  /// of one name, so they are counted: the task of a cancelled run may begin after that of the next.
  fileprivate var areSilentAfterCancellations: Bool {
    var running: [String: Int] = [:]
    for event in self {
      switch event.what {
      case .started(let name): running[name, default: 0] += 1
      case .cancelled(let name): running[name, default: 0] -= 1
      case .heard, .reported: break
      }
      if let word = event.what.word, running[word.name, default: 0] < 1 { return false }
    }
    return true
  }

  fileprivate var areInOrder: Bool {
    let once = startedOnce
    var last: [String: Int] = [:]
    for event in self {
      guard let (name, number) = event.what.word, once.contains(name) else { continue }
      guard number == last[name, default: 0] + 1 else { return false }
      last[name] = number
    }
    return true
  }

  /// Whether each command that was started and not cancelled has said all its words.
  fileprivate func areComplete(_ scripts: [String: Expression.Script]) -> Bool {
    let once = startedOnce
    var said: [String: Int] = [:]
    for event in self {
      switch event.what {
      case .started(let name): said[name] = 0
      case .cancelled(let name): said[name] = nil
      case .heard, .reported: break
      }
      if let name = event.what.word?.name { said[name]? += 1 }
    }
    return said.allSatisfy { name, count in
      !once.contains(name) || scripts[name]?.pauses.count == count
    }
  }

  private var startedOnce: Set<String> {
    var counts: [String: Int] = [:]
    for event in self {
      if case .started(let name) = event.what { counts[name, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value == 1 }.keys)
  }
}

extension AlgebraProgram {
  fileprivate var scripts: [String: Expression.Script] {
    var all: [String: Expression.Script] = [:]
    func add(_ expression: Expression) {
      if case .leaf(let script) = expression { all[script.name] = script }
      for part in expression.parts { add(part) }
    }
    for ask in asks { for command in ask.commands { add(command) } }
    return all
  }
}
