import KatanaRuntime
import KatanaTesting
import Testing

/// A cancelled command keeps its place in a queue until its interpreter has ended.
@Suite struct QueuePlaceTests {
  enum ID: Hashable { case save, one, two }
  let run = LoggedRun()

  @Test func aCancelledCommandKeepsItsPlaceUntilItHasEnded() {
    run.ask(Do("1").queued(id: ID.save, .atMost(1)))
    run.ask(Cancel(id: ID.save), Do("2").queued(id: ID.save, .atMost(1)))
    #expect(run.log.all == ["start 1", "cancel 1"])
    run.finish("1")
    #expect(run.log.all == ["start 1", "cancel 1", "start 2"])
  }

  @Test func keepLatestWaitsForACancelledCommand() {
    run.ask(Do("1").queued(id: ID.save, .keepLatest))
    run.ask(Cancel(id: ID.save))
    for name in ["2", "3"] { run.ask(Do(name).queued(id: ID.save, .keepLatest)) }
    #expect(run.log.all == ["start 1", "cancel 1"])
    run.finish("1")
    #expect(run.log.all == ["start 1", "cancel 1", "start 3"])
  }

  @Test(arguments: [QueuePolicy.latestWins, .firstWins])
  func otherPoliciesStartBesideACancelledCommand(policy: QueuePolicy) {
    run.ask(Do("1").queued(id: ID.save, policy))
    run.ask(Cancel(id: ID.save), Do("2").queued(id: ID.save, policy))
    #expect(run.log.all == ["start 1", "cancel 1", "start 2"])
  }

  @Test func commandThatWasReplacedKeepsItsPlaceForThoseThatWait() {
    run.ask(Do("1").queued(id: ID.save, .latestWins))
    run.ask(Do("2").queued(id: ID.save, .latestWins))
    run.finish("2")
    run.ask(Do("3").queued(id: ID.save, .atMost(1)))
    #expect(run.log.all == ["start 1", "cancel 1", "start 2"])
    run.finish("1")
    #expect(run.log.all == ["start 1", "cancel 1", "start 2", "start 3"])
  }

  /// What is inside of a queue may be cancelled there, or be late: its interpreter goes on as well.
  @Test(arguments: [
    { @Sendable (it: Do) in it.cancellable(id: ID.one) },
    { @Sendable (it: Do) in it.timingOut(after: .seconds(1), Heard.word("late")) },
    { @Sendable (it: Do) in Concurrent([it, Do("beside")]).cancellable(id: ID.one) },
    { @Sendable (it: Do) in Sequential([it, Do("after")]).cancellable(id: ID.one) },
    { @Sendable (it: Do) in it.queued(id: ID.one, .latestWins).retried(Retry(1)) },
  ])
  func whatIsCancelledInsideOfAQueueKeepsThePlace(wrap: @Sendable (Do) -> any Command) {
    run.ask(wrap(Do("1")).queued(id: ID.save, .atMost(1)))
    run.ask(Do("2").queued(id: ID.save, .atMost(1)))
    run.ask(Cancel(id: ID.one))
    run.clock.advance(by: .seconds(1))
    run.finish("beside")
    #expect(!run.log.all.contains("start 2"))
    run.finish("1")
    #expect(run.log.all.contains("start 2"))
    #expect(!run.log.all.contains("start after"))
  }

  @Test func aCommandInTwoQueuesKeepsBothPlaces() {
    run.ask(Do("1").queued(id: ID.one, .atMost(1)).queued(id: ID.two, .atMost(1)))
    run.ask(Cancel(id: ID.two))
    for id in [ID.one, .two] { run.ask(Do("\(id)").queued(id: id, .atMost(1))) }
    #expect(run.log.all == ["start 1", "cancel 1"])
    run.finish("1")
    #expect(Set(run.log.all.suffix(2)) == ["start one", "start two"])
  }

  @Test func oneOfTwoPlacesIsFreeWhileACancelledCommandHoldsTheOther() {
    for name in ["1", "2"] { run.ask(Do(name).queued(id: ID.save, .atMost(2))) }
    for name in ["3", "4"] { run.ask(Do(name).queued(id: ID.save, .atMost(2))) }
    run.finish("2")
    run.ask(Cancel(id: ID.save))
    for name in ["5", "6"] { run.ask(Do(name).queued(id: ID.save, .atMost(2))) }
    #expect(run.log.all == ["start 1", "start 2", "start 3", "cancel 1", "cancel 3"])
    run.finish("3")
    #expect(run.log.all.last == "start 5")
    run.finish("1")
    #expect(run.log.all.last == "start 6")
  }

  @Test func aPlaceThatACancelledCommandHoldsIsNamed() async {
    run.ask(Do("1").queued(id: ID.save, .atMost(1)))
    run.ask(Cancel(id: ID.save))
    run.clock.advance(by: .seconds(60))
    #expect(await run.runtime.waiting.isEmpty, "nobody waits")
    run.ask(Do("2").queued(id: ID.save, .atMost(1)))
    run.clock.advance(by: .seconds(9))
    let waiting = await run.runtime.waiting
    #expect(waiting.map(\.description) == ["Do waits for its turn in .save behind Do (cancelled)"])
    #expect(waiting.map(\.since) == [.seconds(60)])
    #expect(waiting.map(\.cause) == [3])
    run.finish("1")
    #expect(await run.runtime.waiting.isEmpty)
    #expect(run.log.all.last == "start 2")
  }

  @Test func shutdownLeavesNoTimerOfAQueueOrAThrottle() {
    run.ask(Do("1").queued(id: ID.save, .atMost(1)))
    run.ask(Cancel(id: ID.save), Do("2").queued(id: ID.save, .atMost(1)))
    run.ask(Do("3").throttled(id: ID.one, for: .seconds(60)))
    #expect(run.clock.scheduledCount > 0)
    run.runtime.requestShutdown()
    #expect(run.clock.scheduledCount == 0)
  }

  /// Nothing keeps what was in a queue inside of another one.
  @Test func whatHasEndedInTwoQueuesIsLetGoOf() {
    final class Payload: Sendable {}
    struct Carry: Command { let payload: Payload }
    weak var payload: Payload?
    do {
      let strong = Payload()
      payload = strong
      run.ask(
        Sequential([Carry(payload: strong), Do("1")]).queued(id: ID.one, .atMost(1))
          .queued(id: ID.two, .atMost(1)),
        Sequential([Do("2"), Carry(payload: strong)]).queued(id: ID.one, .keepLatest)
          .queued(id: ID.two, .keepLatest))
    }
    run.finish("1")
    run.ask(Cancel(id: ID.two), Cancel(id: ID.one))
    run.finish("2")
    run.ask(Do("3"))
    #expect(payload == nil)
  }
}
