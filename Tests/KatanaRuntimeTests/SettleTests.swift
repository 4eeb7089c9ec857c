import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

struct Both: Message {}

struct Quick: CommandInterpreter {
  struct Go: Command {}
  func interpret(_ command: Go, dispatch: Dispatcher) {}
}

@Suite struct SettleTests {
  @Test func everythingThatDescendsIsWaitedFor() async throws {
    let runtime = try makeRuntime([
      .command(
        DoingAsync { command, dispatch in
          await Task.yield()
          dispatch(
            command.name == "3"
              ? Note.add("end") : Note.doing(command.name, [Do("\(Int(command.name)! + 1)")]))
        })
    ])
    runtime.start()
    try await runtime.settle(Note.doing("0", [Do("1"), Do("2")]))
    #expect(runtime.model.entries.sorted() == ["0", "1", "2", "2", "end", "end"])
  }

  @Test func aCallbackStyleRunEndsWhenItsLastDispatcherIsGone() async throws {
    let kept = Locked<Dispatcher?>(nil)
    let runtime = try makeRuntime([
      .command(Doing { _, dispatch in kept.withLock { $0 = dispatch } })
    ])
    runtime.start()
    let hasSettled = Locked(false)
    let settling = Task.detached {
      try await runtime.settle(Note.doing("go", [Do("keep")]))
      hasSettled.withLock { $0 = true }
    }
    for await model in runtime.models where !model.entries.isEmpty { break }
    #expect(!hasSettled.withLock { $0 })
    let dispatch = kept.withLock { kept -> Dispatcher? in
      defer { kept = nil }
      return kept
    }
    dispatch?(Note.add("late"))
    _ = consume dispatch
    try await settling.value
    #expect(runtime.model.entries == ["go", "late"])
  }

