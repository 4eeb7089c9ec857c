import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Commands that answer with their errors, and `retried` around them.
@Suite struct AnsweredFailureTests {
  struct Load: Command, Equatable, CustomStringConvertible {
    var name: String
    var reply = Reply<Outcome<String, WorkFailure>> { result in
      switch result {
      case .success(let text): Heard.word(text)
      case .failure(let error): Heard.word("error \(error.code)")
      }
    }
    init(_ name: String) { self.name = name }
    var description: String { "Load(\"\(name)\")" }
  }

  private let test = ControlTest()

  private func ask(_ command: any Command) {
    test.app.send(Ask(commands: [command]), commands: [command])
  }

  /// The names of the commands that are performed.
  private var running: [String] {
    test.app.pending.map { ($0 as? Load)?.name ?? ($0 as? Work)?.name ?? "" }
  }

  private func fail(_ name: String, _ code: Int = 0, then words: String...) {
    let own = test.app.model.heard.count
    test.app.answer(
      \Load.reply, of: Load(name), at: 0, with: .failure(WorkFailure(code: code)),
      exhaustive: [])
    #expect(Array(test.heard.dropFirst(own)) == words)
  }

  private func succeed(_ name: String, then words: String...) {
    let own = test.app.model.heard.count
    test.app.answer(
      \Load.reply, of: Load(name), at: 0, with: .success(name), exhaustive: [])
    #expect(Array(test.heard.dropFirst(own)) == words)
  }

  // MARK: One command

  @Test func itIsTriedAgainAndOnlyTheLastErrorIsAMessage() {
    ask(Load("a").retried(Retry(2)).onFailure(Heard.word("failed")))
    fail("a", 1)
    #expect(running == ["a"])
    fail("a", 2)
    #expect(running == ["a"])
    fail("a", 3, then: "error 3")
    #expect(running.isEmpty)
    test.app.finish()
  }

  /// What is kept of a member that has lost, was cancelled or timed out is dropped.
  @Test func theErrorOfALoserIsNoMessage() {
    ask(
      Race([Load("a"), Work("b")])
        .retried(Retry(1, on: .only(WorkFailure(code: 1)))).onFailure(Heard.word("failed")))
    fail("a", 1)
    test.app.answer(\Work.reply, of: Work("b"), with: "b", ends: false, exhaustive: [])
    test.fail("b", 7, then: "failed")
    #expect(test.heard == ["b", "failed"])
    test.app.finish()
  }

  @Test func theErrorOfACancelledCommandIsNoMessage() {
    ask(
      Concurrent([Load("a").cancellable(id: "a"), Work("b")])
        .retried(Retry(1, on: .only(WorkFailure(code: 1)))).onFailure(Heard.word("failed")))
    test.app.answer(
      \Load.reply, of: Load("a"), with: .failure(WorkFailure(code: 1)), ends: false,
      exhaustive: [])
    ask(Cancel(id: "a"))
    test.fail("b", 7, then: "failed")
    #expect(test.heard == ["failed"])
    test.app.finish()
  }

