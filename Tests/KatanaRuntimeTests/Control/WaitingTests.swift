import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// What waits for its time or its turn can be cancelled alone, and can be started at once.
@Suite struct WaitingTests {
  enum ID: Hashable { case save, all }
  let run = LoggedRun()

  @Test func aWaitIsCancelledWithoutTheCommandThatRuns() {
    run.ask(Do("1").debounced(id: ID.save, for: .seconds(1)))
    run.clock.advance(by: .seconds(1))
    run.ask(Do("2").debounced(id: ID.save, for: .seconds(1)))
    run.ask(Cancel(waiting: ID.save))
    run.clock.advance(by: .seconds(2))
    #expect(run.log.all == ["start 1"])
  }

  @Test(arguments: [
    { @Sendable (it: Do) in it.delayed(by: .seconds(1)).cancellable(id: ID.save) },
    { @Sendable (it: Do) in
      it.cancellable(id: ID.all).throttled(id: ID.save, for: .seconds(1), .trailing)
    },
    { @Sendable (it: Do) in it.delayed(by: .seconds(1)).queued(id: ID.save, .latestWins) },
    { @Sendable (it: Do) in
      Sequential([Cancel(id: ID.all), it.delayed(by: .seconds(1))]).cancellable(id: ID.save)
    },
  ])
  func whateverHasNotBegunIsAWait(wrap: @Sendable (Do) -> any Command) {
    run.ask(wrap(Do("1")))
    run.ask(Cancel(waiting: ID.save))
    run.clock.advance(by: .seconds(2))
    #expect(run.log.all == [])
  }

  @Test func whatWaitsInAQueueIsCancelledAndWhatRunsGoesOn() {
    for name in ["1", "2"] { run.ask(Do(name).queued(id: ID.save, .atMost(1))) }
    run.ask(Cancel(waiting: ID.save))
    run.finish("1")
    #expect(run.log.all == ["start 1"])
  }

  @Test func whatWaitsBetweenTwoAttemptsHasBegun() {
    let test = ControlTest()
    test.ask(Work("1").retried(Retry(1, after: .constant(.seconds(1)))).cancellable(id: ID.save))
    test.fail("1")
    test.ask(Cancel(waiting: ID.save))
    test.advance(1)
    #expect(test.running == ["1"])
    test.finish("1")
  }

  @Test(arguments: [
    { @Sendable (it: Do) in it.debounced(id: ID.save, for: .seconds(1)) },
    { @Sendable (it: Do) in it.delayed(by: .seconds(1)).cancellable(id: ID.save) },
    { @Sendable (it: Do) in
      it.delayed(by: .seconds(1)).delayed(by: .seconds(1)).cancellable(id: ID.save)
    },
    { @Sendable (it: Do) in it.throttled(id: ID.save, for: .seconds(1), .trailing) },
    { @Sendable (it: Do) in
      it.delayed(by: .seconds(1)).debounced(id: ID.all, for: .seconds(1)).cancellable(id: ID.save)
    },
  ])
  func whatWaitsForItsTimeIsStartedAtOnce(wrap: @Sendable (Do) -> any Command) {
    run.ask(wrap(Do("1")))
    #expect(run.log.all == [])
    run.ask(Flush(id: ID.save))
    #expect(run.log.all == ["start 1"])
    run.clock.advance(by: .seconds(5))
    #expect(run.log.all == ["start 1"], "once")
  }

  @Test func whatIsDelayedLaterInASequenceKeepsItsDelay() {
    run.ask(
      Sequential([Do("1").delayed(by: .seconds(1)), Do("2").delayed(by: .seconds(1))])
        .cancellable(id: ID.save))
    run.ask(Flush(id: ID.save))
    run.finish("1")
    #expect(run.log.all == ["start 1"])
    run.clock.advance(by: .seconds(1))
    #expect(run.log.all == ["start 1", "start 2"])
  }

