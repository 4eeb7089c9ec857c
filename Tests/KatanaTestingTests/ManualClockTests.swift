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

  @Test func timeThatGoesBackOrStandsStillFailsTheTest() {
    let clock = ManualClock()
    @Sendable func again() { clock.schedule(after: .zero, again) }
    clock.schedule(after: .seconds(1), again)
    #expect(
      text(of: failures { clock.advance(by: .seconds(-1)) }) == """
        The clock cannot go back.
          Time of the clock: 0.0 seconds
          Advanced to: -1.0 seconds
        To fix this, advance by zero or more, or to a later moment.
        """)
    #expect(
      text(of: failures { clock.advance(by: .seconds(2)) }) == """
        The clock still shows 1.0 seconds after 100000 actions.
          Scheduled: 1 action, at 1.0 seconds; it is 1.0 seconds
        Each action seems to schedule another one for the same moment, for ever.
        To fix this, schedule the next action for a later time than the one before.
        """)
  }

  @Test func itAdvancesToTheNextAction() {
    let clock = ManualClock()
    clock.schedule(after: .seconds(7)) {}
    #expect(clock.advanceToNext())
    #expect(clock.now == .seconds(7))
    #expect(!clock.advanceToNext())
  }

  @Test func itAdvancesToAMoment() {
    let clock = ManualClock()
    let called = Locked<[Duration]>([])
    for second in [2, 5, 9] {
      clock.schedule(after: .seconds(second)) { called.withLock { $0.append(clock.now) } }
    }
    #expect(clock.scheduledTimes == [.seconds(2), .seconds(5), .seconds(9)])
    clock.advance(to: .seconds(5))
    #expect(called.withLock { $0 } == [.seconds(2), .seconds(5)])
    clock.advance(to: .seconds(5))
    #expect(clock.now == .seconds(5))
    #expect(clock.scheduledTimes == [.seconds(9)])
  }

  @Test func itRunsToItsEnd() {
    let clock = ManualClock()
    let log = Locked<[Duration]>([])
    clock.schedule(after: .seconds(2)) {
      log.withLock { $0.append(clock.now) }
      clock.schedule(after: .seconds(3)) { log.withLock { $0.append(clock.now) } }
    }
    clock.runToEnd(limit: 2)
    #expect(log.withLock { $0 } == [.seconds(2), .seconds(5)])
    #expect(clock.now == .seconds(5))
  }

  @Test func aClockThatNeverEndsFailsTheTest() {
    let clock = ManualClock()
    @Sendable func again() { clock.schedule(after: .seconds(1), again) }
    again()
    let found = failures { clock.runToEnd(limit: 100) }
    #expect(
      found.map(\.text) == [
        """
        Actions were still scheduled after `runToEnd()` had called 100 actions.
          Scheduled: 1 action, at 101.0 seconds; it is 100.0 seconds
        Each action seems to schedule another one, for ever.
        To fix this, stop the repeating action before `runToEnd()`, or use `advance(by:)`.
        """
      ])
  }

  @Test func waitingForWhatIsNeverScheduledFailsTheTest() async {
    let clock = ManualClock()
    for second in 1...4 { clock.schedule(after: .seconds(second)) {} }
    let line = #line + 1
    let found = await failures { await clock.waitUntilScheduled(5, within: .milliseconds(1)) }
    #expect(
      found.map(\.text) == [
        """
        Fewer than 5 actions were scheduled on the clock within 0.001 seconds of real time.
          Scheduled: 4 actions, at 1.0 seconds, 2.0 seconds, 3.0 seconds, …; it is 0.0 seconds
        The code that the test waits for did not sleep or schedule an action on this clock.
        To fix this, check that this code uses this clock and reaches its sleep, or allow more \
        real time with `within:`.
        """
      ])
    #expect(found.first?.place.line == UInt(line))
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
