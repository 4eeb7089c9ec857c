import Foundation
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaTesting
import KatanaViews

/// Views that follow each other on a screen, with keys between them, and the bytes for each.
struct RandomPair {
  private(set) var screen: ScreenState
  private(set) var count = 0
  private(set) var bytes = ""
  private let seed: UInt64
  private let hasClusters: Bool
  private let palette: Palette
  private var random: SeededGenerator
  private var painter: CellPainter

  init(_ seed: UInt64, hasClusters: Bool = true) {
    (self.seed, self.hasClusters) = (seed, hasClusters)
    random = SeededGenerator(seed: seed &* 77)
    palette = random.element(of: [
      .plain, .ansi, .indexed, .direct, Palette(.indexed, isLight: true),
    ])
    painter = CellPainter(palette)
    screen = ScreenState(
      size: TerminalSize(columns: 8 + random.below(40), rows: 3 + random.below(14)))
  }

  /// The bytes for a terminal that shows nothing.
  var wholeBytes: String {
    mutating get {
      var painter = CellPainter(palette)
      return painter.bytes(for: &screen)
    }
  }

  /// Shows the next version, or presses a key. Returns `false` after the last one.
  mutating func step() -> Bool {
    guard count < 5 else { return false }
    if count % 2 == 0 {
      var view = RandomView(version: UInt64(count), hasClusters: hasClusters)
      screen.show(view.view(seed), at: Date(timeIntervalSince1970: 0))
    } else {
      let keys: [TerminalKey] = [
        .tab, .down, .pageDown, .end, .enter, .escape, .up, .left, .character("z"),
      ]
      _ = screen.handle(.key(KeyStroke(random.element(of: keys))))
    }
    count += 1
    bytes = painter.bytes(for: &screen)
    return true
  }
}

extension RandomPair {
  /// Returns what a terminal shows otherwise after the differences than after the whole; `nil` if
  /// nothing.
  static func problem(_ seed: UInt64) -> String? {
    var pair = RandomPair(seed)
    var terminal = TerminalModel(width: pair.screen.size.columns, height: pair.screen.size.rows)
    while pair.step() {
      terminal.write(pair.bytes)
      var whole = TerminalModel(width: terminal.width, height: terminal.height)
      whole.write(pair.wholeBytes)
      if terminal.shown != whole.shown || terminal.lines != pair.screen.lines {
        return """
          seed \(seed), step \(pair.count)
          shown: \(terminal.lines), \(terminal.shown.cursor ?? []), \(terminal.unknown)
          whole: \(whole.lines), \(whole.shown.cursor ?? [])
          cells: \(pair.screen.lines)
          bytes: \(pair.bytes.debugDescription)
          """
      }
      if !terminal.modes.isSubset(of: ["25"]) || terminal.clears > 1 {
        return "seed \(seed): \(terminal.modes), \(terminal.clears) times erased"
      }
    }
    return nil
  }
}
