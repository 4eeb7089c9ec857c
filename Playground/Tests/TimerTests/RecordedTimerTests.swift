// swift-format-ignore-file
import Foundation
import Katana
import KatanaEffects
import KatanaTesting
import Testing

@testable import timer

@Test func recordedTimer() {
  let test = StepTest(timerProgram)
  test.model = TimerModel(elapsed: 0, duration: 150)

  // 1, from outside
  test.send(
    TimerMessage.ticked(Tick(7, date: Date(timeIntervalSinceReferenceDate: 0.0))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.7 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 15.0 s", "left and right change the duration, r resets, q quits"], area: .inline, cursor: nil, remains: false))]
  ) {
    $0.elapsed = 7
  }

  // 2, from outside
  test.send(
    TimerMessage.happened(.key(KeyStroke(.right, KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.7 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration, r resets, q quits"], area: .inline, cursor: nil, remains: false))]
  ) {
    $0.duration = 160
  }

  // 3, from outside
  test.send(
    TimerMessage.ticked(Tick(200, date: Date(timeIntervalSinceReferenceDate: 0.0))),
    subscriptions: [.stopped(Every(Duration(secondsComponent: 0, attosecondsComponent: 100000000000000000), alignedTo: .start, Reply { (_: Tick) -> TimerMessage in fatalError("of a recording") })), .changed(TerminalScreen(["Elapsed   ██████████████████████████████ 16.0 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration, r resets, q quits"], area: .inline, cursor: nil, remains: false))]
  ) {
    $0.elapsed = 160
  }

  // 4, from outside
  test.send(
    TimerMessage.happened(.key(KeyStroke(.character("r"), KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["Elapsed   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0.0 s", "Duration  ████████░░░░░░░░░░░░░░░░░░░░░░ 16.0 s", "left and right change the duration, r resets, q quits"], area: .inline, cursor: nil, remains: false)), .started(Every(Duration(secondsComponent: 0, attosecondsComponent: 100000000000000000), alignedTo: .start, Reply { (_: Tick) -> TimerMessage in fatalError("of a recording") }))]
  ) {
    $0.elapsed = 0
  }
}
