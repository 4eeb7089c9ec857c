import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A task that a dispatcher begins belongs to the command.
@Suite struct DispatcherTaskTests {
  struct Work: Command {}
  struct Failure: Error {}
  enum Event: Message, Equatable { case begun, done }

  struct Working: CommandInterpreter {
    let body: @Sendable (Dispatcher) -> Void

    init(_ body: @escaping @Sendable (Dispatcher) -> Void) { self.body = body }

    func interpret(_ command: Work, dispatch: Dispatcher) { body(dispatch) }
  }

  @Test func theRunEndsWithItsTask() async {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let run = recorder.run(
      Working { dispatch in
        dispatch.task {
          try await dispatch.clock.sleep(for: .seconds(1))
          dispatch(Event.done)
        }
        dispatch(Event.begun)
      }, Work())
    await recorder.expect(Event.begun)
    await clock.waitUntilScheduled()
    recorder.expectNoMore()
    clock.advance(by: .seconds(1))
    await run.ended()
    await recorder.expect(Event.done)
  }

  @Test func aRecorderHearsOfTheError() async {
    let recorder = RecordingDispatcher()
    let run = recorder.run(Working { dispatch in dispatch.task { throw Failure() } }, Work())
    #expect(await run.ended(throwing: Failure.self) != nil)
  }

  @Test func theTaskIsCancelledWithItsCommand() async {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let wasCancelled = Locked(false)
    let run = recorder.run(
      Working { dispatch in
        dispatch.task {
          do {
            try await dispatch.clock.sleep(for: .seconds(1))
          } catch {
            wasCancelled.withLock { $0 = Task.isCancelled }
            throw error
          }
        }
      }, Work())
    await clock.waitUntilScheduled()
    run.cancel()
    await run.ended()
    #expect(wasCancelled.withLock { $0 })
  }

  @Test func aTaskOfACancelledCommandDoesNotBegin() async {
    let held = Locked<Dispatcher?>(nil)
    let recorder = RecordingDispatcher()
    let run = recorder.run(Working { dispatch in held.withLock { $0 = dispatch } }, Work())
    run.cancel()
    let begun = Locked(false)
    held.withLock { $0 }?.task { begun.withLock { $0 = true } }
    held.withLock { $0 = nil }
    await run.ended()
    #expect(!begun.withLock { $0 })
  }

