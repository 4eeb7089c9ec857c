import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// The contents of ticks, and the times at which they come.
@Suite struct TickTests {
  struct Stopwatch: Model, Equatable {
    typealias Receives = StopwatchMessage
    var seconds = 0
    var ticks = 0
    var isRunning = true
  }
  enum StopwatchMessage: Message, Equatable {
    case ticked(Tick)
    case work, done, stopTapped
  }
  struct Work: Command, Equatable {}

  struct StopwatchFeature: TypedUpdater, SubscriptionProvider {
    var effects: [any Effect.Type] { [Work.self, Every.self] }

    func update(model: inout Stopwatch, message: StopwatchMessage) -> [any Command] {
      switch message {
      case .ticked(let tick):
        model.seconds += tick.intervals
        model.ticks += 1
      case .work: return [Work()]
      case .done: break
      case .stopTapped: model.isRunning = false
      }
      return []
    }

    func subscriptions(model: Stopwatch) -> [any Subscription] {
      model.isRunning ? [Every(.seconds(1), reply { .ticked($0) })] : []
    }
  }

  private func stopwatch(_ clock: ManualClock, work: Duration) throws -> Runtime<Stopwatch> {
    try Runtime(
      Program(model: Stopwatch(), StopwatchFeature()),
      interpreters: [
        .time(),
        // Time passes while the interpreter keeps the runtime busy.
        .command(Work.self) { _, dispatch in
          clock.advance(by: work)
          dispatch(StopwatchMessage.done)
        },
      ], options: RuntimeOptions(clock: clock))
  }

  @Test func aBusyAppLosesNoSecond() throws {
    let clock = ManualClock()
    let app = try stopwatch(clock, work: .seconds(60))
    app.start()
    clock.advance(by: .milliseconds(2_500))
    app.dispatch(.work)
    #expect(app.model == Stopwatch(seconds: 62, ticks: 3))
    clock.advance(by: .milliseconds(500))
    #expect(app.model == Stopwatch(seconds: 63, ticks: 4))
    app.requestShutdown()
  }

