import KatanaRuntime
import KatanaTesting
import Testing

/// Commands that wait for a place in a queue.
@Suite struct QueueNodeTests {
  enum ID: Hashable { case a, b }
  let test = ControlTest()

  @Test(arguments: [QueuePolicy.latestWins, .firstWins, .atMost(1), .keepLatest])
  func queueInsideItselfDoesNotWaitForItself(policy: QueuePolicy) {
    test.ask(Sequential([Work("1").queued(id: ID.a, policy), Work("2")]).queued(id: ID.a, policy))
    #expect(test.running == ["1"])
    test.finish("1")
    #expect(test.running == ["2"])
    test.finish("2")
    test.ask(Work("3").queued(id: ID.a, .firstWins))
    test.finish("3")
  }

  @Test func queuesInOppositeOrderGoOnWhileOneHasRoom() {
    let run = LoggedRun()
    run.ask(
      Sequential([Do("1"), Do("2").queued(id: ID.b, .atMost(2))]).queued(id: ID.a, .atMost(1)),
      Sequential([Do("3"), Do("4").queued(id: ID.a, .atMost(1))]).queued(id: ID.b, .atMost(2)),
      Do("5").queued(id: ID.b, .atMost(2)))
    run.finish("3")
    run.finish("1")
    #expect(run.issues.issues.isEmpty)
    run.finish("5")
    run.finish("2")
    run.finish("4")
    #expect(run.log.all.sorted() == ["start 1", "start 2", "start 3", "start 4", "start 5"])
  }

  @Test func cancelDoesNotStartWhatWaits() {
    let run = LoggedRun()
    run.ask(
      Do("1").queued(id: ID.a, .atMost(1)), Do("2").queued(id: ID.a, .atMost(1)),
      Do("3").queued(id: ID.a, .atMost(2)))
    run.ask(Cancel(id: ID.a))
    #expect(run.log.all == ["start 1", "start 3", "cancel 1", "cancel 3"])
  }

  @Test func endOfOneDoesNotBreakTheLimitOfAnother() {
    for (name, limit) in [("1", 1), ("2", 1), ("3", 2)] {
      test.ask(Work(name).queued(id: ID.a, .atMost(limit)))
    }
    #expect(test.running == ["1", "3"])
    test.finish("1")
    #expect(test.running == ["3"])
    test.finish("3")
    test.finish("2")
  }

  @Test func manyThatWaitAndEndAtOnceDoNotNest() {
    let run = LoggedRun()
    run.ask(Do("1").queued(id: ID.a, .atMost(1)))
    for _ in 1...20_000 { run.ask(Sequential([]).queued(id: ID.a, .atMost(1))) }
    run.ask(Do("2").queued(id: ID.a, .atMost(1)), Cancel(id: ID.b))
    run.finish("1")
    #expect(run.log.all == ["start 1", "start 2"])
  }
}