  @Test func ofTwoErrorsTheFirstCountsAndTheOtherIsReported() async throws {
    let (heard, issues) = (Locked(0), IssueRecorder())
    let runtime = try Runtime(
      Program(
        model: Recorded(),
        FunctionUpdater(takes: .all) { model, message in
          if message as? Event == .done { heard.withLock { $0 += 1 } }
          return (model, message as? Event == .begun ? [Work().onFailure(Event.done)] : [])
        }),
      interpreters: [
        .command(
          Working { dispatch in
            for _ in 0..<2 { dispatch.task { throw Failure() } }
          })
      ], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    try await runtime.settle(Event.begun)
    #expect(heard.withLock { $0 } == 1)
    #expect(issues.kinds == [.interpreterThrew])
    await runtime.shutdown()
  }

  @Test func tasksThatHaveEndedAreForgotten() throws {
    let (held, tasks) = (Locked<Dispatcher?>(nil), ManualTasks())
    let runtime = try Runtime(
      Program(model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, [Work()]) }),
      interpreters: [.command(Working { dispatch in held.withLock { $0 = dispatch } })],
      options: RuntimeOptions(taskExecutor: tasks))
    runtime.start()
    runtime.dispatch(Event.begun)
    let dispatch = try #require(held.withLock { $0 })
    let run = try #require(dispatch.sender.run)
    let begun = Locked<[Int]>([])
    for _ in 0..<100 {
      dispatch.task {
        let task = try #require(currentTask)
        begun.withLock { $0.append(task) }
        #expect(run.isPerformed(by: task))
        await Task.yield()
      }
    }
    #expect(run.handlerCount == 100)
    tasks.runAll()
    #expect(run.handlerCount == 0)
    let tasksOfRun = begun.withLock { $0 }
    #expect(tasksOfRun.count == 100)
    #expect(!tasksOfRun.contains { task in run.isPerformed(by: task) })
    runtime.requestShutdown()
  }

  @Test(arguments: 0..<3)
  func theShutdownDoesNotWaitForACommandOfWhichAnyTaskCallsIt(calling: Int) async throws {
    let holder = Locked<Runtime<Recorded>?>(nil)
    let done = AsyncStream<Void>.makeStream()
    let begun = AsyncStream<Void>.makeStream()
    let others = Locked<[CheckedContinuation<Void, Never>]>([])
    let runtime = try Runtime(
      Program(model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, [Work()]) }),
      interpreters: [
        .command(
          Working { dispatch in
            for number in 0..<3 {
              dispatch.task {
                guard number == calling else {
                  // Ignores that it is cancelled.
                  return await withCheckedContinuation { continuation in
                    others.withLock { $0.append(continuation) }
                    begun.continuation.yield()
                  }
                }
                for await _ in begun.stream.prefix(2) {}
                await holder.withLock { $0 }?.shutdown(deadline: .seconds(1_000_000))
                done.continuation.yield()
              }
            }
          })
      ])
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Event.begun)
    for await _ in done.stream { break }
    holder.withLock { $0 = nil }
    for other in others.withLock({ $0 }) { other.resume() }
  }

  /// A run is registered after its interpreter's messages have been handled. A task of it may call
  /// before that.
  @Test func aCallerOfFinishIsKnownBeforeTheMessagesOfItsCommandAreHandled() throws {
    let holder = Locked<Runtime<Recorded>?>(nil)
    let (tasks, result) = (ManualTasks(), Locked<FinishResult?>(nil))
    let runtime = try Runtime(
      Program(
        model: Recorded(),
        FunctionUpdater(takes: .all) { model, message in
          (model, message as? Event == .begun ? [Work()] : [])
        }),
      interpreters: [
        .command(
          Working { dispatch in
            dispatch.task {
              let finished = await holder.withLock { $0 }?.finish()
              result.withLock { $0 = finished }
            }
            tasks.runAll()
            dispatch(Event.done)
          })
      ], options: RuntimeOptions(clock: ManualClock(), taskExecutor: tasks))
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Event.begun)
    tasks.runAll()
    #expect(result.withLock { $0 }?.isComplete == true)
    holder.withLock { $0 = nil }
    runtime.requestShutdown()
  }

  @Test func anErrorIsReportedAndMayBeRetried() async throws {
    let issues = IssueRecorder()
    let (attempts, clock) = (Locked(0), ManualClock())
    let runtime = try Runtime(
      Program(
        model: Recorded(),
        FunctionUpdater(takes: .all) { model, message in
          (model, [Work().retried(Retry(1, after: .constant(.seconds(1))))])
        }),
      interpreters: [
        .command(
          Working { dispatch in
            dispatch.task {
              attempts.withLock { $0 += 1 }
              throw Failure()
            }
          })
      ], options: RuntimeOptions(clock: clock, issues: issues.handler))
    runtime.start()
    async let settled = runtime.settle(Event.begun)
    await clock.waitUntilScheduled()
    #expect(issues.kinds == [])
    clock.advance(by: .seconds(1))
    _ = try await settled
    #expect(attempts.withLock { $0 } == 2)
    #expect(issues.kinds == [.interpreterThrew])
    await runtime.shutdown()
  }

  private struct Recorded: Model {}

  @Test func theShutdownCancelsTheTaskAndWaitsForIt() async throws {
    let (hasEnded, clock) = (Locked(false), ManualClock())
    let runtime = try Runtime(
      Program(model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, [Work()]) }),
      interpreters: [
        .command(
          Working { dispatch in
            dispatch.task {
              try? await dispatch.clock.sleep(for: .seconds(3_600))
              hasEnded.withLock { $0 = true }
            }
          })
      ], options: RuntimeOptions(clock: clock))
    runtime.start()
    runtime.dispatch(Event.begun)
    await clock.waitUntilScheduled()
    await runtime.shutdown()
    #expect(hasEnded.withLock { $0 })
  }

  @Test func anErrorOfATaskOfTheOutsideIsReported() async throws {
    let (reports, report) = AsyncStream<String>.makeStream()
    let runtime = try Runtime(
      Program(model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, []) }),
      options: RuntimeOptions(issues: IssueHandler { report.yield($0.text) }))
    runtime.start()
    runtime.dispatcher.task { throw Failure() }
    var texts = reports.makeAsyncIterator()
    #expect(await texts.next()?.hasPrefix("The interpreter of outside threw an error.") == true)
    await runtime.shutdown()
  }
}
