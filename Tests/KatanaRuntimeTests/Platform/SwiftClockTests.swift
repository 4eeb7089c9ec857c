import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct SwiftClockTests {
  private let manual = ManualClock()

  @Test func aTaskThatSleepsWakesWhenTheTimeHasCome() async throws {
    let clock: any Clock<Duration> = manual.swiftClock
    let manual = manual
    let sleeping = Task {
      try await clock.sleep(for: .seconds(5))
      return manual.now
    }
    await manual.waitUntilScheduled()
    manual.advance(by: .seconds(4))
    #expect(manual.scheduledTimes == [.seconds(5)])
    manual.advance(by: .seconds(1))
    #expect(try await sleeping.value == .seconds(5))
  }

  @Test func aTaskThatIsCancelledWakesAtOnce() async {
    let clock = manual.swiftClock
    let sleeping = Task { try await clock.sleep(for: .seconds(5)) }
    await manual.waitUntilScheduled()
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(manual.scheduledCount == 0)
  }

  @Test func aCancelledTaskDoesNotSleepNotEvenUntilThePast() async {
    let clock = manual.swiftClock
    let sleeping = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: clock.now, tolerance: nil)
    }
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test func sleepingUntilThePastReturnsAtOnce() async throws {
    let clock = manual.swiftClock
    let start = clock.now
    manual.advance(by: .seconds(1))
    try await clock.sleep(until: start, tolerance: nil)
    #expect(manual.scheduledCount == 0)
  }

  @Test func itMeasuresByTheTimeOfTheRuntimesClock() async throws {
    let clock = manual.swiftClock
    let passed = clock.measure { manual.advance(by: .seconds(3)) }
    #expect(passed == .seconds(3))
    let measuring = Task {
      try await clock.measure { try await clock.sleep(for: .milliseconds(1_500)) }
    }
    await manual.waitUntilScheduled()
    manual.advance(by: .seconds(2))
    #expect(try await measuring.value >= .milliseconds(1_500))
    #expect(try await measuring.value <= .seconds(2))
  }

  @Test func momentsAreOrderedAndApartByDurations() {
    let clock = manual.swiftClock
    let start = clock.now
    manual.advance(by: .seconds(2))
    #expect(start < clock.now)
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(clock.now.duration(to: start) == .seconds(-2))
    #expect(start.advanced(by: .seconds(2)) == clock.now)
    #expect(clock.minimumResolution > .zero)
  }

  @Test func theSystemClockIsOneToo() async throws {
    let clock = SystemClock().swiftClock
    let passed = try await clock.measure { try await clock.sleep(for: .milliseconds(1)) }
    #expect(passed >= .milliseconds(1))
  }
}
