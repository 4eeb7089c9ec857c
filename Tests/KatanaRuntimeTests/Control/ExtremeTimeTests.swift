import KatanaRuntime
import KatanaTesting
import Testing

/// Times that no clock can keep neither end the process nor come at once.
@Suite struct ExtremeTimeTests {
  @Test(arguments: [
    Backoff.exponential(from: .seconds(1), factor: 1e25),
    .exponential(from: .seconds(1), factor: .infinity),
    .exponential(from: .seconds(1), factor: .nan),
    .exponential(from: .seconds(Int64.max), factor: 2, limit: .seconds(Int64.max)),
    .exponential(from: .seconds(-1)), .exponential(from: .zero, factor: .infinity),
    .exponential(from: .seconds(1), factor: -2),
    .constant(.seconds(2)).jittered(by: .nan, seed: 1),
    .constant(.seconds(2)).jittered(by: .infinity, seed: 1),
    .constant(.seconds(2)).jittered(by: -1, seed: 1),
  ])
  func aDelayIsNeitherNegativeNorBeyondTheLimit(backoff: Backoff) {
    for attempt in [-1, 0, 1, 2, 3, 100, .max] {
      let delay = backoff.delay(before: attempt)
      #expect(delay >= .zero && delay <= max(backoff.limit, .zero) * 2)
    }
  }

  @Test func aFactorGrowsUpToTheLimit() {
    let backoff = Backoff.exponential(from: .milliseconds(100), factor: 2, limit: .seconds(1))
    #expect(
      (1...6).map { backoff.delay(before: $0) } == [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(1),
        .seconds(1),
      ])
    let large = Backoff.exponential(from: .seconds(1), factor: 1e25)
    #expect(large.delay(before: 2) == .seconds(60))
  }

  @Test func theSystemClockTakesAnyTime() async throws {
    let never = SystemClock().schedule(after: .seconds(Int64.max)) { Issue.record("it has come") }
    never.cancel()
    await withCheckedContinuation { continuation in
      SystemClock().schedule(after: .seconds(Int64.min)) { continuation.resume() }
    }
  }

  @Test func aCommandMayWaitForEver() async throws {
    let test = try TreeTest.start(CombinedUpdater<TreeTest.App>([.full(TreeTest.returning)]))
    let runtime = try Runtime(
      Program(
        model: TreeTest.App(), CombinedUpdater<TreeTest.App>([.full(TreeTest.returning)])),
      interpreters: [.command(Do.self) { _, _ in Issue.record("it has come") }])
    runtime.start()
    runtime.dispatch(
      TreeTest.Returning([
        Do("a").delayed(by: .seconds(Int64.max)),
        Do("b").debounced(id: "b", for: .seconds(Int64.max)),
      ]))
    await runtime.shutdown()
    test.runtime.requestShutdown()
  }
}
