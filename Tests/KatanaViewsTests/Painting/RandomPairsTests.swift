import Foundation
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import Testing

/// What has changed is enough: a terminal that gets the differences shows the same as one that gets
/// the whole.
///
/// Many more pairs, in a release build: `.ci/long screens`.
@Suite struct RandomPairsTests {
  private static func setting(_ name: String, _ usual: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? usual
  }
  private static let count = setting("KATANA_PAIRS", 300)
  private static let first = setting("KATANA_SEED", 0)

  @Test(arguments: 0..<4)
  func theDifferenceShowsTheSameAsTheWhole(_ part: UInt64) {
    let seeds = stride(from: Self.first + part, to: Self.first + Self.count, by: 4)
    for seed in seeds {
      guard let problem = RandomPair.problem(seed) else { continue }
      Issue.record("\(problem)")
      return
    }
  }

  /// The model would see a wrong painter.
  @Test func aMissingCellIsFound() {
    var pair = RandomPair(3)
    _ = pair.step()
    var terminal = TerminalModel(width: pair.screen.size.columns, height: pair.screen.size.rows)
    terminal.write(pair.bytes)
    let before = terminal.shown
    terminal.write("\u{1B}[2;2H\u{1B}[1mX\u{1B}[0m")
    #expect(terminal.shown != before)
  }
}
