import Foundation
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaTesting
import KatanaViews
import Testing

/// Whatever comes from the keyboard, and whatever view is shown, nothing traps, and the screen stays
/// as large as it is.
///
/// Many more bytes, in a release build: `.ci/long screens`.
@Suite struct RandomInputTests {
  private static let count =
    ProcessInfo.processInfo.environment["KATANA_BYTES"].flatMap(Int.init) ?? 10_000

  @Test func randomBytesNeverTrap() {
    let input = RandomInput(bytes: Self.count)
    #expect(input.events > Self.count / 20 && input.messages > 0)
    #expect(input.screen.lines.allSatisfy { $0.count <= 30 } && input.screen.lines.count <= 10)
  }

  @Test func randomEventsInRandomViewsNeverTrap() {
    for seed in 0..<UInt64(max(Self.count / 250, 1)) {
      var random = SeededGenerator(seed: seed)
      var screen = ScreenState(size: TerminalSize(columns: 30, rows: 10))
      for version in 0..<5 {
        var view = RandomView(version: UInt64(version), nodes: 30)
        screen.show(view.view(seed), at: Date(timeIntervalSince1970: 0))
        for _ in 0..<10 { _ = screen.handle(RandomInput.event(&random)) }
        #expect(screen.lines.count <= max(screen.size.rows, 0))
      }
    }
  }

  /// No event reaches a node that is not visible, or not the one that was shown; Tab reaches every control
  /// from every other; what is memoised shows the same as what is measured anew.
  @Test func whatActsIsWhatIsSeen() {
    var (events, messages, stops) = (0, 0, 0)
    for seed in 0..<UInt64(max(Self.count / 500, 1)) {
      var app = RandomApp(seed)
      if let problem = app.problem(events: 50) {
        Issue.record("\(problem)")
        return
      }
      events += app.events
      messages += app.messages
      stops += app.stops
    }
    #expect(messages > events / 100 && stops > events / 100)
  }
}
