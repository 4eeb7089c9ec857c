import Foundation
import Testing

@testable import KatanaTesting

/// The runtime against the contract, written once more as a program without threads.
@Suite struct ReferenceTests {
  /// More programs, or others: `KATANA_PROGRAMS=1000000 KATANA_SEED=7 swift test --filter Reference`.
  private static func setting(_ name: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? standard
  }

  @Test func randomAppsDoWhatTheReferenceSays() async {
    var first = Self.setting("KATANA_SEED", 1)
    let end = first + Self.setting("KATANA_PROGRAMS", 1_000)
    while first < end {
      let next = min(first + 20, end)
      if let text = Self.failure(seeds: first..<next) {
        Issue.record(Comment(rawValue: text))
        return
      }
      first = next
      // The other tests need this thread too.
      await Task.yield()
    }
  }

  /// What is wrong with the first program that fails. A scheduler belongs to one thread.
  private static func failure(seeds: Range<UInt64>) -> String? {
    let scheduler = Scheduler()
    defer { scheduler.retire() }
    for seed in seeds {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()
      guard let violation = program.violation(seed: seed, on: scheduler) else { continue }
      return text(of: program, violation, seed, scheduler)
    }
    return nil
  }

  /// The smallest program that fails under the seed, and its course.
  private static func text(
    of program: Program, _ violation: Violation, _ seed: UInt64, _ scheduler: Scheduler
  ) -> String {
    var (program, violation) = (program, violation)
    let small = program.shrunk { $0.violation(seed: seed, on: scheduler) != nil }
    // One that fails only now and then may not fail again.
    if let again = small.violation(seed: seed, on: scheduler) {
      (program, violation) = (small, again)
    }
    let events = violation.events.map { "  \($0)" }
    return """
      Seed \(seed):
      \(violation.text)
      The smallest program:
      \(program)
      Its course:
      \(events.suffix(100).joined(separator: "\n"))
      """
  }
}
