import Dispatch
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct ShutdownTests {
  /// An interceptor may ask for the end while the runtime is made.
  @Test(arguments: [false, true])
  func aShutdownWhileTheRuntimeIsMade(isOnOtherThread: Bool) async throws {
    let issues = IssueRecorder()
    let (made, ended) = (Locked(0), Locked(0))
    let ending = Interceptor<Notes>.forEachRuntime { dispatch in
      if isOnOtherThread {
        runAndWait { dispatch.requestShutdown() }
      } else {
        dispatch.requestShutdown()
      }
      made.withLock { $0 += 1 }
      return Interceptor(
        before: { _, _ in
          ended.withLock { $0 += 1 }
          return .handle
        })
    }
    let runtime = try Runtime(
      Program(model: Notes(), NotesUpdater()),
      options: RuntimeOptions(interceptors: [ending], issues: issues.handler))
    runtime.start()
    await runtime.shutdown(deadline: .seconds(60))
    runtime.dispatch(Note.add("late"))
    #expect(made.withLock { $0 } == 1)
    #expect(ended.withLock { $0 } == 0)
    #expect(runtime.statistics.lost == 1)
    #expect(issues.kinds == [.dispatchAfterShutdown])
  }

  @Test(arguments: [false, true])
  func whatComesLateIsReportedOnceForEachPlace(finishes: Bool) async throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(issues: issues)
    runtime.start()
    if finishes { await runtime.finish() } else { await runtime.shutdown() }
    for place in 1...2 {
      for number in 0..<1_000 {
        runtime.dispatch(Note.add("\(number)"), file: "A.swift", line: UInt(place))
      }
    }
    #expect(runtime.statistics.lost == 2_000)
    #expect(issues.kinds == [.dispatchAfterShutdown, .dispatchAfterShutdown])
    #expect(issues.issues.last?.text.contains("A.swift:2") == true)
  }

  @Test func subscriptionsStopInReverseOrderOfTheirStart() async throws {
    let board = SourceBoard()
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "b")]))
    runtime.dispatch(Note.want([Source(name: "a"), Source(name: "b"), Source(name: "c")]))
    await runtime.shutdown()
    #expect(
      board.log.all == [
        "start b 0", "start a 0", "start c 0", "stop c", "stop a", "stop b",
      ])
    await runtime.shutdown()
    runtime.requestShutdown()
    #expect(board.log.all.count == 6, "more calls do nothing")
  }

  @Test func whatWaitsIsDroppedAndCountedAndNewMessagesAreRefused() async throws {
    let issues = IssueRecorder()
    let kept = Locked<Dispatcher?>(nil)
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in
            dispatch(Note.add("waits"))
            dispatch.requestShutdown()
            dispatch(Note.add("refused"))
            kept.withLock { $0 = dispatch }
          })
      ], issues: issues)
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("shut down")]))
    #expect(runtime.model.entries == ["go"], "the step ends, what waits is dropped")
    kept.withLock { $0 }?(Note.add("late"))
    #expect(runtime.statistics.lost == 3)
    #expect(issues.issues.isEmpty, "late results of commands are expected")
    kept.withLock { $0 = nil }
    await runtime.shutdown()
  }

  @Test func aDispatchFromTheOutsideAfterTheShutdownIsReported() async throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(issues: issues)
    runtime.start()
    await runtime.shutdown()
    runtime.dispatch(Note.add("secret text"), file: "App/Main.swift", line: 7)
    #expect(runtime.model.entries == [])
    #expect(
      issues.issues.map(\.text) == [
        """
        The message Note.add was dispatched after the runtime's shutdown.
          Dispatched at: App/Main.swift:7
        The message is dropped and counted; nothing else happens.
        To fix this, dispatch before `shutdown()`, or make sure that the code that dispatches does \
        not outlive the runtime.
        """
      ])
  }

  @Test func asynchronousCommandsAreCancelledAndWaitedFor() async throws {
    let log = Log()
    let clock = ManualClock()
    let runtime = try makeRuntime(
      [
        .command(
          DoingAsync { command, dispatch in
            do {
              try await dispatch.clock.sleep(for: .seconds(100))
            } catch {
              log("cancelled \(command.name)")
              dispatch(Note.add("after the cancellation"))
              throw error
            }
          })
      ], clock: clock)
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("1"), Do("2")]))
    await clock.waitUntilScheduled(2)
    await runtime.shutdown()
    #expect(log.all.sorted() == ["cancelled 1", "cancelled 2"])
    #expect(runtime.model.entries == ["go"])
    #expect(clock.scheduledCount == 0, "cancelled sleepers and deadlines leave nothing behind")
  }

  @Test func stragglersAreReportedAtTheDeadline() async throws {
    let command = try HeldCommand()
    let runtime = command.runtime
    await command.clock.passing(.seconds(3)) { await runtime.shutdown(deadline: .seconds(3)) }
    #expect(
      command.issues.issues.map(\.text) == [
        """
        Commands were still running long after the shutdown had cancelled them.
          Commands: Do
        Their messages are dropped, but they still use resources.
        To fix this, let their interpreters end when their task is cancelled, and give up the \
        dispatcher.
        """
      ])
  }

  @Test func theRunThatCallsItIsNotWaitedFor() async throws {
    let done = AsyncStream<Void>.makeStream()
    let holder = Locked<Runtime<Notes>?>(nil)
    let runtime = try makeRuntime([
      .command(
        DoingAsync { _, _ in
          await holder.withLock { $0 }?.shutdown()
          done.continuation.yield()
        })
    ])
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("1"), Do("2")]))
    for await _ in done.stream { break }
    holder.withLock { $0 = nil }
  }

  @Test func aProgramMayWaitUntilACommandEndsTheRuntime() async throws {
    let runtime = try makeRuntime([
      .command(Doing { _, dispatch in dispatch.requestShutdown() })
    ])
    runtime.start()
    let ending = Task.detached { await runtime.waitUntilEnded() }
    runtime.dispatch(Note.doing("go", [Do("quit")]))
    await ending.value
    #expect(runtime.model.entries == ["go"])
  }

  @Test func itMayComeBeforeTheStart() async throws {
    let board = SourceBoard()
    let runtime = try makeRuntime(model: Notes(wanted: [Source(name: "x")]), [board.interpreter])
    await runtime.shutdown()
    runtime.start()
    #expect(board.log.all == [])
    #expect(runtime.model.entries == [])
  }

  @Test func shutdownWithinAnObserverOrStartOrStop() throws {
    let holder = Locked<Dispatcher?>(nil)
    let board = SourceBoard(onStart: { _, _ in holder.withLock { $0 }?.requestShutdown() })
    let runtime = try makeRuntime([board.interpreter])
    holder.withLock { $0 = runtime.dispatcher }
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x"), Source(name: "y")]))
    #expect(board.log.all == ["start x 0", "start y 0", "stop y", "stop x"])

    let other = try makeRuntime()
    let observation = other.observe { (_: Notes) in other.requestShutdown() }
    other.start()
    other.dispatch(Note.add("a"))
    #expect(other.model.entries == ["a"])
    #expect(other.core.isClosed)
    observation.cancel()
  }

  /// Contract 16 under threads: whatever races, the shutdown returns, and nothing is handled after.
  @Test func nothingIsDeliveredAfterItReturned() async throws {
    for _ in 0..<200 {
      let board = SourceBoard()
      let runtime = try makeRuntime([
        board.interpreter, .command(DoingAsync { _, dispatch in dispatch(Note.add("result")) }),
      ])
      runtime.start()
      let dispatch = runtime.dispatcher
      let sending = Task.detached {
        for number in 0..<50 {
          dispatch(Note.doing("\(number)", [Do("x")]))
          dispatch(Note.want([Source(name: "\(number % 3)")]))
        }
      }
      await runtime.shutdown()
      let handled = runtime.statistics.handled
      await sending.value
      #expect(runtime.statistics.handled == handled)
      #expect(board.running.withLock { $0.isEmpty })
    }
  }

  @Test func waitingForTheEndMayBeCancelled() async throws {
    let runtime = try makeRuntime()
    runtime.start()
    let before = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      await runtime.waitUntilEnded()
    }
    await before.value
    let waiting = Task.detached { await runtime.waitUntilEnded() }
    waiting.cancel()
    await waiting.value
    #expect(!runtime.core.isClosed)
    runtime.requestShutdown()
  }

  /// A run has ended when its interpreter has returned, and nothing of it waits: it is not cancelled.
  @Test(arguments: [false, true])
  func whatAnInterpreterSendsAfterTheShutdownIsLost(isFailure: Bool) async throws {
    let log = Log()
    let runtime = try makeRuntime([
      .command(
        Doing { _, dispatch in
          dispatch.onCancel { log("cancelled") }
          dispatch.requestShutdown()
          if isFailure {
            dispatch.failed(CancellationError(), otherwise: Note.add("failed"))
          } else {
            dispatch(Note.add("done"))
          }
        })
    ])
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("last")]))
    await runtime.waitUntilEnded()
    #expect(log.all == [])
    #expect(runtime.statistics.lost == 1)
    #expect(runtime.model.entries == ["go"])
  }

  @Test func whoWaitsWithoutADeadlineIsToldWhyAfterFiveSeconds() async throws {
    let command = try HeldCommand()
    let (runtime, clock, issues) = (command.runtime, command.clock, command.issues)
    let waiting = Task.detached { await runtime.waitUntilEnded() }
    runtime.requestShutdown()
    await command.log.reached("cancelled")
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(4.9))
    await runtime.turn()
    #expect(issues.kinds == [])
    clock.advance(by: .seconds(0.1))
    await runtime.turn()
    #expect(issues.kinds == [.stragglers])
    command.end()
    await waiting.value
    #expect(clock.scheduledCount == 0)
  }

  /// The first waits no longer when the time has come; the second waits all the same.
  @Test func whoWaitsAfterOneWhoGaveUpIsToldWhy() async throws {
    let command = try HeldCommand()
    let (runtime, clock, issues) = (command.runtime, command.clock, command.issues)
    let first = Task.detached { await runtime.waitUntilEnded() }
    runtime.requestShutdown()
    await command.log.reached("cancelled")
    await clock.waitUntilScheduled()
    first.cancel()
    await first.value
    clock.advance(by: .seconds(5))
    await runtime.turn()
    #expect(issues.kinds == [])
    let second = Task.detached { await runtime.waitUntilEnded() }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(5))
    await runtime.turn()
    #expect(issues.kinds == [.stragglers])
    command.end()
    await second.value
  }

  @Test func whoWaitsForCommandsThatEndInTimeIsToldNothing() async throws {
    let command = try HeldCommand()
    let runtime = command.runtime
    let waiting = Task.detached { await runtime.waitUntilEnded() }
    runtime.requestShutdown()
    await command.clock.waitUntilScheduled()
    command.end()
    await waiting.value
    #expect(command.clock.scheduledCount == 0)
    #expect(command.issues.kinds == [])
  }

  /// The reports of two threads overlap, and the one that begins first ends first.
  @Test func eachThreadReportsEachRefusedMessage() async throws {
    let (count, log) = (Locked(0), Log())
    let (secondHasBegun, firstHasEnded, secondHasEnded) = (Blocker(), Blocker(), Blocker())
    let runtime = try Runtime(
      Program(model: Notes(), NotesUpdater()),
      options: RuntimeOptions(
        issues: IssueHandler { _ in
          let number = count.withLock {
            $0 += 1
            return $0
          }
          log("report \(number)")
          if number == 1 { secondHasBegun.wait() }
          if number == 2 {
            secondHasBegun.release()
            firstHasEnded.wait()
          }
        }))
    runtime.start()
    await runtime.shutdown()
    async let first: Void = onThreadOfItsOwn {
      runtime.dispatch(Note.add("first"))
      firstHasEnded.release()
      secondHasEnded.wait()
      runtime.dispatch(Note.add("third"))
    }
    await log.reached("report 1")
    async let second: Void = onThreadOfItsOwn {
      runtime.dispatch(Note.add("second"))
      secondHasEnded.release()
    }
    _ = await (first, second)
    #expect(log.all == ["report 1", "report 2", "report 3"])
  }

  /// Its report is handled by what dispatches again.
  @Test func anIssueHandlerMayDispatchAfterTheShutdown() async throws {
    let holder = Locked<Dispatcher?>(nil)
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: Notes(), NotesUpdater()),
      options: RuntimeOptions(
        issues: IssueHandler { issue in
          issues.handler(issue)
          holder.withLock { $0 }?(Note.add("\(issue.kind)"))
        }))
    holder.withLock { $0 = runtime.dispatcher }
    runtime.start()
    await runtime.shutdown()
    runtime.dispatch(Note.add("late"))
    // The handler is told of the message that it sends, once.
    #expect(issues.kinds == [.dispatchAfterShutdown, .dispatchAfterShutdown])
    #expect(runtime.statistics.lost == 3)
    runtime.dispatch(Note.add("later"))
    #expect(issues.kinds.count == 3)
    holder.withLock { $0 = nil }
  }
}
