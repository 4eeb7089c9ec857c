import KatanaRuntime
import KatanaTesting
import Testing

/// The first of several commands that is heard wins.
@Suite struct RaceTests {
  enum ID: Hashable { case save, race }
  let run = LoggedRun()

  private var heard: [String] { run.runtime.model.journal.heard }

  @Test func theFirstThatIsHeardWinsAndTheOthersAreCancelled() {
    run.ask(Race([Do("1"), Do("2")]))
    run.say("a", as: "2")
    #expect(run.log.all == ["start 1", "start 2", "cancel 1"])
    run.say("b", as: "1")
    run.say("c", as: "2")
    #expect(heard == ["a", "c"])
  }

  @Test func aMessageOnItsWayFromALoserIsNotHandled() {
    run.ask(
      Sequential([Race([Send(Heard.word("a")), Send(Heard.word("b"))]), Send(Heard.word("end"))]))
    #expect(heard == ["a", "end"])
  }

  @Test func theFirstThatFinishesWithoutAWordWins() {
    run.ask(Sequential([Race([Do("1"), Do("2")]), Do("after")]))
    run.finish("2")
    #expect(run.log.all == ["start 1", "start 2", "cancel 1", "start after"])
  }

  @Test func theWinnerSaysHowTheRaceEnds() {
    let test = ControlTest()
    test.ask(Race([Work("1"), Work("2")]).onFailure(Heard.word("failed")))
    test.app.answer(\Work.reply, of: Work("2"), with: "a", ends: false) { $0.heard += ["a"] }
    #expect(test.running == ["2"])
    test.fail("2", then: "failed")
  }

  @Test func aFailureLosesUnlessAllFail() {
    let test = ControlTest()
    test.ask(Race([Work("1"), Work("2"), Work("3")]).onFailure(Heard.word("failed")))
    test.fail("1", 1)
    test.fail("3", 3)
    #expect(test.running == ["2"])
    test.fail("2", 2, then: "failed")
  }

  @Test func aRaceOfCancelledCommandsIsCancelled() {
    run.ask(
      Sequential([
        Race([Do("1").cancellable(id: ID.save), Do("2").cancellable(id: ID.save)]), Do("after"),
      ]))
    run.ask(Cancel(id: ID.save))
    #expect(run.log.all == ["start 1", "start 2", "cancel 1", "cancel 2"])
  }

  @Test func raceWithoutCommandsIsFinishedAtOnce() {
    run.ask(Sequential([Race([]), Do("1")]))
    #expect(run.log.all == ["start 1"])
  }

  @Test func aWarningThatSomethingTakesLong() {
    run.ask(Race([Do("load"), Send(Heard.word("slow")).delayed(by: .seconds(2))]))
    run.clock.advance(by: .seconds(1))
    run.say("loaded", as: "load")
    run.clock.advance(by: .seconds(5))
    #expect(heard == ["loaded"])
  }

  @Test func racesInsideARaceAreDecidedTogether() {
    run.ask(Race([Do("1"), Race([Do("2"), Sequential([Do("3"), Do("4")])])]))
    run.say("a", as: "3")
    #expect(
      run.log.all == ["start 1", "start 2", "start 3", "cancel 1", "cancel 2"].sorted(by: order))
    run.finish("3")
    #expect(run.log.all.last == "start 4")
  }

  /// Which of the losers is told first is open.
  private func order(_ lhs: String, _ rhs: String) -> Bool {
    let all = run.log.all
    return (all.firstIndex(of: lhs) ?? 0) < (all.firstIndex(of: rhs) ?? 0)
  }

  @Test func aDroppedMessageDoesNotWin() throws {
    let log = Locked<[String]>([])
    let interpreter = Interpreter.command(
      Doing { command, dispatch in
        log.withLock { $0.append(command.name) }
        dispatch(Heard.word(command.name))
      })
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater), interpreters: [interpreter],
      options: RuntimeOptions(interceptors: [
        Interceptor(before: { envelope, _ in
          envelope.message as? Heard == .word("1") ? .drop : .handle
        })
      ]))
    runtime.start()
    runtime.dispatch(Ask(commands: [Race([Do("1"), Do("2")])]))
    #expect(runtime.model.heard == ["2"])
    runtime.requestShutdown()
  }

  @Test func aRacePrintsAsItsSourceReads() {
    #expect("\(Race([Work("1"), Work("2")]))" == #"Race([Work("1"), Work("2")])"#)
  }

  @Test func rowsRace() {
    run.ask(row: 1, Race([Do("1"), Do("2")]))
    run.say("a", as: "1")
    #expect(run.log.all == ["start 1", "start 2", "cancel 2"])
    #expect(run.runtime.model.rows[0].journal.heard == ["a"])
  }

  /// A message that its sender waits for counts too.
  @Test func aMessageThatIsSettledWins() async throws {
    struct Settling: AsyncCommandInterpreter {
      func interpret(_ command: Do, dispatch: Dispatcher) async throws {
        _ = try await dispatch.settle(Heard.word(command.name))
        try await dispatch.clock.sleep(for: .seconds(1_000))
      }
    }
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater), interpreters: [.command(Settling())],
      options: RuntimeOptions(clock: ManualClock(), issues: IssueHandler { _ in }))
    runtime.start()
    runtime.dispatch(Ask(commands: [Race([Do("1"), Do("2")])]))
    for await model in runtime.models where !model.heard.isEmpty { break }
    runtime.dispatch(Ask(commands: []))
    await runtime.shutdown()
    #expect(runtime.model.heard.count == 1)
  }
}
