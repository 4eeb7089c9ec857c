import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct ExploreTests {
  private let taps: [SessionMessage] = [.logInTapped, .logOutTapped]

  /// The texts of the failures of an app with the planted race.
  private func race(_ seeds: Range<UInt64>) -> [String] {
    failures { explore(seeds: seeds, sending: taps, line: 7) { sessionApp($0) } }.map(\.text)
  }

  /// `Docs/testing.md` shows the text.
  @Test func anAnswerThatOvertakesALogoutIsFoundWithItsCauses() throws {
    let texts = race(0..<2_000)
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/testing.md")
    let shown = try String(contentsOf: page, encoding: .utf8)
    let first = try #require(texts.first)
    #expect(shown.contains("```\n\(first)\n```"))
    #expect(
      texts == [
        """
        Seed 0: the invariant "nobody is logged in after a logout" does not hold after message 3.
            1   0 ms  logInTapped (ExplorationTests/ExploreTests.swift:7)
                        .isBusy: false → true
            2   0 ms  logOutTapped (ExplorationTests/ExploreTests.swift:7)
                        .hasLoggedOut: false → true
                        .isBusy: true → false
            3  17 ms  1 → LogIn → logInFinished(user: "ada")
                        .session: nil → "ada"
        Model:
          .session: "ada"
          .hasLoggedOut: true
          .isBusy: false
          .seconds: 0
        Commands still running: LogOut
        It was the first seed.
        To run it again: explore(seeds: 0..<1, …)
        """
      ])
  }

  @Test func theSameSeedFailsInTheSameWayAndOthersInOtherWays() {
    let texts = (0..<20).map { race(($0 as UInt64)..<($0 + 1)) }
    #expect(texts == (0..<20).map { race(($0 as UInt64)..<($0 + 1)) })
    #expect(Set(texts).count > 10)
  }

  @Test func theFixedAppPasses() {
    let seen = explore(seeds: 2_000, sending: taps) { sessionApp($0, ignoresLateAnswers: true) }
    #expect(seen.seeds == 2_000)
    #expect(seen.failedSeed == nil)
    #expect(seen.orders == 2)
    #expect(seen.messages >= 4_000)
  }

  /// Counts the apps that are there.
  private final class Witness: Sendable {
    let count: Locked<Int>
    init(_ count: Locked<Int>) {
      self.count = count
      count.withLock { $0 += 1 }
    }
    deinit { count.withLock { $0 -= 1 } }
  }

  /// Also where the runtime handles its messages in jobs, as half of the seeds do.
  @Test func nothingIsKeptOfTheAppsThatHaveEnded() {
    let count = Locked(0)
    explore(seeds: 20, sending: [Note.doing(["a"])]) { _ in
      let witness = Witness(count)
      return notesApp(.command(DoingNow { _, _ in withExtendedLifetime(witness) {} }))
    }
    #expect(count.withLock { $0 } == 0)
  }

  @Test func timeGoesOnAfterTheLastMessage() {
    let seconds = Locked<Set<Int>>([])
    let seen = explore(seeds: 50, sending: [], until: .seconds(5)) { simulation in
      sessionApp(simulation, ticks: true).eventually("noted") { model in
        seconds.withLock { _ = $0.insert(model.seconds) }
        return true
      }
    }
    #expect(seconds.withLock { $0 } == [5])
    #expect(seen.messages == 250)
    #expect(seen.orders == 1)
  }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = Tap
    var id = 1
    var taps = 0
  }
  struct Table: Model, Equatable {
    var rows = [Row()]
  }
  struct Tap: Message {}
  struct Clear: Message {}

  @Test func messagesToChildrenThatAreNotThereAreCounted() {
    let updater = CombinedUpdater<Table>([
      .full(
        FunctionUpdater(takes: .only([Clear.self])) { model, message in
          (message is Clear ? Table(rows: []) : model, [])
        }),
      .each(\.rows, FunctionUpdater<Row>(takes: .all) { row, _ in (Row(taps: row.taps + 1), []) }),
    ])
    let seen = explore(
      seeds: 200, sending: [Clear(), Tap().to(Table.at.rows[1])], inAnyOrder: true
    ) { _ in Simulated(Program(model: Table(), updater)) }
    #expect((50..<150).contains(seen.gone))
    #expect(seen.messages == 400 - seen.gone)
  }

  @MainActor @Test func anAsynchronousTestOfTheMainActorMayExplore() async {
    // What comes after a suspension is a job of the main actor, as in the middle of a test.
    await Task.yield()
    let seen = explore(seeds: 20, sending: taps) { sessionApp($0, ignoresLateAnswers: true) }
    #expect(seen.seeds == 20)
  }

  @Test func whatTheTestOfAnAppLooksAtIsMadeAnewForEachSeed() {
    let seen = explore(seeds: 100, sending: [Note.doing(["a"])]) { simulation in
      let calls = Locked(0)
      return notesApp(.command(DoingNow { _, _ in calls.withLock { $0 += 1 } }))
        .eventually("the interpreter was called once") { _ in calls.withLock { $0 } == 1 }
    }
    #expect(seen.seeds == 100)
  }
}
