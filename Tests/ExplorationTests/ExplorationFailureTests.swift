import KatanaRuntime
import KatanaTesting
import Testing
import XCTest

/// What an exploration reports, apart from invariants that break on the way.
@Suite struct ExplorationFailureTests {
  private struct Broken: Error {}

  private func texts(
    _ app: @escaping (Simulation) -> Simulated<Notes>, atMost: Int = 100_000,
    allowing: [RuntimeIssue.Kind] = [], ignoringPending: Bool = false
  ) -> [String] {
    failures {
      explore(
        seeds: 100, sending: [Note.doing(["go"])], atMost: atMost, allowing: allowing,
        ignoringPending: ignoringPending, fileID: "App/AppTests.swift", line: 7, app)
    }.map(\.text)
  }

  private let neverEnding = Interpreter.command(
    Doing { _, dispatch in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      dispatch(Note.heard("never"))
    })

  @Test func anInvariantMustHoldAtTheStart() {
    let texts = texts { _ in
      notesApp(.command(DoingNow { _, _ in })).always("it hears something") { !$0.heard.isEmpty }
    }
    #expect(
      texts == [
        """
        Seed 0: the invariant "it hears something" does not hold at the start.
          No message was handled.
        Model:
          .heard: []
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """
      ])
  }

  /// Notes of one command: equal ones, others, and the last one, which stands alone.
  @Test(arguments: [
    (["tick", "tick", "tick", "tock"], #"heard("tick") × 3"#),
    (["tick", "tack", "tick", "tock"], "heard × 3"),
  ])
  func stepsOfOneNameThatFollowEachOtherAreOneRow(heard: [String], row: String) {
    let texts = texts { _ in
      notesApp(
        .command(DoingNow { _, dispatch in for text in heard { dispatch(Note.heard(text)) } })
      ).always("it does not tock") { !$0.heard.contains("tock") }
    }
    #expect(
      texts == [
        """
        Seed 0: the invariant "it does not tock" does not hold after message 5.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
          2–4  0 ms  1 → Do → \(row)
                       .heard: [] → \(heard.dropLast().map { $0 })
            5  0 ms  1 → Do → heard("tock")
                       .heard[3]: + "tock"
        Model:
          .heard: \(heard)
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """
      ])
  }

  @Test func anInvariantMustHoldAtTheEnd() {
    let texts = texts { simulation in
      notesApp(
        .command(
          DoingNow { _, dispatch in
            if simulation.choose(1...20) > 1 { dispatch(Note.heard("yes")) }
          })
      ).eventually("it has heard something") { !$0.heard.isEmpty }
    }
    let seed = texts.first?.split(separator: ":").first?.split(separator: " ").last ?? ""
    #expect(
      texts == [
        """
        Seed \(seed): the invariant "it has heard something" does not hold at the end.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
        Model:
          .heard: []
        \(seed) seeds passed before this one.
        To run it again: explore(seeds: \(seed)..<\((Int(seed) ?? 0) + 1), …)
        """
      ])
    #expect(Int(seed) ?? 0 > 1)
  }

  @Test func aCommandThatIsNeverAnsweredIsReported() {
    let app: (Simulation) -> Simulated<Notes> = { [neverEnding] _ in notesApp(neverEnding) }
    #expect(
      texts(app) == [
        """
        Seed 0: Do is still running, and nothing in the simulation can go on.
        It waits for something outside of the simulation, such as a real sleep or a real server, or \
        for ever.
        To fix this, wait with `simulation.clock` or `simulation.pause()`, make tasks as child \
        tasks or with `simulation.executor`, and use no `Task { }`, `Task.sleep`, main actor, \
        thread, queue, or real input and output. If it may run for ever, pass \
        `ignoringPending: true`.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
        Model:
          .heard: []
        Commands still running: Do
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """
      ])
    #expect(texts(app, ignoringPending: true) == [])
  }

  @Test func severalCommandsThatAreNeverAnsweredAreReportedTogether() {
    let found = failures {
      explore(seeds: 1, sending: [Note.doing(["a", "b"])]) { [neverEnding] _ in
        notesApp(neverEnding)
      }
    }
    #expect(
      found.first?.text.hasPrefix(
        """
        Seed 0: Do, Do are still running, and nothing in the simulation can go on.
        They wait for something outside of the simulation, such as a real sleep or a real server, \
        or for ever.

        """) == true)
  }

  @Test func aCommandThatTakesTooLongIsReportedAndOneThatTakesLongIsNot() {
    func texts(_ duration: Duration) -> [String] {
      self.texts { simulation in
        notesApp(.command(Doing { _, _ in try await simulation.clock.sleep(for: duration) }))
      }
    }
    #expect(texts(.seconds(90)) == [])
    #expect(
      texts(.seconds(121)).first?.hasPrefix(
        "Seed 0: Do is still running, and the virtual time is over.") == true)
  }

  @Test func commandsEndInTimeHoweverHastyTimeIs() {
    let seen = explore(seeds: 300, sending: [Note.doing(["timers", "slow"])], until: .seconds(2)) {
      simulation in
      notesApp(
        .command(
          Doing { command, _ in
            if command.name == "timers" {
              for count in 1...10 {
                simulation.clock.schedule(after: .milliseconds(400 * count)) {}
              }
            } else {
              for _ in 1...3 { try await simulation.clock.sleep(for: .milliseconds(500)) }
            }
          }))
    }
    #expect(seen.seeds == 300)
  }

  @Test func whoKeepsADispatcherKeepsTheCommandRunning() {
    let kept = Locked<[Dispatcher]>([])
    let texts = texts { _ in
      notesApp(.command(DoingNow { _, dispatch in kept.withLock { $0 = [dispatch] } }))
    }
    #expect(
      texts.first?.hasPrefix(
        "Seed 0: Do is still running, and nothing in the simulation can go on.") == true)
  }

  @Test func messagesThatCauseEachOtherForEverAreStopped() {
    struct Endless: TypedUpdater {
      func update(model: inout Notes, message: Note) -> [any Command] { [Do(name: "again")] }
    }
    let texts = texts(
      { _ in
        Simulated(
          Program(model: Notes(), Endless()),
          interpreters: [.command(DoingNow { _, dispatch in dispatch(Note.heard("again")) })])
      }, atMost: 2_000)
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: the app did not come to rest within 2000 turns and messages.
        Messages may cause each other for ever, or time may pass in too many small steps.
        To fix this, end the chain of causes; or pass a shorter `until:` or a larger `atMost:`.
          …
        """) == true)
    let lines = texts.first?.split(separator: "\n").map(String.init) ?? []
    #expect(lines.filter { $0.contains(" → ") }.count == 20)
  }

  @Test func anIssueOfTheRuntimeIsReportedUnlessItIsAllowed() {
    let app: (Simulation) -> Simulated<Notes> = { _ in
      notesApp(.command(Doing { _, _ in throw Broken() }))
    }
    #expect(
      texts(app) == [
        """
        Seed 0: the runtime reported an issue.
          The interpreter of Do threw an error.
            Error: Broken()
            Cause: doing (App/AppTests.swift:7)
          The run has ended, perhaps without the message that the app waits for.
          To fix this, catch the error in the interpreter and dispatch a message that says what \
        happened.
        If that may happen in this test, pass `allowing: [.interpreterThrew]`.
            1  0 ms  doing(["go"]) (App/AppTests.swift:7)
        Model:
          .heard: []
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """
      ])
    #expect(texts(app, allowing: [.interpreterThrew]) == [])
  }

  @Test func anExplorationWithoutSeedsFails() {
    func texts(_ body: () -> Exploration) -> [String] {
      failures { #expect(body().seeds == 0) }.map(\.text)
    }
    let app: (Simulation) -> Simulated<Notes> = { _ in notesApp(.command(DoingNow { _, _ in })) }
    func text(_ seeds: String) -> String {
      """
      No seed was explored.
        seeds: \(seeds)
      A test in which nothing runs cannot fail.
      To fix this, pass a number of seeds that is more than zero, or a range that is not empty.
      """
    }
    #expect(texts { explore(seeds: 0, sending: [], app) } == [text("0")])
    #expect(texts { explore(seeds: -1, sending: [], app) } == [text("-1")])
    #expect(texts { explore(seeds: 7..<7, sending: [], app) } == [text("7..<7")])
  }

  @Test func badWiringIsReported() {
    let texts = texts { _ in
      let interpreter = Interpreter.command(DoingNow { _, _ in })
      return Simulated(
        Program(model: Notes(), NotesUpdater()), interpreters: [interpreter, interpreter])
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: the runtime could not be created.
          2 interpreters could be found for the command Do; exactly 1 is required.

        """) == true)
  }
}

/// Within XCTest too.
final class ExplorationXCTests: XCTestCase {
  func testAnExplorationRunsInATestOfXCTest() {
    let seen = explore(seeds: 20, sending: [SessionMessage.logInTapped]) { sessionApp($0) }
    XCTAssertEqual(seen.seeds, 20)
  }
}
