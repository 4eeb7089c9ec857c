import Dispatch
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct ExecutionTests {
  struct Count: Model { var perSender: [Int: Int] = [:]; var total = 0; var isOrdered = true }
  struct Numbered: Message { var sender: Int; var number: Int }

  struct CountUpdater: TypedUpdater {
    func update(model: inout Count, message: Numbered) -> [any Command] {
      model.isOrdered =
        model.isOrdered && model.perSender[message.sender, default: 0] == message.number
      model.perSender[message.sender] = message.number + 1
      model.total += 1
      return []
    }
  }

  /// Contract 1 and 2, for every kind of execution.
  @Test(arguments: ["caller", "main", "serial"])
  func eightThreadsLoseNothingAndKeepTheOrderOfEachSender(_ name: String) async throws {
    let execution: Execution =
      switch name {
      case "main": .main
      case "serial": .serial(QueueExecutor("serial"))
      default: .caller
      }
    let runtime = try Runtime(
      Program(model: Count(), CountUpdater()),
      options: RuntimeOptions(execution: execution, softLimit: .max))
    runtime.start()
    let count = 100_000
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue(label: "sender \(sender)").async {
              for number in 0..<count { runtime.dispatch(Numbered(sender: sender, number: number)) }
              continuation.resume()
            }
          }
        }
      }
    }
    for await model in runtime.models where model.total == 8 * count { break }
    let model = await runtime.snapshot()
    #expect(model.total == 8 * count)
    #expect(model.isOrdered)
    #expect(runtime.statistics.handled == 8 * count)
  }

  /// What a step sends goes past the shared queue only while no other thread has posted.
  @Test func whatIsSentFromInsideStaysBehindWhatAnotherThreadSentBefore() throws {
    let order = Locked<[Int]>([])
    let dispatcher = Locked<Dispatcher?>(nil)
    let runtime = try Runtime(Program(model: Count(), CountUpdater()))
    let observation = runtime.observe { (model: Count) in
      let total = model.total
      order.withLock { $0.append(model.perSender[9] ?? 0) }
      guard total == 1, let dispatch = dispatcher.withLock({ $0 }) else { return }
      dispatch(Numbered(sender: 9, number: 0))
      runAndWait { dispatch(Numbered(sender: 9, number: 1)) }
      dispatch(Numbered(sender: 9, number: 2))
      runAndWait { dispatch(Numbered(sender: 9, number: 3)) }
      dispatch(Numbered(sender: 9, number: 4))
    }
    dispatcher.withLock { $0 = runtime.dispatcher }
    runtime.start()
    runtime.dispatch(Numbered(sender: 1, number: 0))
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    #expect(runtime.model.isOrdered)
    observation.cancel()
  }

  /// A runtime that often becomes idle: a thread that had just found the queue empty used to touch
  /// the jobs of the next thread.
  @Test func threadsThatFindTheRuntimeIdleNowAndThenLoseNothing() async throws {
    let runtime = try Runtime(Program(model: Count(), CountUpdater()))
    runtime.start()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<20_000 {
            runtime.dispatch(Numbered(sender: sender, number: number))
            if number % 3 == sender % 3 { yieldThread() }
          }
        }
      }
    }
    for await model in runtime.models where model.total == 80_000 { break }
    #expect(runtime.model.isOrdered)
  }

  @Test @MainActor func onTheMainActorAMessageIsHandledAtOnceWhenAlreadyThere() async throws {
    let runtime = try makeRuntime(execution: .main)
    runtime.start()
    runtime.dispatch(Note.add("a"))
    #expect(runtime.model.entries == ["a"])
  }

  @Test func fromElsewhereTheMainActorHandlesTheMessage() async throws {
    let isMain = Locked<[Bool]>([])
    let runtime = try makeRuntime(execution: .main)
    let observation = runtime.observe { (_: Notes) in
      isMain.withLock { $0.append(MainQueue.isCurrent) }
    }
    runtime.start()
    runtime.dispatch(Note.add("a"))
    for await model in runtime.models where !model.entries.isEmpty { break }
    observation.cancel()
    #expect(isMain.withLock { $0 } == [true])
  }

  /// On Linux, the threads of a pool serve the main queue in turn, and other work in between.
  @Test func aThreadThatServedTheMainQueueBeforeIsAnotherThreadAgain() async throws {
    await #expect(processExitsWith: .success) {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      let runtime = try makeRuntime(execution: .main)
      let observation = runtime.observe { (_: Notes) in
        precondition(DispatchQueue.getSpecific(key: key) == true)
      }
      runtime.start()
      for round in 0..<200 {
        await MainActor.run { runtime.dispatch(Note.add("main \(round)")) }
        await withTaskGroup(of: Void.self) { group in
          for sender in 0..<8 {
            group.addTask {
              // A queue of its own has its threads from the pool that serves the main queue.
              await withCheckedContinuation { continuation in
                DispatchQueue(label: "sender \(sender)").async {
                  runtime.dispatch(Note.add("elsewhere"))
                  continuation.resume()
                }
              }
            }
          }
        }
      }
      for await model in runtime.models where model.entries.count == 1_800 { break }
      observation.cancel()
    }
  }

  @Test func aSerialExecutorHandlesEverything() async throws {
    let executor = QueueExecutor("mine")
    let key = DispatchSpecificKey<Bool>()
    executor.queue.setSpecific(key: key, value: true)
    let isThere = Locked<[Bool]>([])
    let runtime = try makeRuntime(execution: .serial(executor))
    let observation = runtime.observe { (_: Notes) in
      isThere.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
    }
    runtime.start()
    runtime.dispatch(Note.add("a"))
    for await model in runtime.models where !model.entries.isEmpty { break }
    observation.cancel()
    #expect(isThere.withLock { $0 } == [true])
  }

  @Test func theSoftLimitReportsOnceAndDropsNothing() throws {
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in for number in 0..<100 { dispatch(Note.add("\(number)")) } })
      ], softLimit: 10, issues: issues)
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("flood")]))
    #expect(runtime.model.entries.count == 101)
    #expect(issues.kinds == [.tooManyWaitingMessages])
    #expect(
      issues.issues.first?.text == """
        More messages wait than the soft limit of 10.
          Latest message: Note.add
        Nothing is lost, but memory grows: messages come faster than they are handled.
        To fix this, send fewer, declare a `buffering` for the subscription that sends them, or raise \
        `softLimit`.
        """)
    #expect(runtime.statistics.overLimit == 1)
  }

  /// Ten messages wait, and the runtime takes them. While it handles the first of them, ten more come.
  @Test func messagesThatTheRuntimeHasTakenWaitToo() async throws {
    let (log, issues) = (Log(), IssueRecorder())
    let (first, second) = (Blocker(), Blocker())
    let runtime = try makeRuntime(
      [
        .command(
          Doing { command, _ in
            log(command.name)
            if command.name == "first" { first.wait() }
            if command.name == "second" { second.wait() }
          })
      ], softLimit: 10, issues: issues)
    runtime.start()
    async let handling: Void = onThreadOfItsOwn {
      runtime.dispatch(Note.doing("go", [Do("first")]))
    }
    await log.reached("first")
    runtime.dispatch(Note.doing("go", [Do("second")]))
    for number in 1..<10 { runtime.dispatch(Note.add("\(number)")) }
    first.release()
    await log.reached("second")
    runtime.dispatch(Note.add("10"))
    #expect(issues.kinds == [])
    for number in 11..<20 { runtime.dispatch(Note.add("\(number)")) }
    #expect(issues.kinds == [.tooManyWaitingMessages])
    second.release()
    await handling
    #expect(runtime.model.entries.count == 21)
  }

  /// The same for messages from elsewhere, while the executor is busy.
  @Test func theSoftLimitReportsOnceForMessagesFromOutside() async throws {
    let executor = QueueExecutor("soft limit")
    let issues = IssueRecorder()
    let runtime = try makeRuntime(
      execution: .serial(executor), softLimit: 10, issues: issues)
    runtime.start()
    await runtime.deliver(Note.add("first"))
    executor.block()
    for number in 0..<100 { runtime.dispatch(Note.add("\(number)")) }
    executor.resume()
    #expect(issues.kinds == [.tooManyWaitingMessages])
    await runtime.deliver(Note.add("last"))
    #expect(runtime.model.entries.count == 102)
    // After it was empty, it may fill again.
    executor.block()
    for number in 0..<100 { runtime.dispatch(Note.add("\(number)")) }
    executor.resume()
    #expect(issues.kinds.count == 2)
    await runtime.shutdown()
  }

  @Test func theSoftLimitReportsAlthoughTheQueueHoldsMoreThanMessages() throws {
    let issues = IssueRecorder()
    let core = Locked<RuntimeCore?>(nil)
    let doing = Doing { _, dispatch in
      for number in 1...2 { dispatch(Note.add("\(number)")) }
      core.withLock { $0 }?.post {}
      for number in 3...100 { dispatch(Note.add("\(number)")) }
    }
    let runtime = try makeRuntime([.command(doing)], softLimit: 2, issues: issues)
    core.withLock { $0 = runtime.core }
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("x")]))
    core.withLock { $0 = nil }
    #expect(runtime.model.entries.count == 101)
    #expect(runtime.statistics.overLimit == 1)
  }
}
