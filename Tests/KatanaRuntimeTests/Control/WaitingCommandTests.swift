import KatanaRuntime
import KatanaTesting
import Testing

/// Each command that waits is named, with since when, and for what.
@Suite struct WaitingCommandTests {
  enum ID: Hashable { case save, load }
  let run = LoggedRun()

  private var waiting: [String] {
    get async { await run.runtime.waiting.map(\.description) }
  }

  @Test func whatWaitsForATimeSaysForWhich() async throws {
    run.clock.advance(by: .seconds(5))
    run.ask(Do("1").delayed(by: .seconds(3)), Do("2").debounced(id: ID.save, for: .seconds(4)))
    run.clock.advance(by: .seconds(1))
    let waiting = await run.runtime.waiting
    #expect(waiting.map(\.since) == [.seconds(5), .seconds(5)])
    #expect(waiting.map(\.reason) == [.time(.seconds(8)), .time(.seconds(9))])
    #expect(waiting.map(\.address) == [.root, .root])
    #expect(waiting.first?.command as? ControlledCommand != nil)
    run.clock.advance(by: .seconds(3))
    #expect(await run.runtime.waiting.isEmpty)
  }

  @Test func theEndOfAPeriodAndTheNextAttemptAreTimes() async throws {
    run.ask(Do("1").throttled(id: ID.save, for: .seconds(2), .trailing))
    #expect(await run.runtime.waiting.map(\.reason) == [.time(.seconds(2))])
    struct Broken: Error {}
    let clock = ManualClock()
    let runtime = try Runtime(
      Program(
        model: Journal(), journalUpdater,
        commands: [Do("2").retried(Retry(1, after: .constant(.seconds(7)), on: .all))]),
      interpreters: [
        .command(Do.self) { _, dispatch in
          dispatch.failed(Broken(), otherwise: Heard.word("broken"))
        }
      ], options: RuntimeOptions(clock: clock))
    runtime.start()
    #expect(await runtime.waiting.map(\.reason) == [.time(.seconds(7))])
    await runtime.shutdown()
  }

  @Test func whatWaitsForItsTurnNamesWhoHasThePlaces() async {
    run.ask(Do("1").queued(id: ID.save, .atMost(2)), Do("2").queued(id: ID.save, .atMost(2)))
    run.ask(
      row: 1, Do("3").queued(id: ID.save, .atMost(1)), Do("4").queued(id: ID.save, .atMost(1)))
    run.ask(Do("5").queued(id: ID.save, .atMost(2)))
    let waiting = await run.runtime.waiting
    #expect(
      waiting.map(\.description) == [
        "Do waits for its turn in .save behind Do",
        "Do waits for its turn in .save behind Do, Do",
      ])
    #expect(waiting.map(\.address) == [ControlApp.at.rows[1].anyAddress, .root])
  }

  /// Each is part of what holds the place for which the other one waits.
  @Test func queuesThatWaitForEachOtherAreSeen() async {
    func nested(_ name: String, _ outer: ID, _ inner: ID) -> any Command {
      Sequential([Do(name), Do("-").queued(id: inner, .atMost(1))]).queued(id: outer, .atMost(1))
    }
    run.ask(nested("1", .save, .load), nested("2", .load, .save))
    #expect(await waiting == [])
    for name in ["1", "2"] { run.finish(name) }
    #expect(
      await waiting == [
        "Do waits for its turn in .load behind Sequential",
        "Do waits for its turn in .save behind Sequential",
      ])
    #expect(run.issues.issues.isEmpty)
    run.ask(Cancel(id: ID.save))
    #expect(await waiting == [])
  }

  @Test func beforeTheStartAndAfterTheEndNothingWaits() async throws {
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater, commands: [Do("1").delayed(by: .seconds(1))]),
      interpreters: [.command(Doing { _, _ in })], options: RuntimeOptions(clock: ManualClock()))
    #expect(await runtime.waiting.isEmpty)
    runtime.start()
    #expect(await runtime.waiting.count == 1)
    await runtime.shutdown()
    #expect(await runtime.waiting.isEmpty)
  }

  /// Looking changes nothing, not even the order of what comes after it.
  @Test func lookingChangesNothing() async {
    run.ask(Do("1").queued(id: ID.save, .atMost(1)), Do("2").queued(id: ID.save, .atMost(1)))
    let before = (run.log.all, run.runtime.statistics.description, run.clock.scheduledCount)
    for _ in 0..<100 { _ = await run.runtime.waiting }
    let after = (run.log.all, run.runtime.statistics.description, run.clock.scheduledCount)
    #expect(before == after)
    run.finish("1")
    #expect(run.log.all.last == "start 2")
  }
}
