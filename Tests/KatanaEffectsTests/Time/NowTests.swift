import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct NowTests {
  enum Asked: Message, Equatable {
    case now(Date)
    case today(CalendarDate)
    case zone(TimeZone)
    case over
  }

  private let clock = ManualClock()
  private let recorder: RecordingDispatcher
  init() { recorder = RecordingDispatcher(clock: clock) }

  @Test func theWallClockAnswers() async throws {
    let wallClock = ManualWallClock(clock, at: "2026-11-22T23:30:00Z", in: "Europe/Rome")
    let rome = try #require(TimeZone(identifier: "Europe/Rome"))
    let time = Interpreter.time(wallClock)
    clock.advance(by: .seconds(5))
    recorder.run(time, Now(Reply(Asked.now)))
    await recorder.expect(Asked.now(try Date("2026-11-22T23:30:05Z", strategy: .iso8601)))
    recorder.run(time, Today(Reply(Asked.today)))
    await recorder.expect(Asked.today(try #require(CalendarDate(2026, 11, 23))))
    recorder.run(time, CurrentTimeZone(Reply(Asked.zone)))
    await recorder.expect(Asked.zone(rome))
  }

  @Test func withoutAWallClockATestSeesTheSameDates() async {
    clock.advance(by: .seconds(90))
    recorder.run(.time(), Now(Reply(Asked.now)))
    await recorder.expect(Asked.now(Date(timeIntervalSinceReferenceDate: 90)))
    recorder.run(.time(), CurrentTimeZone(Reply(Asked.zone)))
    await recorder.expect(Asked.zone(.gmt))
  }

  @Test func aRuntimeByTheSystemsClockSeesTheSystemsDate() async {
    let recorder = RecordingDispatcher(clock: .system)
    let before = Date()
    recorder.run(.time(), Now(Reply(Asked.now)))
    guard case .now(let date) = await recorder.next() as? Asked else {
      Issue.record("there is no answer")
      return
    }
    #expect(before <= date && date <= Date())
  }

  // MARK: After

  @Test func oneMessageComesAfterTheDelay() async {
    let after = recorder.start(.time(), After(.seconds(4), id: "toast", Reply(Asked.over)))
    clock.advance(by: .milliseconds(3_999))
    recorder.expectNoMore()
    clock.advance(by: .seconds(60))
    await recorder.expect(Asked.over)
    recorder.expectNoMore()
    after.stop()
    await after.ended()
  }

  @Test func nothingComesAfterItIsNoLongerDeclared() async {
    let after = recorder.start(.time(), After(.seconds(4), id: 7, Reply(Asked.over)))
    after.stop()
    #expect(clock.scheduledCount == 0)
    await after.ended()
  }

  @Test func anotherIDIsAnotherWait() {
    let reply = Reply(Asked.over)
    #expect(After(.seconds(4), id: 1, reply) == After(.seconds(4), id: 1, reply))
    #expect(After(.seconds(4), id: 1, reply) != After(.seconds(4), id: 2, reply))
    #expect(After(.seconds(4), id: 1, reply) != After(.seconds(4), id: UInt(1), reply))
  }
}
