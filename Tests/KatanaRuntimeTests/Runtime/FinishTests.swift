import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// `finish` lets what the app has begun come to its end.
@Suite struct FinishTests {
  struct Editor: Model, Equatable {
    typealias Receives = EditorMessage
    var saved: [String] = []
    var failures = 0
  }
  enum EditorMessage: Message, Equatable {
    case typed(String), saved(String), failed, run([Kind])
    enum Kind: Equatable { case delayed, limited, retried, sequence, slow, throttled }
  }
  struct Save: Command, Equatable {
    var text: String
    var reply = Reply(EditorMessage.saved)
  }
  struct Fail: Command, Equatable {}
  struct Slow: Command, Equatable {}
  struct Session: ConstantSubscription { var token = "a" }
  struct Ticks: Subscription {}
  enum ID { case save }

  struct EditorUpdater: TypedUpdater {
    func update(model: inout Editor, message: EditorMessage) -> [any Command] {
      switch message {
      case .typed(let text):
        return [Save(text: text).debounced(id: ID.save, for: .seconds(5))]
      case .saved(let text): model.saved.append(text)
      case .failed: model.failures += 1
      case .run(let kinds):
        return kinds.map { kind in
          switch kind {
          case .delayed: Save(text: "delayed").delayed(by: .seconds(60))
          case .limited:
            Save(text: "limited").timingOut(after: .seconds(5)).delayed(by: .seconds(1))
          case .retried:
            Fail().retried(Retry(5, after: .constant(.seconds(9)))).onFailure(EditorMessage.failed)
          case .sequence:
            Sequential([
              Save(text: "first").delayed(by: .seconds(1)),
              Save(text: "second").delayed(by: .seconds(1)),
            ])
          case .slow: Slow()
          case .throttled: Save(text: "late").throttled(id: ID.save, for: .seconds(7), .trailing)
          }
        }
      }
      return []
    }
  }

  private func start(
    _ clock: ManualClock = ManualClock(), log: Log = Log(), issues: IssueRecorder = IssueRecorder(),
    handler: IssueHandler? = nil, held: Locked<[Dispatcher]> = Locked([]), watcher: Watcher = .none,
    execution: Execution = .caller, onStop: @escaping @Sendable () -> Void = {}
  ) throws -> Runtime<Editor> {
    let provider = FunctionSubscriptionProvider<Editor> { _ in [Session(), Ticks()] }
    let runtime = try Runtime(
      Program(model: Editor(), CombinedUpdater([.full(EditorUpdater()), .full(provider)])),
      interpreters: [
        .command(Save.self) { command, dispatch in dispatch(command.reply(command.text)) },
        .command(Fail.self) { (_: Fail, _: Dispatcher) async throws in throw Broken() },
        .command(Slow.self) { _, dispatch in held.withLock { $0.append(dispatch) } },
        .subscription { (_: Session, _) in Logged<Session>("session", log, onStop) },
        .subscription { (_: Ticks, _) in Logged<Ticks>("ticks", log) },
      ],
      options: RuntimeOptions(
        interceptors: watcher == .interceptor ? [Interceptor(before: { _, _ in .handle })] : [],
        eventHandlers: watcher == .eventHandler ? [EventHandler(to: .messages) { _ in }] : [],
        clock: clock, execution: execution, history: watcher == .history ? History() : nil,
        issues: handler ?? issues.handler))
    runtime.start()
    return runtime
  }

  /// What sees each message.
  enum Watcher: CaseIterable { case none, interceptor, eventHandler, history }

  struct Broken: Error {}

  final class Logged<Sub: Subscription>: SubscriptionInterpreter {
    private let (name, log): (String, Log)
    private let onStop: @Sendable () -> Void

    init(_ name: String, _ log: Log, _ onStop: @escaping @Sendable () -> Void = {}) {
      (self.name, self.log, self.onStop) = (name, log, onStop)
    }

    func start() { log("start \(name)") }
    func stop() {
      log("stop \(name)")
      onStop()
    }
    func update(to subscription: Sub) -> Bool { true }
  }