  @Test func thereIsNoDriftInAThousandTicks() async {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let every = recorder.start(.time(), Every(.milliseconds(333), Reply(StopwatchMessage.ticked)))
    // The interval is not a multiple of the clock's steps, so each tick is late by another amount.
    while clock.now < .milliseconds(333_000) { clock.advance(by: .milliseconds(7)) }
    #expect(clock.now < .milliseconds(333_007))
    #expect(recorder.messages.count == 1_000)
    #expect(
      recorder.messages.last as? StopwatchMessage
        == .ticked(Tick(at: .milliseconds(333_000))))
    every.stop()
    await every.ended()
  }

  // MARK: Aligned to the wall clock

  private func aligned(
    _ interval: Duration, _ clock: ManualClock, _ wallClock: ManualWallClock
  ) -> (RecordingDispatcher, () -> [String]) {
    let recorder = RecordingDispatcher(clock: clock)
    let every = recorder.start(
      .time(wallClock), Every(interval, alignedTo: .wallClock, Reply(StopwatchMessage.ticked)))
    return (
      recorder,
      {
        withExtendedLifetime(every) {
          recorder.messages.map { message in
            guard case .ticked(let tick) = message as? StopwatchMessage else { return "?" }
            return "\(tick.intervals) \(tick.date.formatted(.iso8601))"
          }
        }
      }
    )
  }

  @Test func anAlignedTickComesWhenTheMinuteBegins() {
    let clock = ManualClock()
    let (_, ticks) = aligned(
      .seconds(60), clock, ManualWallClock(clock, at: "2026-11-22T09:30:41Z"))
    clock.advance(by: .seconds(18))
    #expect(ticks() == [])
    clock.advance(by: .seconds(61))
    #expect(ticks() == ["1 2026-11-22T09:31:00Z", "1 2026-11-22T09:32:00Z"])
  }

  @Test func anHourBeginsByTheLocalTime() {
    let clock = ManualClock()
    let (_, ticks) = aligned(
      .seconds(3_600), clock,
      ManualWallClock(clock, at: "2026-11-22T09:20:00Z", in: "Asia/Kolkata"))
    clock.advance(by: .seconds(3_600))
    #expect(ticks() == ["1 2026-11-22T09:30:00Z"])
  }

  @Test(arguments: [
    ("2026-03-28T22:00:00Z", ["1 2026-03-28T23:00:00Z", "1 2026-03-29T22:00:00Z"]),
    ("2026-10-24T21:00:00Z", ["1 2026-10-24T22:00:00Z", "1 2026-10-25T23:00:00Z"]),
  ]) func aDayOfDaylightSavingHas23Or25Hours(start: String, expected: [String]) {
    let clock = ManualClock()
    let (_, ticks) = aligned(
      .seconds(86_400), clock, ManualWallClock(clock, at: start, in: "Europe/Rome"))
    clock.advance(by: .seconds(26 * 3_600 + 60))
    #expect(ticks() == expected)
  }

  @Test func aClockThatWasSetForwardIsNoticedWithinAMinute() {
    let clock = ManualClock()
    let wallClock = ManualWallClock(clock, at: "2026-11-22T09:00:30Z")
    let (_, ticks) = aligned(.seconds(3_600), clock, wallClock)
    wallClock.jump(by: .seconds(3 * 3_600))
    clock.advance(by: .seconds(60))
    #expect(ticks() == ["3 2026-11-22T12:01:30Z"])
  }

  @Test func afterAClockWasSetBackTheNextTickComesAtTheNextMultiple() {
    let clock = ManualClock()
    let wallClock = ManualWallClock(clock, at: "2026-11-22T09:59:30Z")
    let (_, ticks) = aligned(.seconds(3_600), clock, wallClock)
    wallClock.jump(by: .seconds(-3 * 3_600))
    // At the planned 10:00, the wall clock shows 07:00: the interpreter waits for the next
    // multiple.
    clock.advance(by: .seconds(30))
    #expect(ticks() == [])
    clock.advance(by: .seconds(3_600))
    #expect(ticks() == ["1 2026-11-22T08:00:00Z"])
  }

  /// More intervals than an `Int` counts, and an interval that is longer than any clock shows.
  @Test(arguments: [Duration.nanoseconds(1), .seconds(1.6e20)])
  func timesAndIntervalsMayBeLong(_ interval: Duration) {
    let clock = ManualClock()
    let program = Program(
      model: Stopwatch(),
      CombinedUpdater<Stopwatch>([
        .full(
          TypedFunctionUpdater { (model: inout Stopwatch, message: StopwatchMessage) in
            if case .ticked(let tick) = message { model.seconds = tick.intervals }
            return []
          }),
        .full(
          FunctionSubscriptionProvider<Stopwatch> {
            $0.seconds == 0 ? [Every(interval, Reply(StopwatchMessage.ticked))] : []
          }),
      ]))
    let runtime = try? Runtime(
      program, interpreters: [.time()], options: RuntimeOptions(clock: clock))
    runtime?.start()
    clock.advance(by: .seconds(Int64.max - 1))
    #expect(runtime?.model.seconds == (interval == .nanoseconds(1) ? 1 : 0))
    runtime?.requestShutdown()
  }
  /// A clock that shows the time that the test sets, and calls the newest action when the test says.
  final class SetClock: RuntimeClock {
    private let state: Locked<(now: Duration, action: @Sendable () -> Void)>

    init(at now: Duration) { state = Locked((now, {})) }

    var now: Duration { state.withLock { $0.now } }

    func schedule(
      after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> ScheduledAction {
      state.withLock { $0.action = action }
      return ScheduledAction {}
    }

    func call(at now: Duration) {
      let action = state.withLock {
        $0.now = now
        return $0.action
      }
      action()
    }
  }

  /// A wall clock that shows the date that the test sets.
  struct SetWallClock: WallClock {
    let shown = Locked(Date(timeIntervalSinceReferenceDate: 0))
    var date: Date { shown.withLock { $0 } }
    var timeZone: TimeZone { .gmt }
  }

  /// The intervals of the ticks if the clocks show the given times one after the other.
  private func intervals(
    _ every: Duration, _ times: [Duration], _ dates: [Double] = []
  ) throws -> [Int] {
    let wallClock = SetWallClock()
    func showDate(_ index: Int) {
      if dates.isEmpty { return }
      wallClock.shown.withLock { $0 = Date(timeIntervalSinceReferenceDate: dates[index]) }
    }
    showDate(0)
    let (clock, seen) = (SetClock(at: times[0]), Locked<[Int]>([]))
    let program = Program(
      model: Stopwatch(),
      CombinedUpdater<Stopwatch>([
        .full(
          TypedFunctionUpdater { (_: inout Stopwatch, message: StopwatchMessage) in
            if case .ticked(let tick) = message { seen.withLock { $0.append(tick.intervals) } }
            return []
          }),
        .full(
          FunctionSubscriptionProvider<Stopwatch> { _ in
            [
              Every(
                every, alignedTo: dates.isEmpty ? .start : .wallClock,
                Reply(StopwatchMessage.ticked))
            ]
          }),
      ]))
    let runtime = try Runtime(
      program, interpreters: [.time(wallClock)], options: RuntimeOptions(clock: clock))
    runtime.start()
    for (index, time) in times.enumerated().dropFirst() {
      showDate(index)
      clock.call(at: time)
    }
    runtime.requestShutdown()
    return seen.withLock { $0 }
  }

  @Test func aTickCountsAtMostTheIntervalsThatANumberHolds() throws {
    let longest = Duration.seconds(Int64.max)
    #expect(try intervals(.nanoseconds(1), [.zero, longest, longest]) == [.max])
    #expect(
      try intervals(.seconds(1), [Duration(attoseconds: .min), Duration(attoseconds: .max)])
        == [.max])
  }

  @Test func aWallClockMayShowAnyDate() throws {
    let times = (0..<2).map { Duration.seconds($0) }
    #expect(try intervals(.seconds(1), times, [-.infinity, .infinity]) == [.max])
    #expect(try intervals(.seconds(1), times, [.nan, 5]) == [5])
    #expect(try intervals(.seconds(1), times, [0, 1e300]) == [.max])
  }

}
