import KatanaRuntime
import KatanaTesting
import Testing

/// Groups whose members are cancelled.
@Suite struct GroupNodesTests {
  enum ID: Hashable { case a, b }
  let test = ControlTest()

  @Test func cancelledGroupDoesNotStartItsWaitingMembers() {
    let run = LoggedRun()
    run.ask(
      Concurrent(["1", "2"].map { Do($0).queued(id: ID.b, .atMost(1)) }).cancellable(id: ID.a))
    run.ask(Cancel(id: ID.a))
    #expect(run.log.all == ["start 1", "cancel 1"])
  }

  @Test func cancellationDoesNotTurnIntoTheFailureOfAPart() {
    test.ask(
      Concurrent([Work("1"), Work("2").cancellable(id: ID.a)]).cancellable(id: ID.a)
        .onFailure(Heard.word("failed")))
    test.fail("1")
    test.ask(Cancel(id: ID.a))
    #expect(test.running == [])
    #expect(test.heard == [])
  }
}
