import KatanaRuntime
import KatanaTesting
import MetricsTestKit
import Testing

@Suite struct SwiftMetricsTests {
  typealias Perform = ServerTest.Perform

  private let test: ServerTest

  init() throws { test = try ServerTest() }

  @Test func messagesAreCountedAndTheirUpdatesMeasuredByName() throws {
    test.runtime.dispatch(Perform())
    test.runtime.dispatch(Perform())
    test.runtime.dispatch(ServerTest.Change.requests([]))
    let name = [("message", "Perform")]
    #expect(try test.metrics.expectCounter("katana_messages", name).totalValue == 2)
    #expect(try test.metrics.expectTimer("katana_update_duration", name).values == [0, 0])
    let other = [("message", "Change.requests")]
    #expect(try test.metrics.expectCounter("katana_messages", other).totalValue == 1)
  }

  @Test func messagesThatAreNotHandledAreCountedByReason() throws {
    test.runtime.dispatch(Perform(), to: ServerTest.Server.at.requests["a"])
    let counter = try test.metrics.expectCounter(
      "katana_messages_not_handled", [("reason", "gone")])
    #expect(counter.totalValue == 1)
    #expect(test.metrics.counters(label: "katana_messages").isEmpty)
  }

  @Test func runsAreMeasuredByTheClockOfTheRuntime() throws {
    test.runtime.dispatch(Perform(ServerTest.Hold()))
    test.clock.advance(by: .milliseconds(3))
    test.release()
    test.runtime.dispatch(Perform(ServerTest.Hold().cancellable(id: "a")))
    test.clock.advance(by: .milliseconds(5))
    test.runtime.dispatch(Perform(Cancel(id: "a")))
    #expect(try runs("Hold", "finished") == [3_000_000])
    #expect(try runs("Hold", "cancelled") == [5_000_000])
    test.release()
  }

  private func runs(_ command: String, _ end: String) throws -> [Int64] {
    try test.metrics.expectTimer("katana_run_duration", [("command", command), ("end", end)]).values
  }

  @Test func failuresAreCountedByCommandAndTypeOfError() async throws {
    try await test.runtime.settle(
      Perform(ServerTest.Fail().retried(Retry(2)).onFailure(Perform())))
    let counter = try test.metrics.expectCounter(
      "katana_failures", [("command", "Fail"), ("error", "Failure")])
    #expect(counter.totalValue == 3)
    #expect(try runs("Fail", "failed").count == 3)
    #expect(try runs("Send", "finished").count == 1)
  }

  @Test func theGaugeIsTheNumberOfWaitingCommands() throws {
    test.runtime.dispatch(
      Perform(
        ServerTest.Answer().delayed(by: .seconds(1)),
        ServerTest.Answer().debounced(id: "a", for: .seconds(9))))
    test.clock.advance(by: .seconds(1))
    test.runtime.dispatch(Perform(Cancel(id: "a")))
    #expect(try test.metrics.expectGauge("katana_waiting_commands").values == [1, 2, 1, 0])
  }

  @Test func payloadsNeverAppear() async throws {
    try await performEverything(on: test)
    #expect(!"\(test.metrics)".contains(ServerTest.secret))
    #expect(test.metrics.counterTotal(label: "katana_messages") == 10)
  }
}
