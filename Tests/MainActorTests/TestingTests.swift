import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// Everything that `KatanaTesting` offers, used by tests that are on the main actor.
@Suite struct TestingTests {
  private let ticks = Every(.seconds(1), Reply(ScreenMessage.ticked))

  @Test func aStep() {
    let test = StepTest(
      CombinedUpdater([.full(ScreenUpdater()), .full(ScreenSubscriptions())]), model: Screen())
    test.send(.titleChanged("a"), commands: [Save(title: "a")]) { $0.title = "a" }
    test.send(.tickingChanged(true), subscriptions: [.started(ticks)]) { $0.isTicking = true }
    test.model.ticks = 7
    test.send(ScreenMessage.ticked as any Message, subscriptions: [.kept(ticks)]) { $0.ticks = 8 }
  }

  @Test func anApp() {
    let app = AppTest(
      Program(
        model: Screen(), CombinedUpdater([.full(ScreenUpdater()), .full(ScreenSubscriptions())]),
        commands: [Load()]), interpreters: [.time()])
    app.start(commands: [Load()])
    app.answer(\Load.reply, with: "loaded", commands: [Save(title: "loaded")]) {
      $0.title = "loaded"
    }
    app.send(.tickingChanged(true), subscriptions: [.started(ticks)]) { $0.isTicking = true }
    app.advance(by: .seconds(2), sends: [ScreenMessage.ticked, ScreenMessage.ticked]) {
      $0.ticks = 2
    }
    #expect(app.model.ticks == 2 && app.clock.now == .seconds(2))
    #expect(difference(app.pending, [Save(title: "loaded")]) == nil)
    app.answer(
      Save.self, with: ScreenMessage.tickingChanged(false), subscriptions: [.stopped(ticks)]
    ) { $0.isTicking = false }
    app.finish()
  }

  @Test func eventsThatTheTestSends() {
    let app = AppTest(
      Program(
        model: Screen(isTicking: true),
        CombinedUpdater([.full(ScreenUpdater()), .full(ScreenSubscriptions())])))
    app.start(subscriptions: [.started(ticks)])
    app.emit(\Every.reply, with: Tick()) { $0.ticks = 1 }
    app.emit(Every.self, with: ScreenMessage.ticked) { $0.ticks = 2 }
    #expect(difference(app.running, [ticks]) == nil)
  }

  @Test func aCommandsInterpreter() async {
    let recorder = RecordingDispatcher()
    let run = recorder.run(SaveInterpreter(), Save(title: "x"))
    await recorder.expect(ScreenMessage.titleChanged("saved"))
    await run.ended()
    recorder.expectNoMore()
    #expect(difference(run.lateMessages, []) == nil)
  }

  @Test func aSubscriptionsInterpreter() async {
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let every = recorder.start(.time(), ticks)
    clock.advance(by: .seconds(1))
    #expect(await recorder.next(as: ScreenMessage.self) == .ticked)
    every.stop()
    await every.ended()
    recorder.expectNoMore()
  }

  @Test func wiringAndFailures() async {
    expectWiring(
      of: [.command(SaveInterpreter()), .time()],
      effects: [Save.self, Every.self])
    let wrong = failures { StepTest(ScreenUpdater(), model: Screen()).send(.ticked) }
    #expect(wrong.count == 1)
    let missing = await failures {
      await RecordingDispatcher().expect(ScreenMessage.ticked, within: .zero)
    }
    #expect(missing.count == 1)
  }
}

struct Load: Command, Equatable {
  var reply = Reply { (title: String) in ScreenMessage.titleChanged(title) }
}
