import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// What every wrapper must do with interpreters of both styles, alone and inside every other one.
@Suite struct ControlSilenceTests {
  typealias Expression = KatanaRuntimeTests.Expression
  typealias Wrapper = (name: String, wrap: @Sendable (Expression) -> Expression)

  static let wrappers: [Wrapper] = [
    ("cancellable", { .cancellable($0, .b, cancelInFlight: true) }),
    ("latestWins", { .queued($0, .b, .latestWins) }),
    ("firstWins", { .queued($0, .b, .firstWins) }),
    ("atMost", { .queued($0, .b, .atMost(2)) }),
    ("keepLatest", { .queued($0, .b, .keepLatest) }),
    ("debounced", { .debounced($0, .b, 1) }),
    ("leading", { .throttled($0, .b, 1, .leading) }),
    ("trailing", { .throttled($0, .b, 1, .trailing) }),
    ("delayed", { .delayed($0, 1) }),
    ("timeout", { .timeout($0, 90, "late") }),
    ("retried", { .retried($0, .init(count: 2, backoff: 1, errors: .all)) }),
    ("onFailure", { .onFailure($0, "failed") }),
    ("Sequential", { .inOrder([$0, .send("next")]) }),
    ("Concurrent", { .together([$0, .send("beside")], then: "both") }),
    ("map", { .mapped($0) }),
  ]

  /// Wrappers inside wrappers, three deep; an id inside itself may give way, so those are left out.
  static func nested(_ leaf: Expression) -> [(name: String, command: Expression)] {
    var nested = wrappers.map { ($0.name, $0.wrap(leaf)) }
    for outer in wrappers {
      for inner in wrappers where outer.name != inner.name {
        nested.append(("\(outer.name) \(inner.name)", outer.wrap(inner.wrap(leaf))))
        nested.append(
          ("\(outer.name) \(inner.name) delayed", outer.wrap(inner.wrap(.delayed(leaf, 1)))))
      }
    }
    return nested
  }

  static let styles: [Expression.Script.Style] = [.callback, .async]

  private static func leaf(_ style: Expression.Script.Style, ignores: Bool) -> Expression {
    .leaf(
      .init(
        name: "leaf", pauses: Array(repeating: 1, count: 20), ending: .finishes, style: style,
        ignoresCancellation: ignores))
  }

  @Test(arguments: styles, [0, 2, 4])
  func nothingIsHeardAfterTheCancellation(style: Expression.Script.Style, time: Int) async throws {
    var silenced = 0
    for (name, command) in Self.nested(Self.leaf(style, ignores: true)) {
      // The other tests need this thread too.
      await Task.yield()
      let program = AlgebraProgram(asks: [
        .init(time: 0, commands: [.cancellable(command, .a, cancelInFlight: false)]),
        .init(time: time, commands: [.cancel(.a)]),
      ])
      let run = try ProgramRun()
      let events = run.events(of: program, until: 100)
      let late = events.filter { event in
        if case .heard = event.what { event.time > time } else { false }
      }
      #expect(late.isEmpty, "\(name): \(late)")
      #expect(run.isEmpty, "\(name)")
      silenced += run.runtime.statistics.silenced
    }
    #expect(silenced > 100, "the interpreters must really have gone on")
  }

  @Test(arguments: styles)
  func endComesAfterAllMessages(style: Expression.Script.Style) async throws {
    let words = (1...20).map { "leaf.\($0)" }
    for (name, command) in Self.nested(Self.leaf(style, ignores: false)) {
      // The other tests need this thread too.
      await Task.yield()
      let idle = Expression.inOrder([command, .send("end")])
      let run = try ProgramRun()
      let events = run.events(
        of: AlgebraProgram(asks: [.init(time: 0, commands: [idle])]), until: 100)
      let heard = events.compactMap { event in
        if case .heard(let word, _) = event.what { word } else { nil }
      }
      guard events.contains(where: { $0.what == .started("leaf") }) else {
        // A throttle inside a wrapper of the same id may give way; then nothing follows.
        #expect(heard == [], "\(name)")
        continue
      }
      #expect(heard.filter { $0.hasPrefix("leaf") } == words, "\(name)")
      #expect(heard.last == "end", "\(name)")
      #expect(!events.contains { $0.what == .cancelled("leaf") }, "\(name)")
      #expect(run.isEmpty, "\(name)")
    }
  }

  @Test(arguments: styles)
  func shutdownSilencesEverything(style: Expression.Script.Style) async throws {
    for (name, command) in Self.nested(Self.leaf(style, ignores: true)) {
      // The other tests need this thread too.
      await Task.yield()
      let run = try ProgramRun()
      let events = run.events(
        of: AlgebraProgram(asks: [.init(time: 0, commands: [command])]), until: 5)
      // As above: a throttle inside one of its own id gives way.
      if name.hasPrefix("trailing leading") { continue }
      #expect(events.last == Event(time: 5, what: .cancelled("leaf")), "\(name)")
      #expect(run.isEmpty, "\(name)")
    }
  }
}