  @Test func aDebouncedSaveIsDone() async throws {
    let runtime = try start()
    runtime.dispatch(.typed("a"))
    runtime.dispatch(.typed("b"))
    let result = await runtime.finish()
    #expect(runtime.model.saved == ["b"])
    #expect(result.isComplete)
  }

  @Test func whatIsDelayedStartsAtOnceAlsoWithinASequence() async throws {
    let runtime = try start()
    runtime.dispatch(.run([.delayed, .sequence, .throttled]))
    await runtime.finish()
    #expect(runtime.model.saved.sorted() == ["delayed", "first", "late", "second"])
  }

  @Test func whatStartsAtTheEndHasItsTimeLimit() async throws {
    let runtime = try start()
    runtime.dispatch(.run([.limited]))
    let result = await runtime.finish()
    #expect(runtime.model.saved == ["limited"])
    #expect(result.isComplete)
  }

  @Test func nothingIsRetriedAnyMore() async throws {
    let clock = ManualClock()
    let runtime = try start(clock)
    runtime.dispatch(.run([.retried]))
    await runtime.finish()
    #expect(runtime.model.failures == 1)
  }

  @Test func eventsEndFirstAndConstantSubscriptionsLast() async throws {
    let (log, held) = (Log(), Locked<[Dispatcher]>([]))
    let runtime = try start(log: log, held: held)
    runtime.dispatch(.run([.slow]))
    async let finished = runtime.finish()
    await log.reached("stop ticks")
    #expect(log.all == ["start session", "start ticks", "stop ticks"])
    held.withLock { $0.removeFirst() }(EditorMessage.saved("at last"))
    #expect(await finished.isComplete)
    #expect(runtime.model.saved == ["at last"])
    #expect(log.all.last == "stop session")
  }

  @Test(arguments: Watcher.allCases)
  func messagesFromTheOutsideAreRefused(_ watcher: Watcher) async throws {
    let (issues, held) = (IssueRecorder(), Locked<[Dispatcher]>([]))
    let log = Log()
    let runtime = try start(log: log, issues: issues, held: held, watcher: watcher)
    runtime.dispatch(.run([.slow]))
    async let finished = runtime.finish()
    await log.reached("stop ticks")
    await runtime.deliver(EditorMessage.saved("too late"))
    #expect(runtime.model.saved == [])
    #expect(runtime.statistics.lost == 1)
    #expect(issues.kinds == [.dispatchAfterShutdown])
    held.withLock { $0 = [] }
    #expect(await finished.isComplete)
  }

  @Test func aMessageFromTheOutsideThatIsWaitedForIsRefusedToo() async throws {
    let (held, log) = (Locked<[Dispatcher]>([]), Log())
    let runtime = try start(log: log, held: held)
    runtime.dispatch(.run([.slow]))
    async let finished = runtime.finish()
    await log.reached("stop ticks")
    let outcome = try await runtime.settle(EditorMessage.saved("too late"))
    #expect(!outcome.wasHandled)
    #expect(runtime.model.saved == [])
    #expect(runtime.statistics.lost == 1)
    held.withLock { $0 = [] }
    #expect(await finished.isComplete)
  }

  @Test func whatIsLeftAtTheLimitIsSaid() async throws {
    let (clock, held, log) = (ManualClock(), Locked<[Dispatcher]>([]), Log())
    let runtime = try start(clock, log: log, held: held)
    runtime.dispatch(.run([.slow]))
    async let finished = runtime.finish(within: .seconds(3))
    await log.reached("stop ticks")
    clock.advance(by: .seconds(3))
    let result = await finished
    #expect(result.left == ["Slow"])
    #expect(!result.isComplete)
    held.withLock { $0 = [] }
  }

  @Test func theLimitComesWhileAStepDoesNotEnd() async throws {
    let (clock, step) = (ManualClock(), BlockedStep())
    let runtime = try makeRuntime([step.interpreter], clock: clock)
    let result = await step.during(.doing("go", [Do("block")]), of: runtime) {
      await clock.passing(.seconds(1)) { await runtime.finish(within: .seconds(1)) }
    }
    #expect(result.hasStuckStep && !result.isComplete)
  }

