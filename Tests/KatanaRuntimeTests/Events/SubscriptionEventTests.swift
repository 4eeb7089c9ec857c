import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct SubscriptionEventTests {
  typealias Change = EventTest.Change

  @Test func aSubscriptionIsToldFromItsStartToItsEndWithTheMessages() throws {
    let test = try EventTest(to: .subscriptions)
    test.runtime.dispatch(Change.sources([Source(name: "a")]))
    test.runtime.dispatch(Change.sources([Source(name: "a"), Source(name: "b")]))
    test.runtime.dispatch(Change.sources([Source(name: "b", payload: 1)]))
    test.runtime.requestShutdown()
    #expect(
      test.told() == [
        "subscription 1 Source started by 1", "subscription 2 Source started by 2",
        "subscription 1 Source stopped by 3", "subscription 2 Source updated by 3",
        "subscription 2 Source stopped",
      ])
  }

  @Test func aSubscriptionThatCannotTakeItsNewValueStopsAndStarts() throws {
    let log = Log()
    let board = SourceBoard(updates: false)
    let runtime = try makeRuntime(
      [board.interpreter],
      eventHandlers: [
        EventHandler(to: .subscriptions) { event in
          if case .subscription(let event) = event.fact { log("\(event.id) \(event.step)") }
        }
      ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "a")]))
    runtime.dispatch(Note.want([Source(name: "a", payload: 1)]))
    #expect(log.all == ["1 started", "1 stopped", "2 started"])
  }

  @Test func aSubscriptionWithoutInterpreterIsNotTold() throws {
    let log = Log()
    let runtime = try makeRuntime(
      eventHandlers: [
        EventHandler(to: [.subscriptions, .issues]) { log("\($0.fact)".prefix(5) + "") }
      ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "a")]))
    runtime.dispatch(Note.want([]))
    #expect(log.all == ["issue"])
  }
}
