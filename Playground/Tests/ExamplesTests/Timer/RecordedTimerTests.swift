// swift-format-ignore-file
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaTesting
import Testing

@testable import timer

@Test func recordedTimer() {
  let test = StepTest(timerProgram)
  test.model = TimerModel(elapsed: 0, duration: 150, isLoaded: false, problem: nil)

  // 1, from command LoadPersisted<SavedTimer>
  test.send(
    TimerMessage.restored(nil),
    subscriptions: [.started(Persisted(SavedTimer(elapsed: 0, duration: 150), to: "timer.json", after: .milliseconds(100), atMost: .seconds(1), Reply { (_: StoreError) -> TimerMessage in fatalError("of a recording") })), .started(Every(.milliseconds(100), alignedTo: .start, Reply { (_: Tick) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.isLoaded = true
  }

  // 2, from outside
  test.send(
    TimerMessage.ticked(Tick(7, date: Date(timeIntervalSinceReferenceDate: 0.0))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.7 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 15.0 s", "left and right change the duration,", "r resets, q quits"], area: .inline, cursor: nil, remains: true)), .changed(Persisted(SavedTimer(elapsed: 7, duration: 150), to: "timer.json", after: .milliseconds(100), atMost: .seconds(1), Reply { (_: StoreError) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.elapsed = 7
  }

  // 3, from outside
  test.send(
    TimerMessage.happened(.key(KeyStroke(.right, KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.7 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration,", "r resets, q quits"], area: .inline, cursor: nil, remains: true)), .changed(Persisted(SavedTimer(elapsed: 7, duration: 160), to: "timer.json", after: .milliseconds(100), atMost: .seconds(1), Reply { (_: StoreError) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.duration = 160
  }

  // 4, from outside
  test.send(
    TimerMessage.ticked(Tick(200, date: Date(timeIntervalSinceReferenceDate: 0.0))),
    subscriptions: [.stopped(Every(.milliseconds(100), alignedTo: .start, Reply { (_: Tick) -> TimerMessage in fatalError("of a recording") })), .changed(TerminalScreen(["Elapsed   ██████████████████████████████ 16.0 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration,", "r resets, q quits"], area: .inline, cursor: nil, remains: true)), .changed(Persisted(SavedTimer(elapsed: 160, duration: 160), to: "timer.json", after: .milliseconds(100), atMost: .seconds(1), Reply { (_: StoreError) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.elapsed = 160
  }

  // 5, from outside
  test.send(
    TimerMessage.happened(.key(KeyStroke(.character("r"), KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.0 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration,", "r resets, q quits"], area: .inline, cursor: nil, remains: true)), .changed(Persisted(SavedTimer(elapsed: 0, duration: 160), to: "timer.json", after: .milliseconds(100), atMost: .seconds(1), Reply { (_: StoreError) -> TimerMessage in fatalError("of a recording") })), .started(Every(.milliseconds(100), alignedTo: .start, Reply { (_: Tick) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.elapsed = 0
  }
}
