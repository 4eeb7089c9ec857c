import Foundation
import Mutating

/// Which tests run for each mutant, and in which order.
struct TestPlan {
  let bundle: String
  /// What runs; all if it is empty.
  let filter: [String]
  /// Suites that take seconds each, and run when all others have passed.
  let heavy: [String]
  /// What does not run at all.
  let skipped: [String]
  /// In seconds.
  let limit: TimeInterval
  /// In megabytes.
  private static let memory = 16_000

  static let heavy = [
    "AddressCoderTests", "ControlAlgebraTests", "ExecutionTests", "PromiseTests", "RandomLawTests",
    "ReferenceTests", "SeededAlgebraTests",
  ]

  /// What no mutant can change, because it compiles against the modules or reads the documents.
  static let skipped = [
    "WrongProgramTests.WrongProgramTests", "DocumentTests.DocumentTests", "NameTests.NameTests",
  ]

  private var stages: [[String]] {
    let without = skipped.flatMap { ["--skip", $0] }
    if !filter.isEmpty { return [without + filter.flatMap { ["--filter", $0] }] }
    return [
      without + heavy.flatMap { ["--skip", $0] },
      without + heavy.flatMap { ["--filter", $0] },
    ]
  }

  /// Refuses to go on if a test fails although no mutant is on.
  func checkUnmutated() throws {
    for (name, stage) in zip(["light", "heavy"], stages) {
      var failures: [String] = []
      var passed = 0
      let start = Date()
      let end = execute(stage, mutant: nil, limit: limit * 10) { line in
        switch line {
        case .issue(let test, let text): failures.append("\(test)\(text)")
        case .passed: passed += 1
        case .other: break
        }
        return true
      }
      guard end == .exited(0), failures.isEmpty, passed > 0 else {
        throw Failure(
          "Without a mutant, the \(name) tests do not pass (\(end)):\n"
            + failures.joined(separator: "\n"))
      }
      note("no mutant: \(passed) \(name) tests pass in \(seconds(since: start)) s")
    }
  }

  /// Switches a mutant on, and stops at the first test that fails.
  func run(_ mutant: Mutant) -> Result {
    let start = Date()
    for stage in stages {
      var killer: (test: String, text: String)?
      let end = execute(stage, mutant: mutant.id, limit: limit) { line in
        guard case .issue(let test, let text) = line else { return true }
        killer = (test, text)
        return false
      }
      let time = seconds(since: start)
      if let killer {
        return Result(mutant, .killed, by: killer.test, text: killer.text.oneLine, seconds: time)
      }
      switch end {
      case .timedOut: return Result(mutant, .timedOut, seconds: time)
      case .exited(0): continue
      case .exited, .signal, .stopped:
        return Result(mutant, .crashed, by: "\(end)", seconds: time)
      }
    }
    return Result(mutant, .survived, seconds: seconds(since: start))
  }

  private func execute(
    _ stage: [String], mutant: Int?, limit: TimeInterval, _ read: (TestLine) -> Bool
  ) -> ChildProcess.End {
    var environment = ["SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", "TERM": "dumb"]
    // An empty value is no number: no mutant is on.
    environment[Switch.variable] = mutant.map { "\($0)" } ?? ""
    return ChildProcess.run(
      [bundle, "--testing-library", "swift-testing"] + stage, environment: environment,
      limit: limit, memory: Self.memory
    ) { read(TestLine($0)) }
  }

  private func seconds(since start: Date) -> Double {
    (Date().timeIntervalSince(start) * 10).rounded() / 10
  }
}