  @Test func theTimeoutSaysWhatIsStillPending() async throws {
    let clock = ManualClock()
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in kept.withLock { $0.append(dispatch) } })], clock: clock)
    runtime.start()
    let settling = Task.detached {
      try await runtime.settle(Note.doing("go", [Do("a"), Do("b")]), timeout: .seconds(2))
    }
    await clock.waitUntilScheduled()
    for await model in runtime.models where !model.entries.isEmpty { break }
    clock.advance(by: .seconds(2))
    await #expect(throws: SettleError.timedOut(pending: ["Do", "Do"])) { try await settling.value }
    #expect(
      "\(SettleError.timedOut(pending: ["Do"]))"
        == "The message did not settle in time; still running: Do.")
  }

  @Test func aMessageOfATypeMayBeAwaited() async throws {
    struct Answer: Message, Equatable { var value: Int }
    let runtime = try makeRuntime([
      .command(
        DoingAsync { command, dispatch in
          if command.name == "answer" { dispatch(Answer(value: 42)) }
        })
    ])
    runtime.start()
    let answer = try await runtime.settle(
      Note.doing("go", [Do("other"), Do("answer")]), returning: Answer.self)
    #expect(answer == Answer(value: 42))
    await #expect(throws: SettleError.notFound) {
      try await runtime.settle(Note.doing("go", [Do("other")]), returning: Answer.self)
    }
  }

  @Test func aRunMayWaitForItsOwnMessage() async throws {
    let runtime = try makeRuntime([
      .command(
        DoingAsync { command, dispatch in
          if command.name == "outer" {
            try await dispatch.settle(Note.doing("inner message", [Do("inner")]))
            dispatch(Note.add("outer is done"))
          } else {
            dispatch(Note.add("inner is done"))
          }
        })
    ])
    runtime.start()
    try await runtime.settle(Note.doing("go", [Do("outer")]))
    #expect(runtime.model.entries == ["go", "inner message", "inner is done", "outer is done"])
  }

  /// A run's address is often that of the one before, whose end may still be on its way.
  @Test func aRunThatTakesThePlaceOfAnEndedOneIsWaitedFor() async throws {
    for _ in 0..<50 {
      let clock = ManualClock()
      let runtime = try makeRuntime(
        [
          .command(
            DoingAsync { command, dispatch in
              guard command.name == "slow" else { return }
              try await dispatch.clock.sleep(for: .seconds(1))
              dispatch(Note.add("slow is done"))
            }), .command(Quick()),
        ], clock: clock)
      runtime.start()
      async let settled = runtime.settle(Both())
      await clock.waitUntilScheduled()
      clock.advance(by: .seconds(1))
      _ = try await settled
      #expect(runtime.model.entries == ["slow is done"])
    }
  }

  @Test func aDroppedMessageIsNotFound() async throws {
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in dispatch(Both()) })],
      interceptors: [
        Interceptor(before: { envelope, _ in envelope.message is Both ? .drop : .handle })
      ])
    runtime.start()
    await #expect(throws: SettleError.notFound) {
      try await runtime.settle(Note.doing("", [Do("x")]), returning: Both.self)
    }
  }

  @Test func theCauseOfAMessageThatIsWaitedForIsNamed() async throws {
    let history = History()
    let runtime = try makeRuntime(
      [
        .command(
          DoingAsync { _, dispatch in
            try await dispatch.settle(Note.add("inner"), file: "B.swift", line: 2)
          })
      ], history: history)
    runtime.start()
    try await runtime.settle(Note.doing("go", [Do("x")]), file: "A.swift", line: 1)
    #expect(history.chain(of: history.latest) == "doing (A.swift:1) → Do → add (B.swift:2)")
  }

  @Test func subscriptionsAreNotWaitedFor() async throws {
    let board = SourceBoard()
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    try await runtime.settle(Note.want([Source(name: "x")]))
    #expect(board.log.all == ["start x 0"])
    runtime.requestShutdown()
  }

  @Test func aMessageThatAnInterceptorDefersIsStillWaitedFor() async throws {
    let deferrals = Locked(0)
    let deferring = Interceptor<Notes>(before: { envelope, _ in
      guard envelope.message as? Note == .add("result") else { return .handle }
      return deferrals.withLock { count -> Interception in
        count += 1
        return count < 3 ? .defer : .handle
      }
    })
    let runtime = try makeRuntime(
      [.command(Doing { _, dispatch in dispatch(Note.add("result")) })], interceptors: [deferring])
    runtime.start()
    try await runtime.settle(Note.doing("go", [Do("x")]))
    #expect(runtime.model.entries == ["go", "result"])
  }

  @Test func aDeferredMessageCountsAsHandled() async throws {
    let interceptor = Interceptor<Notes>(before: { envelope, model in
      envelope.message as? Note == .add("later") && model.entries.isEmpty ? .defer : .handle
    })
    let runtime = try makeRuntime(interceptors: [interceptor])
    runtime.dispatch(Note.add("first"))
    async let outcome = runtime.settle(Note.add("later"))
    runtime.start()
    #expect(try await outcome.isSuccess)
    #expect(runtime.model.entries == ["first", "later"])
  }

  @Test func theEndOfTheRuntimeEndsTheWaiting() async throws {
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime([
      .command(Doing { _, dispatch in kept.withLock { $0.append(dispatch) } })
    ])
    runtime.start()
    let settling = Task.detached { try await runtime.settle(Note.doing("go", [Do("x")])) }
    for await model in runtime.models where !model.entries.isEmpty { break }
    runtime.requestShutdown()
    await #expect(throws: SettleError.ended) { try await settling.value }
    await #expect(throws: SettleError.ended) { try await runtime.settle(Note.add("late")) }
  }

  struct Work: Command, Equatable { var name: String }

  /// An app that returns the commands of a message, and an interpreter of ``Work``.
  private func working(
    _ work: @escaping @Sendable (Work, Dispatcher) async throws -> Void
  ) throws -> Runtime<TreeTest.App> {
    try TreeTest.start(
      CombinedUpdater<TreeTest.App>([.full(TreeTest.returning), .full(TreeTest.tapped)]),
      interpreters: [.command(Work.self, work)]
    ).runtime
  }

  @Test func itsOutcomeSaysWhatFailed() async throws {
    struct Broken: Error {}
    let runtime = try working { command, _ in if command.name != "good" { throw Broken() } }
    let good = try await runtime.settle(TreeTest.Returning([Work(name: "good")]))
    #expect(good.isSuccess)
    let taken = TreeTest.Returning([
      Work(name: "bad").onFailure(TreeTest.PartMessage.tapped)
    ])
    #expect(try await runtime.settle(taken).isSuccess, "the app takes the error")
    let bad = try await runtime.settle(
      TreeTest.Returning([
        Work(name: "bad"), Work(name: "worse").retried(Retry(1)), Work(name: "good"),
      ]))
    #expect(!bad.isSuccess && bad.wasHandled)
    #expect(bad.failures.map(\.command.description) == ["Work", "Work"])
    #expect(bad.failures.allSatisfy { $0.error is Broken })
    runtime.requestShutdown()
  }

  @Test func itsOutcomeSaysThatTheMessageWasNotHandled() async throws {
    let dropping = Interceptor<Notes>(before: { envelope, _ in
      envelope.message as? Note == .add("drop") ? .drop : .handle
    })
    let runtime = try makeRuntime(interceptors: [dropping])
    runtime.start()
    #expect(try await !runtime.settle(Note.add("drop")).isSuccess)
    #expect(try await runtime.settle(Note.add("keep")).isSuccess)
  }

  @Test func aFailureOfADescendantCountsForAllWhoWait() async throws {
    struct Broken: Error {}
    let inner = Locked<SettleOutcome?>(nil)
    let runtime = try makeRuntime([
      .command(
        DoingAsync { command, dispatch in
          if command.name == "inner" { throw Broken() }
          let outcome = try await dispatch.settle(Note.doing("in", [Do("inner")]))
          inner.withLock { $0 = outcome }
        })
    ])
    runtime.start()
    let outer = try await runtime.settle(Note.doing("out", [Do("outer")]))
    #expect(outer.failures.count == 1)
    #expect(inner.withLock { $0 }?.failures.count == 1)
  }

  @Test func cancellingTheTaskEndsTheWaiting() async throws {
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime([
      .command(Doing { _, dispatch in kept.withLock { $0.append(dispatch) } })
    ])
    runtime.start()
    let settling = Task.detached { try await runtime.settle(Note.doing("go", [Do("x")])) }
    for await model in runtime.models where !model.entries.isEmpty { break }
    settling.cancel()
    await #expect(throws: SettleError.cancelled) { try await settling.value }
    kept.withLock { $0 = [] }
    // The runtime goes on, and nobody is left behind.
    #expect(try await runtime.settle(Note.add("more")).isSuccess)
  }

  @Test func aTaskThatWasCancelledBeforeSendsNothing() async throws {
    let runtime = try makeRuntime()
    runtime.start()
    let settling = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await runtime.settle(Note.add("x"))
    }
    await #expect(throws: SettleError.cancelled) { try await settling.value }
    #expect(runtime.model.entries == [])
  }

  @Test func aCancelledCommandThatSettlesEnds() async throws {
    let log = Log()
    let kept = Locked<[Dispatcher]>([])
    let runtime = try working { command, dispatch in
      if command.name == "wait" {
        do {
          try await dispatch.settle(TreeTest.Returning([Work(name: "never")]))
        } catch { log("\(error)") }
      } else {
        kept.withLock { $0.append(dispatch) }
        log("kept")
      }
    }
    runtime.dispatch(TreeTest.Returning([Work(name: "wait").cancellable(id: "wait")]))
    await log.reached("kept")
    runtime.dispatch(TreeTest.Returning([Cancel(id: "wait")]))
    await log.reached("\(SettleError.cancelled)")
    kept.withLock { $0 = [] }
    await runtime.shutdown()
  }

  @Test func theTimeoutComesBehindAnInterpreterThatBlocks() async throws {
    let clock = ManualClock()
    let (log, blocker) = (Log(), Blocker())
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, _ in
            log("blocked")
            blocker.wait()
          })
      ], clock: clock)
    runtime.start()
    async let sending: Void = onThreadOfItsOwn {
      runtime.dispatch(Note.doing("go", [Do("block")]))
    }
    await log.reached("blocked")
    let settling = Task.detached {
      try await runtime.settle(Note.add("behind"), timeout: .seconds(1))
    }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await #expect(throws: SettleError.timedOut(pending: [])) { try await settling.value }
    blocker.release()
    await sending
    runtime.requestShutdown()
  }

  @Test func theTimeoutComesBeforeTheStart() async throws {
    let clock = ManualClock()
    let runtime = try makeRuntime(clock: clock)
    let settling = Task.detached {
      try await runtime.settle(Note.add("x"), timeout: .seconds(1))
    }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await #expect(throws: SettleError.timedOut(pending: [])) { try await settling.value }
    runtime.requestShutdown()
  }

  @Test func aMessageToAChildMaySettle() async throws {
    let runtime = try TreeTest.start(
      CombinedUpdater<TreeTest.App>([.each(\.rows, TreeTest.row), .full(TreeTest.tapped)])
    ).runtime
    #expect(try await runtime.settle(.tapped, to: TreeTest.App.at.rows[2]).isSuccess)
    #expect(try await !runtime.settle(.tapped, to: TreeTest.App.at.rows[7]).isSuccess)
    #expect(runtime.model.rows[1].taps == 1)
    runtime.requestShutdown()
  }
}
