import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct ManualClockTests {
  @Test func actionsAreCalledInTheOrderOfTheirTimeThenOfTheirScheduling() {
    let clock = ManualClock()
    let log = Locked<[String]>([])
    func note(_ text: String) -> @Sendable () -> Void {
      { log.withLock { $0.append("\(text) at \(clock.now)") } }
    }
    clock.schedule(after: .seconds(2), note("b"))
    clock.schedule(after: .seconds(1), note("a"))
    clock.schedule(after: .seconds(2), note("c"))
    clock.schedule(after: .seconds(9), note("never"))
    clock.advance(by: .seconds(3))
    #expect(
      log.withLock { $0 } == ["a at 1.0 seconds", "b at 2.0 seconds", "c at 2.0 seconds"])
    #expect(clock.now == .seconds(3))
    #expect(clock.scheduledCount == 1)
  }

  @Test func whatAnActionSchedulesWithinTheAdvancedTimeIsCalledToo() {
    let clock = ManualClock()
    let count = Locked(0)
    @Sendable func again() {
      count.withLock { $0 += 1 }
      clock.schedule(after: .seconds(1), again)
    }
    clock.schedule(after: .seconds(1), again)
    clock.advance(by: .seconds(5))
    #expect(count.withLock { $0 } == 5)
  }

  @Test func aCancelledActionIsNotCalled() {
    let clock = ManualClock()
    let called = Locked(false)
    let action = clock.schedule(after: .seconds(1)) { called.withLock { $0 = true } }
    action.cancel()
    clock.advance(by: .seconds(2))
    #expect(!called.withLock { $0 })
  }

  @Test func itAdvancesToTheNextAction() {
    let clock = ManualClock()
    clock.schedule(after: .seconds(7)) {}
    #expect(clock.advanceToNext())
    #expect(clock.now == .seconds(7))
    #expect(!clock.advanceToNext())
  }

  @Test func aSleepingTaskIsWokenOrCancelled() async throws {
    let clock = ManualClock()
    let sleeping = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(5))
    try await sleeping.value
    let cancelled = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitUntilScheduled()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.scheduledCount == 0)
  }

  @Test func theSystemClockCallsBack() async throws {
    let clock = SystemClock()
    let before = clock.now
    await withCheckedContinuation { continuation in
      clock.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    #expect(clock.now - before >= .milliseconds(1))
    try await clock.sleep(for: .milliseconds(1))
  }
}
