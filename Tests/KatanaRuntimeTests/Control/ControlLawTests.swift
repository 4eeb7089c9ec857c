import KatanaRuntime
import KatanaTesting
import Testing

/// The laws of `Docs/control-algebra.md`.
@Suite struct ControlLawTests {
  enum ID: Hashable { case search, typing, save }
  let test = ControlTest()

  // MARK: Order of wrappers

  @Test func delayInsideANameCanBeCancelled() {
    test.ask(Work("1").delayed(by: .seconds(2)).cancellable(id: ID.search))
    test.ask(Cancel(id: ID.search))
    test.advance(2)
    #expect(test.running == [])
  }

  @Test func nameInsideADelayIsNotThereYet() {
    test.ask(Work("1").cancellable(id: ID.search).delayed(by: .seconds(2)))
    test.ask(Cancel(id: ID.search))
    test.advance(2)
    #expect(test.running == ["1"])
    test.finish("1")
  }

  @Test func timeoutInsideARetryIsForEachAttempt() {
    test.ask(
      Work("1").timingOut(after: .seconds(5)).retried(Retry(1)).onFailure(Heard.word("late")))
    test.advance(5)
    #expect(test.running == ["1"])
    test.advance(5, then: "late")
    #expect(test.running == [])
  }

  @Test func timeoutAroundARetryIsForAllAttempts() {
    test.ask(Work("1").retried(Retry(9)).timingOut(after: .seconds(5), Heard.word("late")))
    test.advance(4)
    test.fail("1")
    #expect(test.running == ["1"])
    test.advance(1, then: "late")
    #expect(test.running == [])
  }

  @Test func retryAtOnceDoesNotWaitForTheClock() {
    test.ask(Work("1").retried(Retry(1)).onFailure(Heard.word("failed")))
    test.fail("1")
    #expect(test.running == ["1"])
    test.fail("1", then: "failed")
  }

  @Test func timeoutAroundADelayCountsTheDelay() {
    test.ask(
      Work("1").delayed(by: .seconds(2)).timingOut(after: .seconds(3), Heard.word("around")),
      Work("2").timingOut(after: .seconds(3), Heard.word("inside")).delayed(by: .seconds(2)))
    test.advance(2)
    #expect(test.running == ["1", "2"])
    test.advance(1, then: "around")
    #expect(test.running == ["2"])
    test.advance(2, then: "inside")
  }

  @Test func whatIsHandledInsideARetryIsNotTriedAgain() {
    test.ask(Work("1").onFailure(Heard.word("failed")).retried(Retry(9)))
    test.fail("1", then: "failed")
    #expect(test.running == [])
  }

  @Test func whatIsHandledAroundARetryIsHandledOnce() {
    test.ask(Work("1").retried(Retry(1)).onFailure(Heard.word("failed")))
    test.fail("1")
    test.fail("1", then: "failed")
    #expect(test.running == [])
  }

  @Test func debouncedCommandGivesWayOnlyWhileItWaits() {
    let search = { (text: String) in
      Work(text).queued(id: ID.search, .latestWins).debounced(id: ID.typing, for: .seconds(1))
    }
    test.ask(search("a"))
    test.ask(search("ab"))
    test.advance(1)
    #expect(test.running == ["ab"])
    test.ask(search("abc"))
    #expect(test.running == ["ab"])
    test.advance(1)
    #expect(test.running == ["abc"])
    test.finish("abc")
  }

  // MARK: Groups

  @Test func cancelledMemberEndsAnInOrder() {
    test.ask(Sequential([Work("1").cancellable(id: ID.search), Work("2")]))
    test.ask(Cancel(id: ID.search))
    #expect(test.running == [])
  }

  @Test func commandThatGivesWayEndsItsInOrder() {
    test.ask(Work("1").queued(id: ID.save, .firstWins))
    test.ask(Sequential([Work("2").queued(id: ID.save, .firstWins), Work("3")]))
    #expect(test.running == ["1"])
    test.finish("1")
  }

  @Test func togetherDoesNotSendAfterACancellation() {
    test.ask(
      Concurrent([Work("1"), Work("2").cancellable(id: ID.search)], then: Heard.word("both")))
    test.ask(Cancel(id: ID.search))
    #expect(test.running == ["1"])
    test.finish("1")
    #expect(test.heard == ["1"])
  }

  @Test func togetherFailsAfterAllHaveEnded() {
    test.ask(Concurrent([Work("1"), Work("2")]).onFailure(Heard.word("failed")))
    test.fail("1")
    #expect(test.heard == [])
    test.finish("2", then: "failed")
  }

  @Test func emptyGroupsFinishAtOnce() {
    test.ask(Concurrent([], then: Heard.word("none")), then: "none")
    test.ask(Sequential([Sequential([]), Concurrent([]), Cancel(id: ID.search), Work("1")]))
    #expect(test.running == ["1"])
    test.finish("1")
  }

  @Test func cancelStopsWhatItIsPartOf() {
    test.ask(Sequential([Cancel(id: ID.search), Work("1")]).cancellable(id: ID.search))
    #expect(test.running == [])
  }

  @Test func cancelInFlightDoesNotCancelWhatItIsPartOf() {
    test.ask(
      Work("1").cancellable(id: ID.search, cancelInFlight: true).cancellable(id: ID.search),
      Work("2").cancellable(id: ID.save))
    #expect(test.running == ["1", "2"])
    test.ask(Cancel(id: ID.search), Cancel(id: ID.save))
    #expect(test.running == [])
  }

  @Test func aCommandThatCancelsWhatItIsPartOfIsNotStarted() {
    let inner = Do("inner")
    let nested: [any Command] = [
      Sequential([inner.queued(id: 1, .latestWins)]).queued(id: 1, .latestWins),
      Sequential([inner.cancellable(id: 1, cancelInFlight: true)]).cancellable(id: 1),
    ]
    for command in nested {
      let run = LoggedRun()
      run.ask(command)
      run.ask(Cancel(id: 1))
      run.say("after the cancellation", as: "inner")
      #expect(run.runtime.model.journal.heard == [])
    }
  }

  @Test func placeInAQueueIsNotTakenByWhatComesLater() {
    test.ask(
      Sequential([
        Work("1").queued(id: ID.save, .atMost(1)), Work("3").queued(id: ID.save, .atMost(1)),
      ])
    )
    test.ask(Work("2").queued(id: ID.save, .atMost(1)))
    for name in ["1", "2", "3"] {
      #expect(test.running == [name])
      test.finish(name)
    }
  }

  @Test func errorThatNobodyHandlesIsReportedOnce() throws {
    let failing = (1...2).map { code in
      KatanaRuntimeTests.Expression.leaf(
        .init(name: "\(code)", pauses: [3 - code], ending: .throwsCode(code), style: .async))
    }
    let command = KatanaRuntimeTests.Expression.inOrder([
      .together(failing, then: "never"), .send("never"),
    ])
    let events = try ProgramRun().events(
      of: AlgebraProgram(asks: [.init(time: 0, commands: [command])]), until: 9)
    let reported = events.filter { if case .reported = $0.what { true } else { false } }
    #expect(reported == [Event(time: 2, what: .reported(.code(2)))])
    #expect(!events.contains { $0.what == .heard("never", row: 0) })
  }
}