  /// As each message of a cancelled command; contract 10.
  @Test func theErrorOfACancelledCommandIsCounted() throws {
    let kept = Locked<Dispatcher?>(nil)
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [.command(Doing { _, dispatch in kept.withLock { $0 = dispatch } })])
    func fail() {
      kept.withLock { $0 }?.failed(WorkFailure(code: 1), otherwise: Heard.word("failed"))
    }
    runtime.start()
    runtime.dispatch(Ask(commands: [Do("a").retried(Retry(1)).cancellable(id: 1)]))
    runtime.dispatch(Ask(commands: [Cancel(id: 1)]))
    fail()
    #expect(runtime.statistics.silenced == 1)
    #expect(runtime.model.heard == [])
    runtime.requestShutdown()
    fail()
    #expect(runtime.statistics.lost == 1)
    kept.withLock { $0 = nil }
  }

  @Test func theErrorOfACommandThatTimesOutIsNoMessage() {
    ask(
      Concurrent([
        Load("a").timingOut(after: .seconds(1), Heard.word("late")), Work("b"),
      ]).retried(Retry(1, on: .only(WorkFailure(code: 1)))).onFailure(Heard.word("failed")))
    test.app.answer(
      \Load.reply, of: Load("a"), with: .failure(WorkFailure(code: 1)), ends: false,
      exhaustive: [])
    test.app.advance(by: .seconds(1), exhaustive: [])
    test.fail("b", 7, then: "failed")
    #expect(test.heard == ["late", "failed"])
    test.app.finish()
  }

  @Test func aSuccessIsSentOnce() {
    ask(Load("a").retried(Retry(2)))
    fail("a")
    succeed("a", then: "a")
    test.app.finish()
  }

  @Test func withoutARetryTheErrorIsAMessage() {
    ask(Load("a").onFailure(Heard.word("failed")))
    fail("a", 1, then: "error 1")
    test.app.finish()
  }

  @Test func anErrorAfterWhichNothingIsTriedAgainIsAMessageAtOnce() {
    ask(Load("a").retried(Retry(5, on: .only(WorkFailure(code: 1)))))
    fail("a", 1)
    fail("a", 2, then: "error 2")
    test.app.finish()
  }

  @Test func anInnerOnFailureIsNotConcerned() {
    ask(Load("a").onFailure(Heard.word("failed")).retried(Retry(1)))
    fail("a", 1)
    fail("a", 2, then: "error 2")
    test.app.finish()
  }

  @Test func allAttemptsOfNestedRetriesAreUsed() {
    ask(Load("a").retried(Retry(1)).retried(Retry(1)))
    for code in 1...3 { fail("a", code) }
    fail("a", 4, then: "error 4")
    test.app.finish()
  }

  @Test func whatIsCancelledBeforeTheNextAttemptSaysNothing() {
    ask(Load("a").retried(Retry(1, after: .constant(.seconds(5)))).cancellable(id: "a"))
    fail("a", 1)
    test.ask(Cancel(id: "a"))
    test.advance(10)
    #expect(running.isEmpty)
    test.app.finish()
  }

  @Test func theAnswerToAChildReachesIt() {
    let app = AppTest(Program(model: ControlApp(), ControlApp.updater))
    app.send(
      Ask(commands: [Load("a").retried(Retry(1))]).to(ControlApp.at.rows[2]),
      exhaustive: [])
    for code in 1...2 {
      app.answer(\Load.reply, with: .failure(WorkFailure(code: code)), exhaustive: [])
    }
    #expect(app.model.rows.map(\.journal.heard) == [[], ["error 2"]])
    app.finish()
  }

  // MARK: Errors that may pass, and errors that stay

  private struct Answer: RetryableError, Hashable {
    var isTemporary = true
    var retryAfter: Duration?
  }
  private struct Get: Command, Equatable {
    var reply = Reply { (_: Outcome<String, Answer>) in Heard.word("got") }
  }
  private func get(_ answer: Answer) {
    test.app.answer(\Get.reply, with: .failure(answer), exhaustive: [])
  }
  private var isAsked: Bool { !test.app.pending.isEmpty }

  @Test func whatCannotPassIsNotTriedAgain() {
    ask(Get().retried(Retry(2)))
    get(Answer(isTemporary: false))
    #expect(test.heard == ["got"] && !isAsked)
    ask(Get().retried(Retry(1, on: .all)))
    get(Answer(isTemporary: false))
    #expect(isAsked)
    get(Answer(isTemporary: false))
    #expect(test.heard == ["got", "got"])
    test.app.finish()
  }

  /// The pause of the backoff, or that of the answer if it is longer, but not for ever.
  @Test func thePauseThatTheAnswerAsksForIsKept() {
    ask(
      Get().retried(
        Retry(3, after: .constant(.seconds(5)), waitingAtMost: .seconds(20))))
    for (asked, waited) in [(2, 5), (9, 9), (500, 20)] {
      get(Answer(retryAfter: .seconds(asked)))
      test.advance(waited - 1)
      #expect(!isAsked)
      test.advance(1)
      #expect(isAsked)
    }
    get(Answer())
    #expect(test.heard == ["got"])
    test.app.finish()
  }

  // MARK: Several commands

  @Test func aSequenceIsTriedAgainFromItsStartAndDropsItsRestAfterTheLastError() {
    ask(Sequential([Load("a"), Work("b")]).retried(Retry(1)))
    fail("a", 1)
    #expect(running == ["a"])
    fail("a", 2, then: "error 2")
    #expect(running.isEmpty)
    test.app.finish()
  }

  /// A save that fails does not close the sheet.
  @Test func aSequenceDropsItsRest() {
    ask(Sequential([Load("a"), Send(Heard.word("dismissed"))]))
    fail("a", 1, then: "error 1")
    ask(Sequential([Load("b"), Send(Heard.word("dismissed"))]))
    succeed("b", then: "b", "dismissed")
    test.app.finish()
  }

  @Test func aSequenceGoesOnIfTheFailureIsAllowed() {
    var load = Load("a")
    load.reply = load.reply.allowingFailure
    #expect(load != Load("a"))
    ask(Sequential([load.retried(Retry(3)), Send(Heard.word("next"))]))
    test.app.answer(
      \Load.reply, with: .failure(WorkFailure(code: 1)), exhaustive: [])
    #expect(test.heard == ["error 1", "next"])
    test.app.finish()
  }

  @Test func theMessageOfAGroupIsNotSentIfAMemberFails() {
    ask(Concurrent([Load("a"), Load("b")], then: Heard.word("all")))
    fail("a", 1, then: "error 1")
    succeed("b", then: "b")
    test.app.finish()
    #expect(test.heard == ["error 1", "b"])
  }

  // MARK: Races

  /// A fast failure does not win against a slow mirror.
  @Test func aFailureDoesNotWinARace() {
    ask(Race([Load("a"), Load("b")]))
    fail("a", 1)
    #expect(running == ["b"])
    succeed("b", then: "b")
    test.app.finish()
  }

  @Test func theLastFailureOfARaceIsSent() {
    ask(Sequential([Race([Load("a"), Load("b"), Load("c")]), Send(Heard.word("next"))]))
    fail("b", 2)
    fail("c", 3)
    fail("a", 1, then: "error 1")
    test.app.finish()
  }

  @Test func theLastFailureIsSentThoughAnotherMemberIsCancelledLater() {
    ask(Race([Load("a"), Load("b").cancellable(id: "b")]))
    fail("a", 1)
    test.app.send(Ask(commands: [Cancel(id: "b")]), exhaustive: [])
    #expect(test.heard == ["error 1"])
    test.app.finish()
  }

  @Test func aMemberThatIsTriedAgainMayStillWin() {
    ask(Race([Load("a").retried(Retry(1)), Load("b")]))
    fail("b", 2)
    fail("a", 1)
    succeed("a", then: "a")
    test.app.finish()
  }

  /// The answer of a part of the winner is no answer of a loser.
  @Test func theFailureOfAPartOfTheWinnerIsSent() {
    ask(Race([Concurrent([Load("a"), Work("b")]), Load("c")]))
    fail("a", 1)
    test.app.answer(\Work.reply, of: Work("b"), with: "b", exhaustive: [])
    #expect(test.heard == ["b", "error 1"])
    test.app.finish()
  }

  @Test func membersOfAGroupAreTriedAgainTogether() {
    ask(Concurrent([Load("a"), Load("b")]).retried(Retry(1)))
    fail("a", 1)
    fail("b", 2)
    #expect(running == ["a", "b"])
    fail("b", 3, then: "error 3")
    fail("a", 4, then: "error 4")
    test.app.finish()
  }

  /// The error of the other member must not keep the `retried` from learning of the first one.
  @Test func anErrorThatIsThrownBesideItHidesNothing() {
    ask(
      Concurrent([Work("b"), Load("a")]).onFailure(Heard.word("failed"))
        .retried(Retry(1, on: .only(WorkFailure(code: 1)))))
    test.fail("b", 7)
    fail("a", 1)
    #expect(running == ["b", "a"])
    fail("a", 1, then: "error 1")
    test.fail("b", 7, then: "failed")
    test.app.finish()
  }

  @Test func whoLosesARaceSaysNothing() {
    ask(Race([Load("a"), Load("b")]).retried(Retry(1)))
    fail("a", 1)
    succeed("b", then: "b")
    #expect(running.isEmpty)
    test.app.finish()
  }

  // MARK: The runtime itself

  private func runtime(
    _ clock: ManualClock, _ interpreter: Interpreter, _ history: History? = nil
  ) throws -> Runtime<Journal> {
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater), interpreters: [interpreter],
      options: RuntimeOptions(clock: clock, history: history))
    runtime.start()
    return runtime
  }

  @Test func aClosureThatThrowsIsCalledAgain() async throws {
    let codes = Locked(1)
    let runtime = try runtime(
      ManualClock(),
      .command(Load.self, reply: \.reply) { (load) async throws(WorkFailure) -> String in
        let code = codes.withLock { code in
          defer { code += 1 }
          return code
        }
        if code < 3 { throw WorkFailure(code: code) }
        return load.name
      })
    _ = try await runtime.settle(Ask(commands: [Load("a").retried(Retry(5))]))
    #expect(runtime.model.heard == ["a"])
    codes.withLock { $0 = -9 }
    _ = try await runtime.settle(Ask(commands: [Load("b").retried(Retry(1))]))
    #expect(runtime.model.heard == ["a", "error -8"])
    await runtime.shutdown()
  }

  /// Whoever waits learns of the failure, the event handlers too, and no issue is reported: the app knows.
  @Test(arguments: [false, true])
  func settleAndListenersLearnOfTheFailure(isControlled: Bool) async throws {
    let (steps, issues) = (Locked<[String]>([]), IssueRecorder())
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Load.self) { load, dispatch in
          dispatch.answer(load.reply, with: .failure(WorkFailure(code: 1)))
        }
      ],
      options: RuntimeOptions(
        eventHandlers: [
          EventHandler { event in
            if case .command(let command) = event.fact {
              steps.withLock { $0.append(command.step.name) }
            }
          }
        ], issues: issues.handler))
    runtime.start()
    let load: any Command = isControlled ? Load("a").cancellable(id: 1) : Load("a")
    let outcome = try await runtime.settle(Ask(commands: [load]))
    #expect(outcome.wasHandled && !outcome.isSuccess)
    #expect(outcome.failures.map(\.isAnswered) == [true])
    #expect(outcome.failures.first?.error as? WorkFailure == WorkFailure(code: 1))
    #expect(steps.withLock { $0 } == ["started", "answered", "failed"])
    #expect(issues.issues.isEmpty)
    #expect(runtime.model.heard == ["error 1"])
    await runtime.shutdown()
  }

  @Test func theOriginOfAnAnswerIsThePlaceOfItsReply() async throws {
    let history = History()
    let runtime = try runtime(
      ManualClock(),
      .command(Load.self, reply: \.reply) { (load) async throws(WorkFailure) -> String in load.name
      },
      history)
    _ = try await runtime.settle(Ask(commands: [Load("a")]))
    let chain = history.chain(of: 2)
    #expect(chain.contains("AnsweredFailureTests.swift:11)"), "\(chain)")
    await runtime.shutdown()
  }

  /// The runtime finishes while the error is kept for the next attempt. What comes after the command
  /// in a queue waits until the error is handled.
  @Test func aKeptErrorIsHandledBeforeTheNextCommandAtTheEnd() async throws {
    let (seen, loads) = (Locked<[[String]]>([]), Locked(0))
    let (clock, holder) = (ManualClock(), Locked<Runtime<Journal>?>(nil))
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [
        .command(Load.self) { load, dispatch in
          loads.withLock { $0 += 1 }
          dispatch.answer(load.reply, with: .failure(WorkFailure(code: 1)))
        },
        .command(Work.self) { _, _ in
          let model = holder.withLock { $0 }?.model
          seen.withLock { $0.append(model?.heard ?? []) }
        },
      ], options: RuntimeOptions(clock: clock))
    holder.withLock { $0 = runtime }
    runtime.start()
    // While the error is handled, the time for the next attempt comes.
    let token = runtime.observe { (model: Journal) in
      if !model.heard.isEmpty { clock.advance(by: .seconds(10)) }
    }
    let late = Retry(3, after: .constant(.seconds(5)))
    runtime.dispatch(
      Ask(
        commands: [
          Load("a").retried(late).queued(id: "queue", .atMost(1)),
          Work("next").queued(id: "queue", .atMost(1)),
        ]))
    let result = await runtime.finish()
    #expect(result.isComplete)
    #expect(runtime.model.heard == ["error 1"])
    #expect(seen.withLock { $0 } == [["error 1"]])
    #expect(loads.withLock { $0 } == 1)
    token.cancel()
    #expect(runtime.loop.hasNoActivities)
    holder.withLock { $0 = nil }
  }

  @Test func whoFinishesBeforeTheNextAttemptHearsTheError() async throws {
    let clock = ManualClock()
    let runtime = try runtime(
      clock,
      .command(Load.self) { load, dispatch in
        dispatch.answer(load.reply, with: .failure(WorkFailure(code: 1)))
      })
    let late = Retry(3, after: .constant(.seconds(5)))
    runtime.dispatch(
      Ask(commands: [Sequential([Load("a").retried(late)]).retried(late), Load("b")]))
    #expect(runtime.model.heard == ["error 1"])
    #expect(clock.scheduledCount == 1)
    await runtime.finish()
    #expect(runtime.model.heard == ["error 1", "error 1"])
  }

  struct Page: Model { var sheet: Journal? = Journal() }
  struct Remove: Message {}

  /// The message that removes the child comes before the kept error, and cancels it.
  @Test func nothingComesAfterAKeptErrorThatIsCancelledWithItsChild() async throws {
    let removing = TypedFunctionUpdater { (model: inout Page, _: Remove) in
      model.sheet = nil
      return []
    }
    let asked = TypedFunctionUpdater { (_: inout Page, message: Ask) in message.commands }
    let performed = Locked(0)
    let runtime = try Runtime(
      Program(
        model: Page(),
        CombinedUpdater<Page>([
          .full(removing), .full(asked), .optional(\.sheet, journalUpdater, onLeave: .cancel),
        ])),
      interpreters: [
        .command(Load.self) { load, dispatch in
          dispatch.answer(load.reply, with: .failure(WorkFailure(code: 1)))
        },
        .command(Work.self) { _, _ in performed.withLock { $0 += 1 } },
      ], options: RuntimeOptions(clock: ManualClock()))
    runtime.start()
    let late = Retry(3, after: .constant(.seconds(5)))
    runtime.dispatch(
      Ask(commands: [
        Send(Remove()).delayed(by: .seconds(60)),
        Sequential([Load("a").in(Page.at.sheet).retried(late), Work("next")]),
      ]))
    #expect(await runtime.finish().isComplete)
    #expect(performed.withLock { $0 } == 0)
  }
}
