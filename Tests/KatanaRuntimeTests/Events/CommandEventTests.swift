import KatanaRuntime
import KatanaTesting
import Testing

/// A run is told from its start to its end, and a wait from its beginning.
@Suite struct CommandEventTests {
  typealias Run = EventTest.Run
  typealias Change = EventTest.Change

  @Test func aRunThatNobodyKeepsAnyMoreHasFinished() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Hold()))
    #expect(test.told() == ["#1 Hold of 1: started"])
    test.release()
    #expect(test.told() == ["#1 Hold of 1: finished"])
  }

  @Test func aRunThatThrowsHasFailedAndEndsOnce() async throws {
    let test = try EventTest(to: [.commands, .issues])
    try await test.runtime.settle(Run(EventTest.Fail()))
    await test.runtime.shutdown()
    #expect(
      test.told() == [
        "#1 Fail of 1: started", "#1 Fail of 1: failed(\(String(reflecting: EventTest.Failure())))",
        "issue interpreterThrew",
      ])
  }

  @Test func aCancelledRunSaysWhichMessageHasCancelledIt() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Hold().cancellable(id: "a")))
    test.runtime.dispatch(Run(Cancel(id: "a")))
    test.release()
    #expect(
      test.told() == ["#1 Hold of 1: started", "#1 Hold of 1: cancelled(by: Optional(2))"])
  }

  @Test func theEndOfTheRuntimeCancelsRuns() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Hold()))
    test.runtime.requestShutdown()
    #expect(test.told() == ["#1 Hold of 1: started", "#1 Hold of 1: cancelled(by: nil)"])
    test.release()
    #expect(test.told() == [])
  }

  @Test func aRunThatHasEndedIsNotCancelledByTheEndOfTheRuntime() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Quit()))
    #expect(test.told() == ["#1 Quit of 1: started", "#1 Quit of 1: finished"])
  }

  @Test func aRunThatHasEndedIsNotCancelledByTheNextCommand() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Note().cancellable(id: "a"), Cancel(id: "a")))
    #expect(test.told() == ["#1 Note of 1: started", "#1 Note of 1: finished"])
  }

  @Test func aDelayIsToldWithItsTime() throws {
    let test = try EventTest(to: [.commands, .times])
    test.runtime.dispatch(Run(EventTest.Answer().delayed(by: .seconds(4))))
    test.clock.advance(by: .seconds(4))
    #expect(
      test.told() == [
        "0 s: #1 Answer of 1: delayed(until: 4.0 seconds)", "4 s: #1 Answer of 1: resumed",
        "4 s: #2 Answer of 1: started", "4 s: #2 Answer of 1: answered(number: 2)",
        "4 s: #2 Answer of 1: finished",
      ])
  }

  @Test func aDebouncedCommandIsCancelledByTheNextOne() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Answer().debounced(id: "a", for: .seconds(1))))
    test.runtime.dispatch(Run(EventTest.Answer().debounced(id: "a", for: .seconds(1))))
    #expect(
      test.told() == [
        "#1 Answer of 1: delayed(until: 1.0 seconds)",
        "#2 Answer of 2: delayed(until: 1.0 seconds)", "#1 Answer of 1: cancelled(by: Optional(2))",
      ])
  }

  @Test func aThrottledCommandWaitsForTheEndOfTheWindow() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(
      Run(EventTest.Hold().throttled(id: "a", for: .seconds(2), .trailing)))
    test.clock.advance(by: .seconds(2))
    #expect(
      test.told() == [
        "#1 Hold of 1: delayed(until: 2.0 seconds)", "#1 Hold of 1: resumed",
        "#2 Hold of 1: started",
      ])
    test.release()
  }

  @Test func aCommandInAQueueWaitsForItsTurn() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Run(EventTest.Hold().queued(id: "a", .atMost(1))))
    test.runtime.dispatch(Run(EventTest.Answer().queued(id: "a", .atMost(1))))
    #expect(test.told() == ["#1 Hold of 1: started", "#2 Answer of 2: queued"])
    test.release()
    #expect(
      test.told() == [
        "#1 Hold of 1: finished", "#2 Answer of 2: resumed", "#3 Answer of 2: started",
        "#3 Answer of 2: answered(number: 3)", "#3 Answer of 2: finished",
      ])
  }

  @Test func aRetryIsToldWithItsNumber() async throws {
    let test = try EventTest(to: .commands)
    try await test.runtime.settle(
      Run(EventTest.Fail().retried(Retry(1)).onFailure(Run())))
    let failed = "failed(\(String(reflecting: EventTest.Failure())))"
    #expect(
      test.told() == [
        "#1 Fail of 1: started", "#1 Fail of 1: \(failed)", "#2 Fail of 1: retried(count: 1)",
        "#3 Fail of 1: started", "#3 Fail of 1: \(failed)", "#4 Send of 1: started",
        "#4 Send of 1: answered(number: 2)", "#4 Send of 1: finished",
      ])
  }

  @Test func aCommandOfARowHasItsAddress() throws {
    let test = try EventTest(to: .commands)
    test.runtime.dispatch(Change.rows([EventTest.Row(id: 7)]))
    test.runtime.dispatch(
      Run(EventTest.Hold(), EventTest.Hold().delayed(by: .seconds(1)))
        .to(EventTest.App.at.rows[7]))
    test.runtime.dispatch(Change.rows([]))
    #expect(
      test.told() == [
        "#1 Hold of 2 in App.at.rows[7]: started",
        "#2 Hold of 2 in App.at.rows[7]: delayed(until: 1.0 seconds)",
      ])
    test.release()
    test.runtime.requestShutdown()
  }

  @Test func theCommandsOfTheStartHaveNoCause() throws {
    let log = Log()
    let runtime = try makeRuntime(
      commands: [Do("load")], [.command(Doing { _, _ in })],
      eventHandlers: [
        EventHandler(to: .commands) { event in
          guard case .command(let command) = event.fact else { return }
          log("\(command.command) \(command.cause as Any) \(command.step)")
        }
      ])
    runtime.start()
    #expect(log.all == ["Do nil started", "Do nil finished"])
  }
}
