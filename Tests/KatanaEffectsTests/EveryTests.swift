import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct EveryTests {
  enum Clock: Message, Equatable { case ticked }

  @Test func ticksOncePerIntervalUntilStopped() {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let every = Every(.seconds(1), Reply(Clock.ticked))
    let interpreter = EveryInterpreter(subscription: every, dispatch: recorder.dispatch(for: every))
    interpreter.start()
    clock.advance(by: .seconds(10))
    #expect(recorder.messages.count == 10)
    #expect(difference(recorder.messages, Array(repeating: Clock.ticked, count: 10)) == nil)
    interpreter.stop()
    clock.advance(by: .seconds(10))
    #expect(recorder.messages.count == 10)
    #expect(clock.scheduledCount == 0, "a stopped tick leaves nothing behind")
  }

  @Test func momentsAreMultiplesOfTheIntervalHoweverTheClockJumps() {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let every = Every(.milliseconds(300), Reply(Clock.ticked))
    let interpreter = EveryInterpreter(subscription: every, dispatch: recorder.dispatch(for: every))
    interpreter.start()
    clock.advance(by: .milliseconds(299))
    #expect(recorder.messages.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(recorder.messages.count == 1)
    clock.advance(by: .milliseconds(950))
    #expect(recorder.messages.count == 4)
  }
}
