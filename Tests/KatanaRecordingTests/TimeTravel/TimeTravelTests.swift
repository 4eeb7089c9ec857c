import Katana
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct TimeTravelTests {
  typealias Message = Shop.ShopMessage

  private func start(
    limit: Int = 10_000, messagesPerModel: Int = 3
  ) throws -> (Runtime<Shop.App>, TimeTravel<Shop.App>, Locked<[Shop.App]>, ObservationToken) {
    let program = Shop.program()
    let travel = TimeTravel(program, limit: limit, messagesPerModel: messagesPerModel)
    let runtime = try Runtime(
      program, interpreters: Shop.interpreters,
      options: RuntimeOptions(eventHandlers: [travel.eventHandler], issues: IssueRecorder().handler)
    )
    runtime.start()
    let told = Locked<[Shop.App]>([])
    let token = runtime.observe { model in told.withLock { $0.append(model) } }
    return (runtime, travel, told, token)
  }

  @Test func eachPastModelCanBeShownForwardsAndBack() throws {
    let (runtime, travel, told, token) = try start()
    for _ in 0..<10 { runtime.dispatch(Message.ticked) }
    #expect(travel.numbers == Array(0...10))
    #expect(travel.messages.map(\.number) == Array(1...10))
    let models = [Shop.App()] + told.withLock { $0 }
    for number in [10, 3, 4, 0, 9, 2, 1] as [UInt64] {
      #expect(try travel.model(after: number) == models[Int(number)])
      try travel.show(after: number)
      #expect(travel.shownNumber == number)
      #expect(told.withLock { $0.last } == models[Int(number)])
    }
    runtime.dispatch(Message.ticked)
    #expect(runtime.statistics.refused == 1)
    travel.showPresent()
    #expect(travel.shownNumber == nil)
    #expect(told.withLock { $0.last }?.ticks == 10)
    runtime.dispatch(Message.ticked)
    // The refused message had a number.
    #expect(travel.numbers == Array(0...10) + [12])
    #expect(try travel.model(after: 12).ticks == 11)
    withExtendedLifetime(token) {}
  }

  @Test func theRuntimeGoesOnFromAPastModelAndItsPastStays() throws {
    let (runtime, travel, told, token) = try start()
    for _ in 0..<10 { runtime.dispatch(Message.ticked) }
    try travel.show(after: 4)
    try travel.goOn(from: 4)
    #expect(travel.shownNumber == nil)
    #expect(runtime.model.ticks == 4)
    #expect(travel.numbers == [0, 1, 2, 3, 4])
    runtime.dispatch(Message.ticked)
    #expect(runtime.model.ticks == 5)
    #expect(travel.numbers == [0, 1, 2, 3, 4, 11])
    #expect(try travel.model(after: 11).ticks == 5)
    try travel.show(after: 2)
    #expect(told.withLock { $0.last }?.ticks == 2)
    try travel.goOn()
    #expect(runtime.model.ticks == 2)
    withExtendedLifetime(token) {}
  }

  @Test func thePresentIsComputedAgainWithoutSomeMessages() throws {
    let (runtime, travel, told, token) = try start()
    for id in 1...8 { runtime.dispatch(Message.itemCreated(id)) }
    runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[2]))
    runtime.dispatch(Shop.ItemMessage.added(5).to(Shop.App.at.items[3]))
    let present = runtime.model
    try travel.skip([2, 5, 10])
    #expect(travel.shownNumber == nil)
    var expected = present
    for id in [2, 5] { expected.items[id: id] = nil }
    expected.items[id: 3]?.count = 0
    #expect(told.withLock { $0.last } == expected)
    #expect(runtime.model == present)
    try travel.goOn()
    #expect(runtime.model == expected)
    #expect(travel.numbers == [0, 1, 3, 4, 6, 7, 8, 9])
    #expect(try travel.model(after: 9) == expected)
    #expect(throws: TimeTravelError.unknown(5)) { try travel.show(after: 5) }
    withExtendedLifetime(token) {}
  }

  @Test func commandsOfThePastAreNotRunAgainAndTheSubscriptionsAreThoseOfTheModel() throws {
    let (runtime, travel, _, token) = try start()
    let runs = Locked(0)
    runtime.dispatch(Message.loginTapped(name: "ada", password: Secret("x")))
    runtime.dispatch(Message.ticking(true))
    runtime.dispatch(Message.ticking(false))
    let handled = runtime.statistics.handled
    #expect(handled == 4)
    try travel.skip([4])
    try travel.goOn()
    #expect(runtime.model.isTicking)
    #expect(runtime.model.token == Secret("token of ada"))
    #expect(runtime.statistics.handled == handled)
    withExtendedLifetime((token, runs)) {}
  }

  @Test func theOldestMessagesAreDroppedAndTheModelBeforeTheOthersIsKept() throws {
    let (runtime, travel, told, token) = try start(limit: 10, messagesPerModel: 4)
    for _ in 0..<50 { runtime.dispatch(Message.ticked) }
    let numbers = travel.numbers
    #expect(numbers == Array(40...50))
    for number in numbers { #expect(try travel.model(after: number).ticks == Int(number)) }
    #expect(throws: TimeTravelError.gone(39, first: 40)) { try travel.show(after: 39) }
    #expect(throws: TimeTravelError.gone(0, first: 40)) { try travel.goOn(from: 0) }
    #expect(throws: TimeTravelError.gone(40, first: 40)) { try travel.skip([40]) }
    #expect(throws: TimeTravelError.unknown(51)) { try travel.show(after: 51) }
    #expect(
      TimeTravelError.gone(39, first: 40).description
        == "Message 39 is not kept any more. To fix this, choose one of `numbers`, which begin with 40,"
        + " or give a higher `limit`.")
    #expect(told.withLock { $0.count } == 50)
    withExtendedLifetime(token) {}
  }

  @Test func theOldestMessagesAreDroppedAsSoonAsTheLimitAllows() throws {
    let (runtime, travel, _, token) = try start(limit: 1, messagesPerModel: 4)
    for number in 1...12 as ClosedRange<UInt64> {
      runtime.dispatch(Message.ticked)
      #expect(travel.numbers == Array((number - 1) / 4 * 4...number))
    }
    withExtendedLifetime(token) {}
  }

  @Test func withAStoredModelForEachMessageExactlyTheLimitIsKept() throws {
    let (runtime, travel, _, token) = try start(limit: 3, messagesPerModel: 1)
    for number in 1...10 as ClosedRange<UInt64> {
      runtime.dispatch(Message.ticked)
      #expect(travel.numbers == Array((number > 3 ? number - 3 : 0)...number))
    }
    withExtendedLifetime(token) {}
  }

  @Test func whatCannotBeShownIsAnError() async throws {
    let program = Shop.program()
    let travel = TimeTravel(program)
    #expect(travel.numbers == [])
    #expect(throws: TimeTravelError.noRuntime) { try travel.show(after: 0) }
    let runtime = try Runtime(
      program, interpreters: Shop.interpreters,
      options: RuntimeOptions(eventHandlers: [travel.eventHandler]))
    runtime.start()
    #expect(throws: TimeTravelError.nothingShown) { try travel.goOn() }
    #expect(throws: TimeTravelError.unknown(0)) { try travel.skip([0]) }
    try travel.show(after: 0)
    await runtime.shutdown()
    #expect(travel.shownNumber == nil)
    #expect(throws: TimeTravelError.noRuntime) { try travel.show(after: 0) }
    #expect(throws: TimeTravelError.noRuntime) { try travel.goOn(from: 0) }
    #expect(throws: TimeTravelError.noRuntime) { try travel.goOn() }
  }

  @Test func aModelFromSomebodyElseBeginsANewPast() throws {
    let (runtime, travel, _, token) = try start()
    for _ in 0..<5 { runtime.dispatch(Message.ticked) }
    runtime.goOn(from: Shop.App(ticks: 100))
    runtime.dispatch(Message.ticked)
    #expect(travel.numbers == [5, 6])
    #expect(try travel.model(after: 6).ticks == 101)
    #expect(throws: TimeTravelError.gone(4, first: 5)) { try travel.show(after: 4) }
    withExtendedLifetime(token) {}
  }

  /// An object that asks the time travel at its end.
  final class Asking: Sendable {
    private let ask: @Sendable () -> Void
    init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
    deinit { ask() }
  }

  struct Holder: Model { var count = 0 }
  struct Held: Katana.Message { var asking: Asking? }

  /// What a time travel drops may ask it: messages over the limit, and all that it goes on without.
  @Test func noLockIsHeldAtTheEndOfAMessage() throws {
    let program = Program(
      model: Holder(),
      TypedFunctionUpdater { (model: inout Holder, _: Held) in
        model.count += 1
        return []
      })
    let travel = TimeTravel(program, limit: 4, messagesPerModel: 2)
    let counts = Locked<[Int]>([])
    let runtime = try Runtime(
      program, options: RuntimeOptions(eventHandlers: [travel.eventHandler]))
    runtime.start()
    let dispatch = { (count: Int) in
      for _ in 0..<count {
        runtime.dispatch(
          Held(
            asking: Asking {
              let count = travel.messages.count
              counts.withLock { $0.append(count) }
            }))
      }
    }
    dispatch(10)
    #expect(counts.withLock { $0 }.count == 6)
    try travel.show(after: 8)
    try travel.goOn()
    #expect(counts.withLock { $0 }.count == 8)
    try travel.skip([7])
    runtime.goOn(from: Holder())
    #expect(counts.withLock { $0 }.count == 10 && travel.messages.isEmpty)
    runtime.requestShutdown()
  }
}
