import Foundation
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaTesting
import KatanaViews

/// Bytes and events as no person enters them, on a screen whose view changes.
struct RandomInput {
  private(set) var screen = ScreenState(size: TerminalSize(columns: 30, rows: 10))
  private(set) var events = 0
  private(set) var messages = 0

  /// Decodes random bytes, and gives the screen what they mean.
  init(bytes count: Int) {
    var random = SeededGenerator(seed: 1)
    var decoder = TerminalDecoder()
    for index in 0..<count {
      if index % 200 == 0 {
        var view = RandomView(version: UInt64(index / 5_000), nodes: 20)
        screen.show(view.view(UInt64(index / 1_000)), at: Date(timeIntervalSince1970: 0))
      }
      for event in decoder.take(Self.byte(&random)) {
        events += 1
        messages += screen.handle(event).count
      }
      if random.isTrue(oneIn: 50) {
        for event in decoder.timeout() { messages += screen.handle(event).count }
      }
    }
  }

  /// Bytes of sequences are frequent, so that many are complete.
  private static func byte(_ random: inout SeededGenerator) -> UInt8 {
    switch random.below(8) {
    case 0: 0x1B
    case 1, 2: random.element(of: Array("[<O;?~MmABCDHFZ0123456789PQRSu".utf8))
    case 3: random.element(of: Array("\r\t \u{7F}q".utf8))
    case 4: UInt8(0x20 + random.below(0x5F))
    default: UInt8(random.below(256))
    }
  }

  static func event(_ random: inout SeededGenerator) -> TerminalEvent {
    let keys: [TerminalKey] = [
      .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .insert, .delete, .function(1), .character("a"), .character(" "), .character("k"),
      .character("字"), .character("\u{301}"),
    ]
    let modifiers: [KeyModifiers] = [[], [], [], .shift, .alt, .control]
    switch random.below(12) {
    case 0: return .paste(random.element(of: ["", "one\ntwo", "👩‍👩‍👧", "\u{1B}[2J"]))
    case 1: return .resized(TerminalSize(columns: random.below(50) - 1, rows: random.below(20) - 1))
    case 2, 3:
      let actions: [MouseEvent.Action] = [
        .pressed(button: 0), .pressed(button: 2), .released(button: 0), .moved(button: 0),
        .moved(button: nil), .scrolledUp, .scrolledDown,
      ]
      return .mouse(
        MouseEvent(
          random.element(of: actions), column: random.below(60) - 5, row: random.below(20) - 5))
    case 4: return random.element(of: [.focus(true), .unknown([1, 2]), .end])
    default:
      return .key(KeyStroke(random.element(of: keys), random.element(of: modifiers)))
    }
  }
}
