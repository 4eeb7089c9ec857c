import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct EveryTests {
  enum Clock: Message, Equatable { case ticked, struck, slept(Tick) }

  private let clock = ManualClock()
  private let recorder: RecordingDispatcher
  init() { recorder = RecordingDispatcher(clock: clock) }

  @Test func ticksOncePerIntervalUntilStopped() async {
    let every = recorder.start(
      .time(), Every(.seconds(1), Reply(Clock.ticked)))
    clock.advance(by: .seconds(10))
    #expect(difference(recorder.messages, Array(repeating: Clock.ticked, count: 10)) == nil)
    every.stop()
    #expect(clock.scheduledCount == 0, "a stopped tick leaves nothing behind")
    await every.ended()
    #expect(recorder.messages.count == 10)
  }

  @Test func momentsAreMultiplesOfTheIntervalHoweverTheClockJumps() async {
    let every = recorder.start(
      .time(), Every(.milliseconds(300), Reply(Clock.ticked)))
    clock.advance(by: .milliseconds(299))
    recorder.expectNoMore()
    clock.advance(by: .milliseconds(1))
    await recorder.expect(Clock.ticked)
    clock.advance(by: .milliseconds(950))
    await recorder.expect(Clock.ticked, Clock.ticked, Clock.ticked)
    recorder.expectNoMore()
    every.stop()
    await every.ended()
  }

  @Test func theNewestDeclaredReplyIsUsedWithoutARestart() async {
    let every = recorder.start(
      .time(), Every(.seconds(2), Reply(Clock.ticked)))
    clock.advance(by: .seconds(1))
    #expect(every.update(to: Every(.seconds(2), Reply(Clock.struck))))
    clock.advance(by: .seconds(1))
    await recorder.expect(Clock.struck)
    recorder.expectNoMore()
    every.stop()
    await every.ended()
  }

  /// A clock whose time jumps ahead, as on a computer that has slept.
  private final class SleepingClock: RuntimeClock {
    let state = Locked((now: Duration.zero, actions: [@Sendable () -> Void]()))

    var now: Duration { state.withLock { $0.now } }

    func schedule(
      after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> ScheduledAction {
      state.withLock { $0.actions.append(action) }
      // There is at most one timer.
      return ScheduledAction { [state] in state.withLock { $0.actions = [] } }
    }

    /// Lets time pass, and calls each scheduled action once.
    func wakeUp(after time: Duration) {
      let actions = state.withLock { state in
        state.now += time
        defer { state.actions = [] }
        return state.actions
      }
      for action in actions { action() }
    }
  }

  @Test func oneTickStandsForThoseThatWereSleptThrough() async {
    let clock = SleepingClock()
    let recorder = RecordingDispatcher(clock: clock)
    let every = recorder.start(.time(), Every(.seconds(1), Reply(Clock.slept)))
    clock.wakeUp(after: .seconds(28_800) + .milliseconds(500))
    await recorder.expect(Clock.slept(Tick(28_800, at: .milliseconds(28_800_500))))
    #expect(clock.state.withLock { $0.actions.count } == 1)
    clock.wakeUp(after: .milliseconds(500))
    await recorder.expect(Clock.slept(Tick(1, at: .seconds(28_801))))
    every.stop()
    await every.ended()
  }

  private struct Seconds: Model {}

  /// The clock keeps a running `Every`, so the end of the runtime must release it.
  @Test func theClockReleasesItWhenItsRuntimeIsDropped() throws {
    let ticking = FunctionSubscriptionProvider<Seconds> { _ in
      [Every(.seconds(1), Reply(Clock.ticked))]
    }
    do {
      let runtime = try Runtime(
        Program(model: Seconds(), CombinedUpdater<Seconds>([.full(ticking)])),
        interpreters: [.time()],
        options: RuntimeOptions(clock: clock, issues: IssueRecorder().handler))
      runtime.start()
      #expect(clock.scheduledCount == 1)
    }
    #expect(clock.scheduledCount == 0)
  }

  @Test func anIntervalOfZeroIsAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) {
      struct Tick: Message {}
      _ = Every(.zero, Reply(Tick()))
    }
  }
}
