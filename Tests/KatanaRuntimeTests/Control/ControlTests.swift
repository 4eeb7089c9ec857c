import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct ControlTests {
  enum ID: Hashable { case a, b }
  let test = ControlTest()

  @Test func commandsInOrderStartOneAfterTheOther() {
    test.ask(
      Sequential([Work("1"), Sequential([]), Work("2"), Send(Heard.word("said")), Work("3")]))
    #expect(test.running == ["1"])
    test.finish("1")
    #expect(test.running == ["2"])
    test.finish("2", then: "said")
    #expect(test.running == ["3"])
    test.finish("3")
    #expect(test.running == [])
  }

  @Test func cancelledCommandsAreGone() {
    test.ask(Work("1").cancellable(id: ID.a), Work("2").cancellable(id: ID.b))
    test.ask(Cancel(id: ID.a))
    #expect(test.running == ["2"])
    test.ask(Work("3").cancellable(id: ID.b, cancelInFlight: true))
    #expect(test.running == ["3"])
    test.finish("3")
    test.ask(Cancel(id: ID.b))
    #expect(test.heard == ["3"])
  }

  @Test func delaysDebouncesAndThrottles() {
    test.ask(Work("1").delayed(by: .seconds(2)))
    test.advance(1)
    #expect(test.running == [])
    test.advance(1)
    #expect(test.running == ["1"])
    test.finish("1")
    test.ask(Work("2").debounced(id: ID.a, for: .seconds(2)))
    test.advance(1)
    test.ask(Work("3").debounced(id: ID.a, for: .seconds(2)))
    test.advance(1)
    #expect(test.running == [])
    test.advance(1)
    #expect(test.running == ["3"])
    test.finish("3")
    for name in ["4", "5", "6"] {
      test.ask(Work(name).throttled(id: ID.a, for: .seconds(2), .leadingAndTrailing))
    }
    #expect(test.running == ["4"])
    test.finish("4")
    test.advance(2)
    #expect(test.running == ["6"])
    test.finish("6")
  }

  @Test func timeoutsAndRetries() {
    test.ask(
      Work("1").timingOut(after: .seconds(5)).retried(Retry(1)).onFailure(Heard.word("failed")))
    test.advance(5)
    #expect(test.running == ["1"])
    test.fail("1", then: "failed")
    test.ask(Work("2").timingOut(after: .seconds(5), Heard.word("late")))
    test.advance(5, then: "late")
  }

  @Test func groupsAndQueues() {
    test.ask(Concurrent([Work("1"), Work("2")], then: Heard.word("both")))
    test.finish("2")
    test.finish("1", then: "both")
    for name in ["3", "4", "5"] { test.ask(Work(name).queued(id: ID.a, .atMost(2))) }
    #expect(test.running == ["3", "4"])
    test.finish("3")
    #expect(test.running == ["4", "5"])
    test.ask(Work("6").queued(id: ID.a, .latestWins))
    #expect(test.running == ["6"])
    test.ask(Work("7").queued(id: ID.a, .firstWins), Work("8").queued(id: ID.a, .keepLatest))
    test.ask(Work("9").queued(id: ID.a, .keepLatest))
    test.finish("6")
    #expect(test.running == ["9"])
    test.ask(Cancel(id: ID.a))
    #expect(test.running == [])
  }

  @Test func theMessageOfAFailureMayBeMadeFromTheError() {
    let command = Work("1").onFailure(Reply { (error: any Error) in Heard.word("\(error)") })
    test.ask(command)
    test.fail("1", 7, then: "WorkFailure(code: 7)")
    #expect("\(command)" == #"Work("1").onFailure(Reply(Heard.…))"#)
    test.ask(Work("2").timingOut(after: .seconds(1)).onFailure(Reply { Heard.word("\($0)") }))
    test.advance(1, then: "CommandTimedOut()")
  }
}
