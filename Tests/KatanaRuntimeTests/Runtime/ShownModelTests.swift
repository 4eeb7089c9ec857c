import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A runtime that shows a past model.
@Suite struct ShownModelTests {
  typealias App = Travel.App
  typealias Message = Travel.AppMessage

  private let world = Travel.World()
  private let past = App(
    log: ["past"], rows: [Travel.Row(id: 7, count: 70)], sources: ["of the past"])

  /// The logs of the models that observers are told of.
  private func observe(_ runtime: Runtime<App>) -> (Locked<[[String]]>, ObservationToken) {
    let told = Locked<[[String]]>([])
    return (told, runtime.observe { model in told.withLock { $0.append(model.log) } })
  }

  @Test func observersAreToldOfThePastAndThenOfThePresent() async throws {
    let runtime = try world.runtime()
    runtime.dispatch(.add("a"))
    let (told, token) = observe(runtime)
    let pairs = Locked<[String]>([])
    let second = runtime.observe { old, new in
      pairs.withLock { $0.append("\(old.log) \(new.log)") }
    }
    let counts = Locked<[Int]>([])
    let third = runtime.observe(\.log.count) { count in counts.withLock { $0.append(count) } }
    var models = runtime.models.makeAsyncIterator()
    #expect(await models.next()?.log == ["a"])
    runtime.show(App())
    #expect(await models.next()?.log == [])
    runtime.show(past)
    #expect(await models.next()?.log == ["past"])
    runtime.showPresent()
    #expect(await models.next()?.log == ["a"])
    runtime.showPresent()
    runtime.dispatch(.add("b"))
    #expect(told.withLock { $0 } == [[], ["past"], ["a"], ["a", "b"]])
    #expect(
      pairs.withLock { $0 } == [
        #"["a"] []"#, #"[] ["past"]"#, #"["past"] ["a"]"#, #"["a"] ["a", "b"]"#,
      ])
    #expect(counts.withLock { $0 } == [1, 0, 1, 2])
    withExtendedLifetime((token, second, third)) {}
  }

  @Test func thePresentGoesOnBehind() async throws {
    let heard = Locked<[String]>([])
    let eventHandler = EventHandler(to: .messages) { event in
      if case .handled(let message) = event.fact {
        heard.withLock { $0.append("\(message.envelope.number)") }
      }
    }
    for eventHandlers in [[], [eventHandler]] {
      let world = Travel.World()
      let runtime = try world.runtime(eventHandlers: eventHandlers)
      runtime.dispatch(.listen(["clock"]))
      runtime.dispatch(.ask([Travel.Ask(name: "question")]))
      runtime.dispatch(
        .ask([Travel.Ask(name: "late").delayed(by: .seconds(5))]))
      let (told, token) = observe(runtime)
      runtime.show(past)
      world.answer("question", "answer")
      world.emit("clock", "tick")
      #expect(runtime.model.log == ["answer", "tick"])
      #expect(await runtime.snapshot().log == ["answer", "tick"])
      world.clock.advance(by: .seconds(5))
      #expect(world.events.last == "ask late")
      #expect(told.withLock { $0 } == [["past"]])
      runtime.showPresent()
      #expect(told.withLock { $0 } == [["past"], ["answer", "tick"]])
      withExtendedLifetime(token) {}
    }
    #expect(heard.withLock { $0 } == ["1", "2", "3", "4", "5"])
  }

  @Test func nothingIsPerformedByShowing() throws {
    let events = Locked(0)
    let runtime = try world.runtime(
      eventHandlers: [EventHandler { _ in events.withLock { $0 += 1 } }])
    runtime.dispatch(.listen(["clock"]))
    let (before, count) = (world.events, events.withLock { $0 })
    runtime.show(past)
    runtime.show(App())
    runtime.showPresent()
    #expect(world.events == before)
    #expect(world.running == ["clock"])
    #expect(events.withLock { $0 } == count)
    world.emit("clock", "tick")
    #expect(runtime.model.log == ["tick"])
  }

  @Test func messagesFromTheOutsideAreRefusedAndCounted() async throws {
    let reasons = Locked<[UnhandledMessage.Reason]>([])
    let eventHandler = EventHandler(to: .messages) { event in
      if case .notHandled(let message) = event.fact {
        reasons.withLock { $0.append(message.reason) }
      }
    }
    for eventHandlers in [[], [eventHandler]] {
      let runtime = try world.runtime(
        App(rows: [Travel.Row(id: 7)]), eventHandlers: eventHandlers)
      runtime.show(past)
      runtime.dispatch(.add("refused"))
      runtime.dispatcher(Message.add("refused"))
      runtime.dispatch(.counted, to: App.at.rows[7])
      runtime.dispatcher(.counted, to: App.at.rows[7])
      await runtime.deliver(Message.add("refused"))
      #expect(runtime.statistics.refused == 5)
      #expect(runtime.statistics.handled == 0)
      #expect(runtime.model == App(rows: [Travel.Row(id: 7)]))
      #expect(runtime.statistics.description == "refused: 5")
      runtime.showPresent()
      runtime.dispatch(.add("handled"))
      runtime.dispatch(.counted, to: App.at.rows[7])
      #expect(runtime.model == App(log: ["handled"], rows: [Travel.Row(id: 7, count: 1)]))
      #expect(runtime.statistics.refused == 5)
    }
    #expect(reasons.withLock { $0 } == Array(repeating: .refused, count: 5))
  }

  @Test func messagesAreHandledAtOnceAgainAfterThePastWasShown() throws {
    let runtime = try world.runtime()
    func isHandledAtOnce() -> Bool { runtime.core.inbox.enter() && runtime.core.inbox.leave() }
    #expect(isHandledAtOnce())
    runtime.show(past)
    #expect(!isHandledAtOnce())
    runtime.showPresent()
    #expect(isHandledAtOnce())
    runtime.show(past)
    runtime.goOn(from: past)
    #expect(isHandledAtOnce())
    runtime.show(past)
    runtime.requestShutdown()
    #expect(!runtime.showsPast)
  }

  @Test func whoWaitsForARefusedMessageReturns() async throws {
    let runtime = try world.runtime()
    runtime.show(past)
    #expect(try await runtime.settle(.add("refused")).wasHandled == false)
    await #expect(throws: SettleError.notFound) {
      try await runtime.settle(Message.add("refused"), returning: Message.self)
    }
    await runtime.deliver(Message.add("refused"))
    #expect(runtime.statistics.refused == 3)
    #expect(runtime.model.log == [])
  }

  @Test func whoWaitsForAMessageOfThePresentReturnsWhileThePastIsShown() async throws {
    let runtime = try world.runtime()
    async let outcome = runtime.settle(.ask([Travel.Ask(name: "question")]))
    await world.reached("ask question")
    runtime.show(past)
    world.answer("question", "answer")
    world.end("question")
    #expect(try await outcome.isSuccess)
    #expect(runtime.model.log == ["answer"])
  }

  @Test func whatAnObserverOfThePastSendsIsRefusedAndOfThePresentHandled() throws {
    let runtime = try world.runtime()
    let dispatch = runtime.dispatcher
    let token = runtime.observe { model in
      if model.log.count < 2 { dispatch(Message.add("from \(model.log)")) }
    }
    runtime.show(past)
    #expect(runtime.statistics.refused == 1)
    runtime.showPresent()
    #expect(runtime.model.log == ["from []", #"from ["from []"]"#])
    withExtendedLifetime(token) {}
  }

  @Test func observersThatComeAndGoWhileThePastIsShown() async throws {
    let runtime = try world.runtime()
    let (early, first) = observe(runtime)
    runtime.show(past)
    first.cancel()
    let (late, second) = observe(runtime)
    let logs = Locked<[[String]]>([])
    let third = runtime.observe(\.log) { log in logs.withLock { $0.append(log) } }
    var models = runtime.models.makeAsyncIterator()
    #expect(await models.next()?.log == ["past"])
    runtime.showPresent()
    runtime.dispatch(.add("a"))
    #expect(early.withLock { $0 } == [["past"]])
    #expect(late.withLock { $0 } == [[], ["a"]])
    #expect(logs.withLock { $0 } == [["past"], [], ["a"]])
    withExtendedLifetime((second, third)) {}
  }

  @Test func atTheEndThePresentIsShown() async throws {
    let runtime = try world.runtime()
    let (told, token) = observe(runtime)
    runtime.show(past)
    var models = runtime.models.makeAsyncIterator()
    await runtime.shutdown()
    #expect(told.withLock { $0 } == [["past"], []])
    #expect(await models.next()?.log == [])
    #expect(await models.next() == nil)
    runtime.show(past)
    runtime.goOn(from: past)
    runtime.showPresent()
    #expect(runtime.model == App())
    #expect(runtime.shownModel == App())
    #expect(told.withLock { $0 } == [["past"], []])
    withExtendedLifetime(token) {}
  }

  @Test func theRuntimeFinishesWhileThePastIsShown() async throws {
    let runtime = try world.runtime()
    runtime.dispatch(.ask([Travel.Ask(name: "save").delayed(by: .seconds(60))]))
    runtime.show(past)
    async let result = runtime.finish()
    await world.reached("ask save")
    world.answer("save", "saved")
    world.end("save")
    #expect(await result.isComplete)
    #expect(runtime.model.log == ["saved"])
  }

  @Test func theRuntimeFinishesWhenItGoesOnFromAPastModel() async throws {
    let runtime = try world.runtime()
    runtime.dispatch(.listen(["clicks"]))
    runtime.dispatch(.ask([Travel.Ask(name: "save")]))
    async let result = runtime.finish()
    // The runtime stops the subscriptions when it begins to finish.
    await world.reached("-clicks")
    runtime.goOn(from: past)
    world.end("save")
    #expect(await result.isComplete)
    #expect(runtime.model == past)
  }

  @Test func beforeTheStartShowingWaitsForIt() throws {
    let runtime = try Runtime(Travel.program())
    let (told, token) = observe(runtime)
    runtime.show(past)
    #expect(told.withLock { $0 } == [])
    runtime.start()
    #expect(told.withLock { $0 } == [["past"]])
    withExtendedLifetime(token) {}
  }
}
