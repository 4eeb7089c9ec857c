import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct RecordedSubscriptionTests {
  private let clock = ManualClock()
  private let recorder: RecordingDispatcher
  init() { recorder = RecordingDispatcher(clock: clock) }

  private func scripted(
    onStart: @escaping ScriptedInterpreter.Step = { _ in },
    onStop: @escaping ScriptedInterpreter.Step = { _ in }
  ) -> RecordedSubscription<ScriptedInterpreter> {
    recorder.start(Pulse()) { _, dispatch in
      ScriptedInterpreter(dispatch: dispatch, onStart: onStart, onStop: onStop)
    }
  }

  @Test func itRunsByTheControlledClockUntilItIsStopped() async {
    let pulse = recorder.start(PulseInterpreter.self, Pulse())
    clock.advance(by: .seconds(2))
    await recorder.expect(Heart.beat, Heart.beat)
    pulse.stop()
    pulse.stop()
    await pulse.ended()
    recorder.expectNoMore()
    #expect(pulse.lateMessages.isEmpty)
    #expect(clock.scheduledCount == 0)
  }

  @Test func oneThatRunsInATaskEndsWithTheTask() async {
    let pulse = recorder.start(PulseTaskInterpreter.self, Pulse())
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(1))
    await recorder.expect(Heart.beat)
    pulse.stop()
    await pulse.ended()
    recorder.expectNoMore()
  }

  @Test func aMessageOfStartArrives() async {
    let pulse = scripted(onStart: { $0(Heart.beat) })
    await recorder.expect(Heart.beat)
    pulse.stop()
    await pulse.ended()
  }

  @Test func theNewestDeclaredReplyIsUsedWithoutAskingTheInterpreter() async {
    // The scripted interpreter refuses every update, so `true` means that it was not asked.
    let pulse = scripted(onStart: { dispatch in
      dispatch.clock.schedule(after: .seconds(1)) { dispatch { $0.reply() } }
    })
    #expect(pulse.update(to: Pulse(reply: Reply(Heart.skipped))))
    clock.advance(by: .seconds(1))
    await recorder.expect(Heart.skipped)
    pulse.stop()
    await pulse.ended()
  }

  @Test func anInterpreterIsAskedToTakeANewPayload() async {
    let pulse = recorder.start(PulseInterpreter.self, Pulse())
    #expect(pulse.update(to: Pulse(interval: .seconds(3), reply: Reply(Heart.skipped))))
    #expect(!pulse.update(to: Pulse(interval: .seconds(2), reply: Reply(Heart.beat))))
    clock.advance(by: .seconds(6))
    await recorder.expect(Heart.skipped, Heart.skipped)
    pulse.stop()
    await pulse.ended()
    recorder.expectNoMore()
  }

  @Test func aLeftoverThatSendsNothingIsRunToItsEnd() async {
    let pulse = scripted(onStart: { dispatch in
      dispatch.clock.schedule(after: .seconds(60)) { withExtendedLifetime(dispatch) {} }
    })
    pulse.stop()
    await pulse.ended()
    #expect(clock.now == .seconds(60))
  }

  @Test func theClockStandsStillWhileOthersRun() async {
    let other = recorder.start(PulseInterpreter.self, Pulse(name: "other"))
    let pulse = recorder.start(PulseInterpreter.self, Pulse())
    pulse.stop()
    await pulse.ended()
    #expect(clock.now == .zero)
    other.stop()
    await other.ended()
  }

  @Test func aForgottenTimerFailsTheTest() async {
    let pulse = scripted(onStart: beatForEver)
    clock.advance(by: .seconds(1))
    await recorder.expect(Heart.beat)
    pulse.stop()
    let found = await failures { await pulse.ended() }
    #expect(
      found.map(\.text) == [
        """
        The interpreter of Pulse sent 1 message in or after stop(): Heart.beat.
        A runtime drops and counts these messages, so the work behind them is wasted.
        To fix this, cancel the timers, remove the observers and end the tasks in `stop()`, and send \
        nothing there.
        """
      ])
    recorder.expectNoMore()
  }

  @Test func messagesOfStopFailTheTest() async {
    let pulse = scripted(onStop: { dispatch in
      dispatch(Heart.beat)
      dispatch { _ in Heart.skipped }
    })
    pulse.stop()
    let found = await failures { await pulse.ended() }
    #expect(
      found.map(\.text.firstLine) == [
        "The interpreter of Pulse sent 2 messages in or after stop(): Heart.beat, Heart.skipped."
      ])
    #expect(difference(pulse.lateMessages, [Heart.beat, Heart.skipped]) == nil)
    recorder.expectNoMore()
  }

  /// An interpreter cannot know that it is stopped before its `stop()` has done its work.
  @Test func aMessageOfAnotherThreadDuringStopIsDropped() async {
    let pulse = scripted(onStop: { dispatch in
      let isSent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        dispatch(Heart.beat)
        isSent.signal()
      }
      isSent.wait()
    })
    pulse.stop()
    await pulse.ended()
    #expect(pulse.lateMessages.isEmpty)
    recorder.expectNoMore()
  }

  @Test func aMessageOfAnotherThreadAfterStopFailsTheTest() async {
    let isStopped = DispatchSemaphore(value: 0)
    let pulse = scripted(onStart: { dispatch in
      Thread.detachNewThread {
        isStopped.wait()
        dispatch(Heart.beat)
      }
    })
    pulse.stop()
    isStopped.signal()
    let found = await failures { await pulse.ended() }
    #expect(
      found.map(\.text.firstLine) == [
        "The interpreter of Pulse sent 1 message in or after stop(): Heart.beat."
      ])
  }

  @Test func aDispatcherThatSomebodyKeepsFailsTheTest() async {
    let observers = Locked<[SubscriptionDispatcher<Pulse>]>([])
    let pulse = scripted(onStart: { dispatch in observers.withLock { $0.append(dispatch) } })
    pulse.stop()
    let found = await failures { await pulse.ended(within: .milliseconds(1)) }
    #expect(
      found.map(\.text) == [
        """
        Something still held the dispatcher of Pulse 0.001 seconds of real time after stop().
          Scheduled on the clock: nothing; it is 0.0 seconds
        Nothing was sent, but a dispatcher that is held can still send messages.
        To fix this, release the dispatcher in `stop()`: remove the observer, cancel the timer, \
        end the task that captured it; or allow more time with `within:`.
        """
      ])
    observers.withLock { $0 = [] }
    await pulse.ended()
  }

  @Test func workThatGoesOnForEverFailsTheTest() async {
    let pulse = scripted(onStart: pollForEver)
    pulse.stop()
    let found = await failures { await pulse.ended() }
    #expect(
      found.map(\.text) == [
        """
        Actions were still scheduled 10000 actions after stop() of Pulse.
          Scheduled on the clock: 1 action, at 10001.0 seconds; it is 10000.0 seconds
        An action repeats for ever; the interpreter may have forgotten to cancel it.
        To fix this, cancel repeating actions in `stop()`, or those of other code in this test \
        that uses the clock.
        """
      ])
  }

  @Test func theProofNeedsAStop() async {
    let pulse = recorder.start(PulseInterpreter.self, Pulse())
    let found = await failures { await pulse.ended() }
    #expect(
      found.map(\.text) == [
        """
        `ended()` was called before `stop()` for Pulse.
        A subscription sends messages until it is stopped.
        To fix this, call `stop()` first.
        """
      ])
    pulse.stop()
  }

  class Broad: Subscription, @unchecked Sendable {
    let id = 1
    static func == (lhs: Broad, rhs: Broad) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
  final class Narrow: Broad, @unchecked Sendable {}
  final class BroadInterpreter: PlainSubscriptionInterpreter {
    init(subscription: Broad, dispatch: SubscriptionDispatcher<Broad>) {}
    func start() {}
    func stop() {}
    func update(to subscription: Broad) -> Bool { true }
  }

  @Test func anObjectOfAnotherClassIsNoUpdate() {
    let running = recorder.start(BroadInterpreter.self, Broad())
    #expect(running.update(to: Broad()))
    let found = failures { #expect(!running.update(to: Narrow())) }
    running.stop()
    #expect(
      found.map(\.text) == [
        """
        `update(to:)` was given an object of another class for Broad.
          Running: Broad
          Given: Narrow
        A runtime would stop this subscription and start another one, of the other class.
        To fix this, stop this one and start another.
        """
      ])
  }

  @Test func updatesThatNoRuntimeWouldMakeFailTheTest() {
    let pulse = recorder.start(PulseInterpreter.self, Pulse())
    let found = failures {
      #expect(!pulse.update(to: Pulse(name: "clock")))
      pulse.stop()
      #expect(!pulse.update(to: Pulse()))
    }
    #expect(
      found.map(\.text) == [
        """
        `update(to:)` was given a value of another id for Pulse.
          Running: "heart"
          Given: "clock"
        A runtime would stop this subscription and start another one.
        To fix this, give the subscription an `id` that does not contain the changed property, or \
        stop this one and start another.
        """,
        """
        `update(to:)` was called after `stop()` for Pulse.
        A runtime never calls `update(to:)` of an interpreter that it has stopped.
        To fix this, start a new subscription with the recorder.
        """,
      ])
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
