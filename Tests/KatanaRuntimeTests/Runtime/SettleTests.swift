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
          // Lets the step end that has started this.
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
    let (kept, log) = (Locked<Dispatcher?>(nil), Log())
    let runtime = try makeRuntime([
      .command(
        Doing { _, dispatch in
          kept.withLock { $0 = dispatch }
          log("kept")
        })
    ])
    runtime.start()
    let hasSettled = Locked(false)
    let settling = Task.detached {
      try await runtime.settle(Note.doing("go", [Do("keep")]))
      hasSettled.withLock { $0 = true }
    }
    await log.reached("kept")
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