  /// Reaches the limit of `finish` while 300 messages wait, of which each takes a millisecond.
  ///
  /// - Parameter waits: Whether the interpreter that has sent them waits for the end of the runtime.
  private func finishWithABacklog(
    waits: Bool, interceptors: [Interceptor<Notes>] = [], eventHandlers: [EventHandler] = []
  ) async throws -> FinishResult {
    let (clock, log, kept) = (ManualClock(), Log(), Locked<[Dispatcher]>([]))
    let interpreter = Interpreter.command(
      Doing { _, dispatch in
        for number in 0..<300 { dispatch(Note.add("\(number)")) }
        kept.withLock { $0.append(dispatch) }
        log("sent")
        while waits && !dispatch.sender.core.isClosed {}
      })
    let runtime = try makeRuntime(
      [interpreter], interceptors: interceptors, eventHandlers: eventHandlers, clock: clock)
    runtime.start()
    async let sending: Void = onThreadOfItsOwn {
      runtime.dispatch(Note.doing("go", [Do("produce")]))
    }
    await log.reached("sent")
    let result = await clock.passing(.seconds(1)) { await runtime.finish(within: .seconds(1)) }
    await sending
    kept.withLock { $0 = [] }
    return result
  }

  private static func takeAMillisecond() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(1) {}
  }

  @Test func aRuntimeThatIsBusyAtTheLimitIsNotStuck() async throws {
    let slowly = Interceptor<Notes>(before: { _, _ in
      Self.takeAMillisecond()
      return .handle
    })
    var result = try await finishWithABacklog(waits: false, interceptors: [slowly])
    // A thread that gets no processor for a tenth of a second counts as stuck.
    for _ in 0..<10 where result.hasStuckStep {
      result = try await finishWithABacklog(waits: false, interceptors: [slowly])
    }
    #expect(result.left == ["Do"] && !result.hasStuckStep)
  }

  /// The end drops the messages, which takes longer than the time after which a step counts as stuck.
  @Test func aRuntimeThatDropsManyMessagesIsNotStuck() async throws {
    let slowly = EventHandler(to: .messages) { event in
      if case .notHandled = event.fact { Self.takeAMillisecond() }
    }
    var result = try await finishWithABacklog(waits: true, eventHandlers: [slowly])
    for _ in 0..<10 where result.hasStuckStep {
      result = try await finishWithABacklog(waits: true, eventHandlers: [slowly])
    }
    #expect(result.left == ["Do"] && !result.hasStuckStep)
  }

  @Test func theLimitComesWhileTheExecutorIsBlocked() async throws {
    let (clock, executor) = (ManualClock(), QueueExecutor("finish"))
    let runtime = try makeRuntime(clock: clock, execution: .serial(executor))
    runtime.start()
    await runtime.deliver(Note.add("first"))
    executor.block()
    let result = await clock.passing(.seconds(1)) { await runtime.finish(within: .seconds(1)) }
    #expect(result.hasStuckStep)
    executor.resume()
    await runtime.shutdown()
  }

  @Test(arguments: [false, true])
  func aSubscriptionThatDoesNotStopIsNotWaitedForWithoutEnd(isCancelled: Bool) async throws {
    let (clock, log, blocker) = (ManualClock(), Log(), Blocker())
    let runtime = try start(
      clock, log: log, execution: .serial(QueueExecutor("stop")), onStop: { blocker.wait() })
    let finishing = Task.detached { await runtime.finish(within: .seconds(1)) }
    await log.reached("stop session")
    if isCancelled {
      finishing.cancel()
    } else {
      await clock.waitUntilScheduled()
      clock.advance(by: .seconds(1))
    }
    let result = await finishing.value
    #expect(result.left == [] && result.hasStuckStep)
    blocker.release()
    await runtime.shutdown()
  }

  /// A handler of a cancellation must not block, and must not run code of the app.
  @Test func cancellingTheTaskRunsNothingOnTheThreadThatCancels() async throws {
    let (held, log) = (Locked<[Dispatcher]>([]), Log())
    let (isCancelling, stoppedInside) = (Locked<UInt>(0), Locked(false))
    let runtime = try start(
      log: log, held: held,
      onStop: {
        let thread = isCancelling.withLock { $0 }
        if thread == currentThread { stoppedInside.withLock { $0 = true } }
      })
    runtime.dispatch(.run([.slow]))
    let task = Task { await runtime.finish() }
    await log.reached("stop ticks")
    await onThreadOfItsOwn {
      isCancelling.withLock { $0 = currentThread }
      task.cancel()
      isCancelling.withLock { $0 = 0 }
    }
    #expect(await task.value.left == ["Slow"])
    #expect(log.all.last == "stop session")
    #expect(!stoppedInside.withLock { $0 })
    held.withLock { $0 = [] }
  }

  /// The shutdown is queued behind the main actor, which cancels the task.
  @Test @MainActor func cancellingTheTaskOnTheMainActorRunsNothingThere() async throws {
    let (clock, log) = (ManualClock(), Log())
    let (isCancelling, stoppedInside) = (Locked(false), Locked(false))
    let runtime = try start(
      clock, log: log, execution: .main,
      onStop: {
        if isCancelling.withLock({ $0 }) { stoppedInside.withLock { $0 = true } }
      })
    let task = Task.detached { await runtime.finish(within: .seconds(1)) }
    await log.reached("stop ticks")
    while !runtime.core.isClosed || clock.scheduledCount == 0 {}
    isCancelling.withLock { $0 = true }
    task.cancel()
    isCancelling.withLock { $0 = false }
    _ = await task.value
    await runtime.shutdown()
    #expect(log.all.last == "stop session")
    #expect(!stoppedInside.withLock { $0 })
  }

  /// The app is quiet, whatever other code sends to it.
  @Test func refusedMessagesDoNotKeepItGoing() async throws {
    let (held, log) = (Locked<[Dispatcher]>([]), Log())
    let sender = Locked<Dispatcher?>(nil)
    let sent = Locked(0)
    let execution = Execution.caller.watched { envelope in
      // With each job of `finish`, as code that sends without end does.
      if envelope == nil, sent.withLock({ $0 }) < 1_000, let dispatch = sender.withLock({ $0 }) {
        sent.withLock { $0 += 1 }
        dispatch(EditorMessage.saved("refused"))
      }
      return true
    }
    let runtime = try start(log: log, held: held, execution: execution)
    sender.withLock { $0 = runtime.dispatcher }
    let result = await runtime.finish()
    sender.withLock { $0 = nil }
    #expect(result.isComplete)
    #expect(sent.withLock { $0 } < 20)
  }

  @Test func anIssueHandlerThatSendsIsToldOfItsMessageOnce() async throws {
    let (held, log, issues) = (Locked<[Dispatcher]>([]), Log(), Locked(0))
    let sender = Locked<Dispatcher?>(nil)
    // After 100 issues, the loop of a handler that is told of each message that it sends ends.
    let handler = IssueHandler { _ in
      let count = issues.withLock { count in
        count += 1
        return count
      }
      if count < 100 { sender.withLock { $0 }?(EditorMessage.saved("report")) }
    }
    let runtime = try start(log: log, handler: handler, held: held)
    sender.withLock { $0 = runtime.dispatcher }
    runtime.dispatch(.run([.slow]))
    async let finished = runtime.finish()
    await log.reached("stop ticks")
    for _ in 0..<3 { runtime.dispatch(.saved("too late")) }
    // One turn for the messages, and one for each that the handler sends.
    for _ in 0..<3 { await runtime.turn() }
    #expect(issues.withLock { $0 } == 2)
    #expect(runtime.statistics.lost == 5)
    held.withLock { $0 = [] }
    #expect(await finished.isComplete)
  }
}
