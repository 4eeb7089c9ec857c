import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A call of `settle` that ends before its message has settled.
@Suite struct SettleEndTests {
  @Test func theTimeoutSaysWhatIsStillPending() async throws {
    let clock = ManualClock()
    let (kept, log) = (Locked<[Dispatcher]>([]), Log())
    let runtime = try makeRuntime(
      [
        .command(
          Doing { command, dispatch in
            kept.withLock { $0.append(dispatch) }
            log(command.name)
          })
      ], clock: clock)
    runtime.start()
    let settling = Task.detached {
      try await runtime.settle(Note.doing("go", [Do("a"), Do("b")]), timeout: .seconds(2))
    }
    await clock.waitUntilScheduled()
    await log.reached("b")
    clock.advance(by: .seconds(2))
    await #expect(throws: SettleError.timedOut(pending: ["Do", "Do"])) { try await settling.value }
    #expect(
      "\(SettleError.timedOut(pending: ["Do"]))"
        == "The message did not settle in time; still running: Do.")
  }

  @Test(arguments: [SettleError.ended, .cancelled])
  func theEndOfTheRuntimeOrOfTheTaskEndsTheWaiting(error: SettleError) async throws {
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime([
      .command(Doing { _, dispatch in kept.withLock { $0.append(dispatch) } })
    ])
    runtime.start()
    let settling = Task.detached { try await runtime.settle(Note.doing("go", [Do("x")])) }
    for await model in runtime.models where !model.entries.isEmpty { break }
    if error == .ended { runtime.requestShutdown() } else { settling.cancel() }
    await #expect(throws: error) { try await settling.value }
    kept.withLock { $0 = [] }
    if error == .ended {
      await #expect(throws: SettleError.ended) { try await runtime.settle(Note.add("late")) }
    } else {
      // The runtime goes on, and nobody is left behind.
      #expect(try await runtime.settle(Note.add("more")).isSuccess)
    }
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
    let runtime = try TreeTest.runtime { command, dispatch in
      if command.name == "wait" {
        do {
          try await dispatch.settle(TreeTest.Returning([TreeTest.Work(name: "never")]))
        } catch { log("\(error)") }
      } else {
        kept.withLock { $0.append(dispatch) }
        log("kept")
      }
    }
    runtime.dispatch(TreeTest.Returning([TreeTest.Work(name: "wait").cancellable(id: "wait")]))
    await log.reached("kept")
    runtime.dispatch(TreeTest.Returning([Cancel(id: "wait")]))
    await log.reached("\(SettleError.cancelled)")
    kept.withLock { $0 = [] }
    await runtime.shutdown()
  }

  /// The end of "first" frees its place in the queue after the request to shut down, and before the
  /// runtime ends.
  @Test func aCommandThatTheShutdownDropsHasNotSettled() async throws {
    let (log, kept) = (Log(), Locked<Dispatcher?>(nil))
    let runtime = try Runtime(
      Program(
        model: TreeTest.App(), CombinedUpdater<TreeTest.App>([.full(TreeTest.returning)])),
      interpreters: [
        .command(
          Doing { command, dispatch in
            if command.name == "first" { kept.withLock { $0 = dispatch } }
            if command.name == "quit" {
              _ = kept.withLock { $0.take() }
              dispatch.requestShutdown()
            }
            log(command.name)
          })
      ])
    runtime.start()
    runtime.dispatch(TreeTest.Returning([Do("first").queued(id: 1, .atMost(1))]))
    let settling = Task.detached {
      try await runtime.settle(
        TreeTest.Returning([Do("second").queued(id: 1, .atMost(1)), Do("reached")]))
    }
    await log.reached("reached")
    runtime.dispatch(TreeTest.Returning([Do("quit")]))
    await #expect(throws: SettleError.ended) { try await settling.value }
    #expect(log.all == ["first", "reached", "quit"])
  }

  @Test func theTimeoutComesBehindAnInterpreterThatBlocks() async throws {
    let (clock, step) = (ManualClock(), BlockedStep())
    let runtime = try makeRuntime([step.interpreter], clock: clock)
    await step.during(.doing("go", [Do("block")]), of: runtime) {
      await expectTimeout(of: Note.add("behind"), to: runtime, clock)
    }
    runtime.requestShutdown()
  }

  /// Expects that nothing of a message has happened before its timeout.
  private func expectTimeout(
    of message: Note, to runtime: Runtime<Notes>, _ clock: ManualClock
  ) async {
    let settling = Task.detached { try await runtime.settle(message, timeout: .seconds(1)) }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await #expect(throws: SettleError.timedOut(pending: [])) { try await settling.value }
  }

  @Test func theTimeoutComesBeforeTheStart() async throws {
    let clock = ManualClock()
    let runtime = try makeRuntime(clock: clock)
    await expectTimeout(of: Note.add("x"), to: runtime, clock)
    runtime.requestShutdown()
  }

  /// The queue holds the message, then the job that ends the runtime.
  @Test func theEndOfTheRuntimeEndsTheWaitingForAMessageInTheQueue() async throws {
    let isDeferred = Locked(false)
    let dispatcher = Locked<Dispatcher?>(nil)
    let interceptor = Interceptor<Notes>(before: { envelope, _ in
      switch envelope.message as? Note {
      case .add("late"):
        let isFirst = isDeferred.withLock { isDeferred in
          defer { isDeferred = true }
          return !isDeferred
        }
        if isFirst { dispatcher.withLock { $0 }?(Note.add("quit")) }
        return isFirst ? .defer : .handle
      case .add("quit"): dispatcher.withLock { $0 }?.requestShutdown()
      default: break
      }
      return .handle
    })
    let runtime = try makeRuntime(interceptors: [interceptor])
    dispatcher.withLock { $0 = runtime.dispatcher }
    runtime.start()
    await #expect(throws: SettleError.ended) { try await runtime.settle(Note.add("late")) }
    #expect(runtime.statistics.lost == 1)
  }

  /// The runtime is closed while the command sends. So its message is dropped, and the command ends,
  /// before the job that ends the runtime.
  @Test func theEndOfTheRuntimeEndsTheWaitingForACommandWhoseMessageItDrops() async throws {
    let (ender, sent, hold) = (Locked<UInt>(0), Blocker(), Blocker())
    // Called in `requestShutdown`, after the runtime is closed, and before its job is queued.
    let execution = Execution.caller.watched { _ in
      let isEnder = ender.withLock { thread in
        guard thread == currentThread else { return false }
        thread = 0
        return true
      }
      if isEnder { hold.wait() }
      return true
    }
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in
            dispatch(Note.add("late"))
            sent.release()
            while !dispatch.sender.core.isClosed {}
          })
      ], execution: execution)
    runtime.start()
    async let ending: Void = onThreadOfItsOwn {
      sent.wait()
      ender.withLock { $0 = currentThread }
      runtime.requestShutdown()
    }
    let settling = Task.detached { try await runtime.settle(Note.doing("go", [Do("x")])) }
    while runtime.statistics.lost == 0 { await Task.yield() }
    for _ in 0..<2 { await withCheckedContinuation { done in runtime.inOrder { done.resume() } } }
    hold.release()
    await #expect(throws: SettleError.ended) { try await settling.value }
    await ending
  }
}
