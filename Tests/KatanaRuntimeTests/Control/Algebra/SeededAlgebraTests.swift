import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// Random expressions in random orders: what must hold whenever the ends of commands, timers and
/// cancellations come. (In which order they come at which time is the reference model's matter.)
@Suite struct SeededAlgebraTests {
  /// How many programs; each runs under ten seeds.
  static let count = ControlAlgebraTests.environment("KATANA_ALGEBRA_PROGRAMS") ?? 200

  @Test func inEveryOrderCancelledCommandsAreSilentAndAllOthersEnd() {
    var expressions = 0
    for seed in 0..<UInt64(Self.count) {
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

  private func explore(_ program: Program, from seed: UInt64) {
    KatanaTesting.explore(
      seeds: seed..<seed + 10,
      sending: program.asks.map { Ask(commands: $0.commands.map(\.command)) },
      until: .seconds(2_000), allowing: [.interpreterThrew], leavingPending: true
    ) { simulation in
      let log = EventLog(clock: simulation.clock)
      let scripts = program.scripts
      return Simulated(
        model: AlgebraApp(), updater: AlgebraApp.updater(log),
        interpreters: [
          .command(ScriptedInterpreter(log: log)), .command(ScriptedAsyncInterpreter(log: log)),
        ]
      )
      .always("what was cancelled is silent") { _ in log.events.areSilentAfterCancellations }
      .always("each command says its words in order") { _ in log.events.areInOrder }
      .finally("what has started has said everything, was cancelled or has failed") { _ in
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
  /// Whether no word comes between the cancellation of a command and its next start.
  fileprivate var areSilentAfterCancellations: Bool {
    var cancelled: Set<String> = []
    for event in self {
      switch event.what {
      case .cancelled(let name): cancelled.insert(name)
      case .started(let name): cancelled.remove(name)
      case .heard, .reported: break
      }
      if let word = event.what.word, cancelled.contains(word.name) { return false }
    }
    return true
  }

  fileprivate var areInOrder: Bool {
    var last: [String: Int] = [:]
    for event in self {
      if case .started(let name) = event.what { last[name] = 0 }
      guard let (name, number) = event.what.word else { continue }
      guard number == last[name, default: 0] + 1 else { return false }
      last[name] = number
    }
    return true
  }

  /// Whether each command that was started and not cancelled has said all its words.
  fileprivate func areComplete(_ scripts: [String: Expression.Script]) -> Bool {
    var last: [String: Int] = [:]
    for event in self {
      switch event.what {
      case .started(let name): last[name] = 0
      case .cancelled(let name): last[name] = nil
      case .heard, .reported: break
      }
      if let (name, number) = event.what.word, last[name] != nil { last[name] = number }
    }
    return last.allSatisfy { name, number in scripts[name]?.pauses.count == number }
  }
}

extension Program {
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
