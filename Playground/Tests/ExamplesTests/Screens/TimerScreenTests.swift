import KatanaViews
import KatanaTesting
import Katana
import KatanaEffects
import KatanaViewsTesting
import Testing

@testable import timer

@Suite struct TimerScreenTests {
  @Test func theTimerRunsAndIsReset() {
    let test = ViewTest(timerScreenProgram, timerView)
    test.app.answer(\LoadPersisted<SavedTimer>.reply, with: .success(nil), exhaustive: [])
    test.app.send(TimerMessage.ticked(Tick(30)), exhaustive: [])
    test.set("Duration", to: 4)
    #expect(test.outline == outline("3.0 s", 0.75))
    test.press("Reset")
    #expect(test.outline == outline("0.0 s", 0))
  }

  private func outline(_ elapsed: String, _ part: Double) -> String {
    """
    column "Timer" [r reset, Esc quit]
      row
        text "Elapsed:" muted
        progress \(part)
        text "\(elapsed)"
      row
        slider "Duration" 4.0 of 0.0...60.0
        text "4.0 s"
      button "Reset"
      keys
    """
  }
}
