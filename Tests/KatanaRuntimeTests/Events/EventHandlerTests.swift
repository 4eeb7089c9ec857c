import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct EventHandlerTests {
  typealias Run = EventTest.Run
  typealias Change = EventTest.Change

  @Test func aListenerIsToldAStepInTheOrderInWhichItHappens() throws {
    let test = try EventTest(to: .all.subtracting(.times))
    test.runtime.dispatch(Change.sources([Source(name: "a")]))
    test.runtime.dispatch(Run(EventTest.Answer()))
    test.runtime.requestShutdown()
    #expect(
      test.told() == [
        "started", "handling 1 sources", "handled 1 → []", "subscription 1 Source started by 1",
        "handling 2 Run", "handled 2 → [Answer]", "#1 Answer of 2: started",
        "#1 Answer of 2: answered(number: 3)", "handling 3 Run", "handled 3 → []",
        "#1 Answer of 2: finished", "subscription 1 Source stopped", "ended",
      ])
  }

  @Test(arguments: [
    (EventHandler.Kinds.updates, ["handling 1 Run", "handling 2 Run"]),
    (.messages, ["handled 1 → [Answer]", "handled 2 → []"]),
    (
      .commands,
      [
        "#1 Answer of 1: started", "#1 Answer of 1: answered(number: 2)",
        "#1 Answer of 1: finished",
      ]
    ),
    (.lifecycle, ["started", "ended"]),
    (EventHandler.Kinds(), [String]()), (.times, []), (.issues, []), (.subscriptions, []),
  ])
  func aListenerIsToldOnlyWhatItWants(_ kinds: EventHandler.Kinds, _ told: [String]) throws {
    let test = try EventTest(to: kinds)
    test.runtime.dispatch(Run(EventTest.Answer()))
    test.runtime.requestShutdown()
    #expect(test.told() == told)
  }

  @Test func eventsHaveTheTimeOfTheRuntimesClock() throws {
    let test = try EventTest(to: [.messages, .subscriptions, .times])
    test.clock.advance(by: .seconds(5))
    test.runtime.dispatch(Run())
    test.clock.advance(by: .seconds(2))
    test.runtime.dispatch(Change.sources([Source(name: "a")]))
    #expect(
      test.told() == [
        "5 s: handled 1 in 0.0 seconds → []", "7 s: handled 2 in 0.0 seconds → []",
        "7 s: subscription 1 Source started by 2",
      ])
  }

  @Test func theDurationIsThatOfTheUpdate() throws {
    let clock = ManualClock()
    let durations = Locked<[Duration?]>([])
    let runtime = try Runtime(
      Program(
        model: EventTest.App(),
        FunctionUpdater<EventTest.App>(takes: .all) { model, _ in
          clock.advance(by: .seconds(3))
          return (model, [])
        }),
      options: RuntimeOptions(
        eventHandlers: [
          EventHandler(to: [.updates, .messages, .times]) { event in
            if case .handling = event.fact { clock.advance(by: .seconds(1)) }
            guard case .handled(let message) = event.fact else { return }
            durations.withLock { $0.append(message.duration) }
          }
        ], clock: clock))
    runtime.start()
    runtime.dispatch(Run())
    #expect(durations.withLock { $0 } == [.seconds(3)])
  }

  @Test func listenersAreToldInTheirOrder() throws {
    let log = Log()
    let eventHandlers = ["a", "b"].map { name in
      EventHandler(to: .updates) { _ in log(name) }
    }
    let test = try EventTest(to: [], eventHandlers: eventHandlers)
    test.runtime.dispatch(Run())
    test.runtime.dispatch(Run() as any Message)
    #expect(log.all == ["a", "b", "a", "b"])
  }

  @Test func aListenerReadsTheModelBeforeAndAfterTheUpdate() throws {
    let counts = Locked<[Int?]>([])
    let reading = EventHandler.forEachRuntime(to: [.updates, .messages, .lifecycle]) { runtime in
      { _ in counts.withLock { $0.append((runtime.model as? EventTest.App)?.count) } }
    }
    let test = try EventTest(to: [], eventHandlers: [reading])
    test.runtime.dispatch(Run())
    test.runtime.requestShutdown()
    #expect(counts.withLock { $0 } == [0, 0, 1, 1])
  }

  @Test func whatAListenerSendsIsHandledAfterTheStep() throws {
    let outside = Locked<Dispatcher?>(nil)
    let sending = EventHandler(to: .messages) { event in
      guard case .handled(let message) = event.fact, message.envelope.number == 1 else { return }
      outside.withLock { $0 }?(Run())
    }
    let test = try EventTest(to: [.messages, .commands], eventHandlers: [sending])
    outside.withLock { $0 = test.runtime.dispatcher }
    test.runtime.dispatch(Run(EventTest.Hold()))
    #expect(
      test.told() == ["handled 1 → [Hold]", "#1 Hold of 1: started", "handled 2 → []"])
  }

  @Test func aListenerKeepsNothingAlive() throws {
    final class Canary: Sendable {}
    weak var canary: Canary?
    weak var runtime: Runtime<EventTest.App>?
    let read = Locked<ObservedRuntime?>(nil)
    do {
      let kept = Canary()
      canary = kept
      let eventHandler = EventHandler.forEachRuntime(to: .all) { listened in
        read.withLock { $0 = listened }
        return { _ in _ = (kept, listened.model) }
      }
      let made = try Runtime(
        EventTest.program, options: RuntimeOptions(eventHandlers: [eventHandler]))
      made.start()
      made.dispatch(Run())
      runtime = made
    }
    #expect(runtime == nil)
    #expect(canary == nil)
    #expect(read.withLock { $0?.model } == nil)
  }

  @Test func messagesFromManyThreadsAreToldOneAtATimeAndInOrder() async throws {
    let numbers = Locked<[UInt64]>([])
    let eventHandler = EventHandler(to: [.updates, .messages]) { event in
      switch event.fact {
      case .handling(let envelope): numbers.withLock { $0.append(envelope.number) }
      case .handled(let message): numbers.withLock { $0.append(message.envelope.number) }
      default: break
      }
    }
    let test = try EventTest(to: [], eventHandlers: [eventHandler])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { test.runtime.dispatch(Run()) } }
      }
    }
    _ = await test.runtime.finish()
    #expect(numbers.withLock { $0 } == (1...2_000).flatMap { [$0, $0] })
    #expect(test.runtime.statistics.handled == 2_000)
  }
}
