import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaTesting
import Testing

@testable import timer

@Suite struct TimerTests {
  private func key(_ key: TerminalKey) -> TimerMessage { .happened(.key(KeyStroke(key))) }

  @Test func timePassesUntilTheDuration() {
    let app = AppTest(timerProgram, interpreters: [.time(), .store(VirtualStore())])
    app.start(exhaustive: .model) { $0.isLoaded = true }
    app.advance(by: .seconds(14), exhaustive: .model) { $0.elapsed = 140 }
    app.advance(by: .seconds(14), exhaustive: .model) { $0.elapsed = 150 }
    #expect(!app.running.contains { $0 is Every })
  }

  @Test func aLongerDurationGoesOn() {
    let app = AppTest(
      Program(model: TimerModel(elapsed: 150, isLoaded: true), timerProgram.feature),
      interpreters: [.time(), .store(VirtualStore())])
    app.start(exhaustive: .model)
    app.send(key(.right), exhaustive: .model) { $0.duration = 160 }
    app.advance(by: .seconds(2), exhaustive: .model) { $0.elapsed = 160 }
  }

  @Test func aBusyAppLosesNoTime() {
    let test = StepTest(TimerFeature(), model: TimerModel())
    test.send(.ticked(Tick(7)), exhaustive: .model) { $0.elapsed = 7 }
  }

  @Test func aShorterDurationKeepsTheElapsedTime() {
    let test = StepTest(TimerFeature(), model: TimerModel(elapsed: 145))
    test.send(key(.left), exhaustive: .model) { $0.duration = 140 }
    test.send(.ticked(Tick()), exhaustive: .model)
  }

  @Test func theDurationStaysInRange() {
    let test = StepTest(TimerFeature(), model: TimerModel(elapsed: 3, duration: 0))
    test.send(key(.left), exhaustive: .model)
    test.send(key(.character("r")), exhaustive: .model) { $0.elapsed = 0 }
  }

  @Test func theScreenShowsTheGauge() {
    let screen = TimerFeature().subscriptions(model: TimerModel(elapsed: 75))
      .compactMap { $0 as? TerminalScreen }.first
    #expect(
      screen?.lines.first
        == "Elapsed   " + String(repeating: "█", count: 15) + String(repeating: "░", count: 15)
        + " 7.5 s")
  }

  @Test(arguments: [TerminalKey.character("q"), .escape]) func itQuits(with pressed: TerminalKey) {
    let test = StepTest(timerProgram)
    test.send(key(pressed), commands: [ExitProcess()])
  }

  @Test func itEndsWithItsInput() {
    let test = StepTest(timerProgram)
    test.send(.happened(.end), commands: [ExitProcess()])
  }

  @Test(arguments: [
    (SavedTimer(elapsed: 20, duration: 160), SavedTimer(elapsed: 20, duration: 160)),
    (SavedTimer(elapsed: 160, duration: 20), SavedTimer(elapsed: 160, duration: 20)),
    (SavedTimer(elapsed: -1, duration: -1), SavedTimer(elapsed: 0, duration: 0)),
    (SavedTimer(elapsed: .max, duration: .max), SavedTimer(elapsed: 600, duration: 600)),
  ])
  func aSavedTimerIsRestoredWithinItsLimits(saved: SavedTimer, restored: SavedTimer) {
    let test = StepTest(TimerFeature(), model: TimerModel())
    test.send(.restored(saved), exhaustive: .model) {
      $0.elapsed = restored.elapsed
      $0.duration = restored.duration
      $0.isLoaded = true
    }
  }

  @Test func onlyTheTimesAreSaved() {
    let model = TimerModel(elapsed: 3, isLoaded: true, problem: .outOfRange(name: "timer.json"))
    let saved = TimerFeature().subscriptions(model: model).compactMap { $0 as? Persisted }
    let value = saved.first?.items.first?.value as? SavedTimer
    #expect(value == SavedTimer(elapsed: 3, duration: 150))
  }

  @Test func anErrorIsShownUntilTheNextKey() {
    let error = StoreError.outOfRange(name: "timer.json")
    let test = StepTest(TimerFeature(), model: TimerModel(isLoaded: true))
    test.send(.failed(error), exhaustive: .model) { $0.problem = error }
    test.send(.ticked(Tick()), exhaustive: .model) { $0.elapsed = 1 }
    test.send(key(.up), exhaustive: .model) { $0.problem = nil }
  }

  @Test func everythingIsWired() {
    expectWiring(of: timerProgram, interpreters: timerInterpreters(keepingIn: nil))
  }
}
