import Foundation
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Random expressions: the runtime does what the reference model says, event by event.
@Suite struct ControlAlgebraTests {
  /// When everything that a program does is over, but for what never ends.
  static let end = 300

  /// Whether the tests run in their long form, as in CI: `KATANA_LONG_TESTS=1 swift test`.
  static let isLong = environment("KATANA_LONG_TESTS") != nil
  /// How many programs. KATANA_ALGEBRA_PROGRAMS and KATANA_ALGEBRA_SEED choose others.
  static let count = environment("KATANA_ALGEBRA_PROGRAMS") ?? (isLong ? 5_000 : 1_000)
  /// How many of them are executed by the state machine alone.
  static let plainCount = environment("KATANA_ALGEBRA_PLAIN_PROGRAMS") ?? (isLong ? 20_000 : 5_000)
  static let firstSeed = environment("KATANA_ALGEBRA_SEED") ?? 1

  @Test func randomProgramsDoWhatTheReferenceModelSays() async throws {
    var expressions = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.count {
      // The other tests need this thread too.
      await Task.yield()
      var generator = ProgramGenerator(seed: UInt64(seed))
      let program = generator.program()
      expressions += program.expressionCount
      guard try Self.difference(of: program) != nil else { continue }
      let smallest = program.shrunk { (try? Self.difference(of: $0)) != .some(nil) }
      let difference = try Self.difference(of: smallest) ?? "none when run again"
      Issue.record("seed \(seed):\n  \(smallest)\n\(difference)")
      return
    }
    print("\(Self.count) programs of \(expressions) expressions agree with the reference model")
    #expect(expressions > Self.count)
  }

  @Test func theStateMachineAloneDoesWhatTheReferenceModelSays() async throws {
    for seed in Self.firstSeed..<Self.firstSeed + Self.plainCount {
      if seed.isMultiple(of: 100) { await Task.yield() }
      var generator = ProgramGenerator(seed: UInt64(seed))
      let program = generator.program()
      guard Self.plainDifference(of: program) != nil else { continue }
      let smallest = program.shrunk { Self.plainDifference(of: $0) != nil }
      let difference = Self.plainDifference(of: smallest) ?? "none when run again"
      Issue.record("seed \(seed):\n  \(smallest)\n\(difference)")
      return
    }
  }

  /// Two timers for one time: that of the debounced command was set first, because the group that it
  /// ends by cancelling the last one tries again afterwards. (Program 3053832.)
  @Test func aDebouncedCommandWaitsBeforeItCancelsTheLastOne() throws {
    let failing = Expression.leaf(
      .init(name: "4", pauses: [], ending: .throwsCode(2), style: .async))
    let last = Expression.leaf(.init(name: "5", pauses: [], ending: .finishes))
    let next = Expression.leaf(.init(name: "10", pauses: [], ending: .never))
    let program = AlgebraProgram(asks: [
      .init(
        time: 5,
        commands: [
          .retried(
            .together([failing, .debounced(last, .b, 2)], then: nil),
            .init(count: 2, backoff: 3, errors: .all))
        ]), .init(time: 5, commands: [.debounced(next, .b, 3)]),
    ])
    #expect(try Self.difference(of: program) == nil)
  }

  /// The race keeps the answer of a row's command that has ended, and the row is replaced by another
  /// with its id: the answer must not reach that one. (Program 5691.)
  @Test func anAnswerThatIsKeptBelongsToTheRowThatIsGone() throws {
    let rest = Expression.leaf(.init(name: "1", pauses: [4], ending: .finishes))
    let answering = Expression.leaf(
      .init(name: "2", pauses: [], ending: .answersCode(2), style: .async))
    let program = AlgebraProgram(asks: [
      .init(
        time: 1,
        commands: [.race([.cancellable(rest, .a, cancelInFlight: true), .row(answering, 1)])]),
      .init(time: 3, commands: [.cancel(.a)], replacing: 1),
    ])
    #expect(try Self.difference(of: program) == nil)
  }

  /// How the runtime differs from the reference model; `nil` if it does not.
  static func difference(of program: AlgebraProgram) throws -> String? {
    let expected = ReferenceModel.events(of: program, until: end).endSorted(end)
    let run = try ProgramRun()
    let events = run.events(of: program, until: end).endSorted(end)
    if expected != events { return "expected \(expected)\n     was \(events)" }
    return run.isEmpty ? nil : "something is left in the tables"
  }

  /// How the state machine alone differs from the reference model; `nil` if it does not.
  static func plainDifference(of program: AlgebraProgram) -> String? {
    let expected = ReferenceModel.events(of: program, until: end).endSorted(end)
    var run = ActivitiesRun()
    let events = run.events(of: program, until: end).endSorted(end)
    if expected != events { return "expected \(expected)\n     was \(events)" }
    return run.isEmpty ? nil : "something is left in the tables"
  }

  static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

extension AlgebraProgram {
  var expressionCount: Int {
    asks.reduce(0) { $0 + $1.commands.reduce(0) { $0 + $1.count } }
  }
}

extension [Event] {
  /// The order in which the end of a runtime cancels what goes on is left open.
  func endSorted(_ end: Int) -> [Event] {
    let isAtEnd = { (event: Event) in event.time >= end }
    return filter { !isAtEnd($0) } + filter(isAtEnd).sorted { "\($0)" < "\($1)" }
  }
}
