import KatanaRuntime
import KatanaTesting
import Testing

/// What `retried` tells before a further attempt.
@Suite struct RetryTellingTests {
  private let test = ControlTest()

  private func telling(_ retry: Retry) -> any Command {
    Work("a").retried(
      retry,
      telling: Reply {
        Heard.word("\($0.attempt) of \($0.attempts) in \($0.duration / .seconds(1))")
      }
    ).onFailure(Heard.word("failed"))
  }

  @Test func theAppIsToldBeforeEachAttemptAndThePauseBeginsThen() {
    test.ask(telling(Retry(2, after: .exponential(from: .seconds(2)))))
    test.fail("a", then: "2 of 3 in 2.0")
    #expect(test.running == [])
    test.advance(1)
    #expect(test.running == [])
    test.advance(1)
    #expect(test.running == ["a"])
    test.fail("a", then: "3 of 3 in 4.0")
    test.advance(4)
    test.fail("a", then: "failed")
    test.app.finish()
  }

  @Test func withoutAPauseTheAttemptFollowsTheMessage() {
    test.ask(telling(Retry(1)))
    test.fail("a", then: "2 of 2 in 0.0")
    #expect(test.running == ["a"])
    test.finish("a")
    test.app.finish()
  }

  @Test func nothingIsToldOfAnErrorAfterWhichThereIsNoAttempt() {
    test.ask(telling(Retry(3, on: .only(WorkFailure(code: 7)))))
    test.fail("a", 7, then: "2 of 4 in 0.0")
    test.fail("a", 8, then: "failed")
    test.app.finish()
  }

  @Test func aCommandThatIsCancelledInThePauseIsNotTriedAgain() {
    test.ask(telling(Retry(1, after: .constant(.seconds(1)))).cancellable(id: "a"))
    test.fail("a", then: "2 of 2 in 1.0")
    test.ask(Cancel(id: "a"))
    test.advance(5)
    #expect(test.running == [])
    test.app.finish()
  }

  /// The update that handles the message cancels the command that has told it.
  @Test func theUpdateThatIsToldMayCancel() throws {
    struct Pausing: Model, Equatable { var pauses: [RetryPause] = [] }
    enum Told: Message, Equatable { case asked, paused(RetryPause) }
    struct PausingUpdater: TypedUpdater {
      func update(model: inout Pausing, message: Told) -> [any Command] {
        switch message {
        case .asked:
          return [
            Work("a").retried(
              Retry(5, after: .constant(.seconds(1))), telling: reply { .paused($0) }
            )
            .cancellable(id: "a")
          ]
        case .paused(let pause):
          model.pauses.append(pause)
          return pause.attempt == 3 ? [Cancel(id: "a")] : []
        }
      }
    }
    let app = AppTest(Program(model: Pausing(), PausingUpdater()))
    let pause = { RetryPause(attempt: $0, attempts: 6, duration: .seconds(1)) }
    app.send(Told.asked, exhaustive: [])
    app.answer(
      Work.self, of: Work("a"), at: 0, throwing: WorkFailure(), sends: [Told.paused(pause(2))]
    ) { $0.pauses = [pause(2)] }
    app.advance(by: .seconds(1))
    app.answer(
      Work.self, of: Work("a"), at: 0, throwing: WorkFailure(), sends: [Told.paused(pause(3))],
      exhaustive: []
    ) { $0.pauses.append(pause(3)) }
    app.advance(by: .seconds(10))
    #expect(app.pending.isEmpty)
    app.finish()
  }

  /// Its interpreter throws at once, and no attempt follows at the end of the runtime.
  @Test func aRuntimeThatFinishesMakesNoFurtherAttempt() async throws {
    let (heard, isTold) = (Locked<[String]>([]), AsyncStream.makeStream(of: Void.self))
    let runtime = try Runtime(
      Program(model: Journal(), journalUpdater),
      interpreters: [.command(Work.self) { _, _ async throws in throw WorkFailure() }],
      options: RuntimeOptions(clock: ManualClock()))
    let observation = runtime.observe(\.heard) { words in
      heard.withLock { $0 = words }
      if !words.isEmpty { isTold.continuation.yield() }
    }
    runtime.start()
    runtime.dispatch(Ask(commands: [telling(Retry(2, after: .constant(.seconds(60))))]))
    for await _ in isTold.stream { break }
    #expect(heard.withLock { $0 } == ["2 of 3 in 60.0"])
    await runtime.finish()
    #expect(heard.withLock { $0 } == ["2 of 3 in 60.0", "failed"])
    observation.cancel()
  }

  @Test func sourceAndTextSayIt() {
    let command = Work("a").retried(Retry(1), telling: Reply { Heard.word("\($0)") })
    #expect("\(command)".hasSuffix(", telling: Reply(Heard.…))"))
  }
}
