import KatanaRuntime
import KatanaTesting
import Testing

/// Which messages a failure lists, and how.
@Suite struct TraceTests {
  private func text(_ app: (Simulation) -> Simulated<Notes>) -> String {
    // Whether messages are handled before `dispatch` returns is decided by the seed.
    let texts = (0..<8).map { (seed: UInt64) in
      failures {
        explore(
          seeds: seed..<(seed + 1), sending: [Note.doing(["go"])],
          fileID: "App/AppTests.swift", line: 7, app)
      }.first?.text
        .replacing("Seed \(seed):", with: "Seed 0:")
        .replacing("seeds: \(seed)..<\(seed + 1)", with: "seeds: 0..<1")
    }
    #expect(Set(texts).count == 1)
    return texts[0] ?? ""
  }

  private func heard(_ texts: String..., at dispatch: Dispatcher) {
    for text in texts { dispatch(Note.heard(text), file: "App/Do.swift", line: 5) }
  }

  @Test func theTraceAndTheModelEndWithTheMessageAfterWhichAnInvariantDoesNotHold() {
    let text = text { _ in
      notesApp(.command(DoingNow { _, dispatch in heard("a", "b", "c", "d", at: dispatch) }))
        .always("nobody says b") { $0.heard.last != "b" }
    }
    #expect(
      text == """
        Seed 0: the invariant "nobody says b" does not hold after message 3.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
            2  0 ms  1 → Do → heard("a")
                       .heard: [] → ["a"]
            3  0 ms  1 → Do → heard("b")
                       .heard[1]: + "b"
        Model:
          .heard: ["a", "b"]
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """)
  }

  @Test func theTraceAndTheModelEndWithTheMessageBeforeAnIssue() {
    struct Unknown: Command {}
    let updater = FunctionUpdater<Notes>(takes: .all) { model, message in
      guard case .heard(let text) = message as? Note else { return (model, [Do(name: "go")]) }
      return (Notes(heard: model.heard + [text]), text == "b" ? [Unknown()] : [])
    }
    let text = text { _ in
      Simulated(
        Program(model: Notes(), updater),
        interpreters: [
          .command(DoingNow { _, dispatch in heard("a", "b", "c", "d", at: dispatch) })
        ])
    }
    #expect(text.hasPrefix("Seed 0: the runtime reported an issue.\n"))
    #expect(text.contains("\n    3  0 ms  1 → Do → heard("))
    #expect(!text.contains("\n    4  "))
    #expect(text.contains("\nModel:\n  .heard: [\"a\", \"b\"]\n"))
  }

  @Test func aFakeCanFailTheTest() {
    let text = text { simulation in
      notesApp(
        .command(
          Doing { _, dispatch in
            heard("a", at: dispatch)
            while dispatch.statistics.handled < 2 { await simulation.pause() }
            try await simulation.clock.sleep(for: .microseconds(1_500))
            simulation.fail("somebody saves with another's token", file: "App/Fake.swift", line: 9)
            simulation.fail("and again")
            heard("b", at: dispatch)
            try await simulation.clock.sleep(for: .seconds(1))
          })
      ).always("nobody says b") { $0.heard.last != "b" }
    }
    #expect(
      text == """
        Seed 0: somebody saves with another's token.
          Where: App/Fake.swift:9
          When: 1.500 ms
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
            2  0 ms  1 → Do → heard("a")
                       .heard: [] → ["a"]
        Model:
          .heard: ["a"]
        Commands still running: Do
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """)
  }

  @Test func aFakeCanFailTheTestBeforeAnythingHappens() {
    let text = text { simulation in
      simulation.fail("no fake is made", file: "App/Fake.swift", line: 9)
      return notesApp(.command(DoingNow { _, _ in }))
    }
    #expect(
      text == """
        Seed 0: no fake is made.
          Where: App/Fake.swift:9
          When: 0 ms
          No message was handled.
        Model:
          .heard: []
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """)
  }

  @Test func eachMessageNamesItsCauseByItsNumber() {
    let updater = FunctionUpdater<Notes>(takes: .all) { model, message in
      let count = model.heard.count
      return (Notes(heard: model.heard + ["x"]), count < 4 ? [Do(name: "more")] : [])
    }
    let text = text { _ in
      Simulated(
        Program(model: Notes(), updater),
        interpreters: [.command(DoingNow { _, dispatch in heard("a", at: dispatch) })]
      ).eventually("nothing") { $0.heard.isEmpty }
    }
    #expect(
      text.hasPrefix(
        """
        Seed 0: the invariant "nothing" does not hold at the end.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
                       .heard: [] → ["x"]
            2  0 ms  1 → Do → heard("a")
                       .heard[1]: + "x"
            3  0 ms  2 → Do → heard("a")
                       .heard[2]: + "x"
            4  0 ms  3 → Do → heard("a")
                       .heard[3]: + "x"
            5  0 ms  4 → Do → heard("a")
                       .heard[4]: + "x"
        Model:

        """))
  }
}
