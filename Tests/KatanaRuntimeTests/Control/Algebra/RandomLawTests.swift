import Testing

/// Expressions that mean the same, in random programs.
@Suite struct RandomLawTests {
  typealias Expression = KatanaRuntimeTests.Expression
  typealias Law = @Sendable (Expression) -> [Expression]

  /// Ways to write a command that mean the same.
  static let laws: [(name: String, law: Law)] = [
    ("Sequential of one", { [$0, .inOrder([$0])] }),
    (
      "Sequential is associative",
      {
        let (a, b, c) = (Expression.delayed($0, 1), $0, Expression.send("c"))
        return [
          .inOrder([a, b, c]), .inOrder([.inOrder([a, b]), c]), .inOrder([a, .inOrder([b, c])]),
          .inOrder([.inOrder([]), a, b, .inOrder([]), c]),
        ]
      }
    ),
    ("Race of one", { [$0, .race([$0])] }),
    (
      "Race is associative",
      {
        let (a, b, c) = (Expression.delayed($0, 1), $0, Expression.delayed(.send("c"), 1))
        return [.race([a, b, c]), .race([.race([a, b]), c]), .race([a, .race([b, c])])]
      }
    ),
    ("Concurrent of one", { [$0, .together([$0], then: nil)] }),
    (
      "nested Concurrent without messages",
      {
        [
          .together([$0, .delayed($0, 1), $0], then: "all"),
          .together([.together([$0, .delayed($0, 1)], then: nil), $0], then: "all"),
        ]
      }
    ),
    ("no retries", { [$0, .retried($0, .init(count: 0, backoff: 1, errors: .all))] }),
    (
      "what is handled does not fail",
      {
        [.onFailure($0, "failed"), .onFailure(.onFailure($0, "failed"), "again")]
      }
    ),
    (
      "a name twice",
      {
        [
          .cancellable($0, .a, cancelInFlight: true),
          .cancellable(.cancellable($0, .a, cancelInFlight: true), .a, cancelInFlight: true),
        ]
      }
    ),
    (
      "a queue twice",
      {
        [.queued($0, .a, .atMost(2)), .queued(.queued($0, .a, .atMost(1)), .a, .atMost(2))]
      }
    ),
    ("a map that changes nothing", { [$0, .mapped($0)] }),
  ]

  @Test(arguments: laws.indices)
  func lawsHoldForAllExpressions(index: Int) async throws {
    let (name, law) = Self.laws[index]
    for seed in 1...100 {
      // The other tests need this thread too.
      await Task.yield()
      var generator = ProgramGenerator(seed: UInt64(seed))
      let program = generator.program()
      let ways = law(.send("")).indices.map { way in program.changingCommands { law($0)[way] } }
      let events = try ways.map { try ProgramRun().events(of: $0, until: 200).endSorted(200) }
      for (way, other) in zip(ways, events).dropFirst() where other != events[0] {
        Issue.record("\(name): \(ways[0])\n\(events[0])\n\(way)\n\(other)")
        return
      }
    }
  }

  /// For one command alone: beside others, it matters which of two timers of the same time was set first.
  @Test func delaysAddUp() async throws {
    for seed in 1...100 {
      // The other tests need this thread too.
      await Task.yield()
      var generator = ProgramGenerator(seed: UInt64(seed))
      guard let command = generator.program().asks[0].commands.first else { continue }
      let events = try [Expression.delayed(command, 3), .delayed(.delayed(command, 1), 2)].map {
        try ProgramRun().events(
          of: AlgebraProgram(asks: [.init(time: 0, commands: [$0])]), until: 200)
      }
      #expect(events[0].endSorted(200) == events[1].endSorted(200), "\(command)")
    }
  }
}

extension AlgebraProgram {
  fileprivate func changingCommands(_ change: (Expression) -> Expression) -> AlgebraProgram {
    AlgebraProgram(
      asks: asks.map { ask in
        var ask = ask
        ask.commands = ask.commands.map(change)
        return ask
      })
  }
}