  /// An id twice is the id once.
  @Test func aFlushDoesNotShortenALaterDelayWhereItsIDStandsTwice() {
    let later = Do("2").delayed(by: .seconds(1))
    run.ask(
      Sequential([Do("1").delayed(by: .seconds(1)).cancellable(id: ID.all), later])
        .cancellable(id: ID.save).cancellable(id: ID.save))
    run.ask(Flush(id: ID.save))
    run.finish("1")
    run.ask(
      Sequential([Cancel(id: ID.all).delayed(by: .seconds(1)), later])
        .cancellable(id: ID.save).cancellable(id: ID.save))
    run.ask(Flush(id: ID.save))
    #expect(run.log.all == ["start 1", "start 2"])
  }

  @Test func aFlushDoesNotOvertakeAQueueNorEndAWindow() {
    run.ask(Do("1").queued(id: ID.save, .atMost(1)), Do("2").queued(id: ID.save, .atMost(1)))
    run.ask(Flush(id: ID.save))
    #expect(run.log.all == ["start 1"])
    run.ask(Do("3").throttled(id: ID.all, for: .seconds(1), .trailing), Flush(id: ID.all))
    run.ask(Do("4").throttled(id: ID.all, for: .seconds(1), .trailing))
    #expect(run.log.all == ["start 1", "start 3"])
    run.clock.advance(by: .seconds(1))
    #expect(run.log.all == ["start 1", "start 3", "start 4"])
  }

  @Test func theNextAttemptIsMadeAtOnce() {
    let test = ControlTest()
    test.ask(Work("1").retried(Retry(1, after: .constant(.seconds(1)))).cancellable(id: ID.save))
    test.fail("1")
    test.ask(Flush(id: ID.save))
    #expect(test.running == ["1"])
    test.finish("1")
  }

  @Test func parentFlushesInARow() {
    run.ask(row: 1, Do("1").debounced(id: ID.save, for: .seconds(1)))
    run.ask(row: 2, Do("2").debounced(id: ID.save, for: .seconds(1)))
    run.ask(Flush(id: ID.save))
    #expect(run.log.all == [])
    run.ask(Flush(id: ID.save).in(ControlApp.at.rows[2]))
    #expect(run.log.all == ["start 2"])
    run.ask(Cancel(waiting: ID.save).in(ControlApp.at.rows[1]))
    run.clock.advance(by: .seconds(5))
    #expect(run.log.all == ["start 2"])
  }

  @Test func theyPrintAsTheirSourceReads() {
    #expect("\(Cancel(waiting: ID.save))" == "Cancel(waiting: .save)")
    #expect("\(Flush(id: ID.save))" == "Flush(id: .save)")
    #expect(Cancel(waiting: ID.save) != Cancel(id: ID.save))
  }

  /// The timer has fired, and what it leads to is on its way.
  @Test(arguments: [
    { @Sendable (it: Do) in it.debounced(id: ID.save, for: .seconds(1)) },
    { @Sendable (it: Do) in it.delayed(by: .seconds(1)).cancellable(id: ID.save) },
    { @Sendable (it: Do) in it.throttled(id: ID.save, for: .seconds(1), .trailing) },
  ])
  func aTimerThatHasFiredStartsNothingTwice(wrap: @Sendable (Do) -> any Command) throws {
    let (clock, log) = (ManualClock(), Log())
    let interpreter = Interpreter.command(
      Doing { command, _ in
        log("start \(command.name)")
        if command.name == "time" { clock.advance(by: .seconds(1)) }
      })
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater), interpreters: [interpreter],
      options: RuntimeOptions(clock: clock))
    runtime.start()
    runtime.dispatch(Ask(commands: [wrap(Do("1"))]))
    runtime.dispatch(Ask(commands: [Do("time"), Flush(id: ID.save)]))
    #expect(log.all == ["start time", "start 1"])
    runtime.requestShutdown()
  }

  @Test func whatWaitsIsKnownUntilItHasEnded() {
    run.ask(Do("1").delayed(by: .seconds(1)))
    #expect(!run.isEmpty)
    run.clock.advance(by: .seconds(1))
    run.finish("1")
    #expect(run.isEmpty)
  }
}
