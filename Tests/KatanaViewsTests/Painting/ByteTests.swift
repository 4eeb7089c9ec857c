import Foundation
import Katana
import KatanaConsole
import KatanaViews
import Testing

import KatanaScreen
@testable import KatanaTerminalViews

private struct Rows: ViewRows {
  typealias Receiver = Counter
  var count: Int

  func id(at index: Int) -> Int { index }
  func row(at index: Int) -> ViewOf<Counter> {
    .row([.text("entry \(index)").width(.fill), .text("\(index * 7 % 100) ms", .muted)])
  }
}

/// How many bytes a change costs.
@Suite struct ByteTests {
  private var painter = CellPainter(.indexed)
  private var screen = ScreenState(size: TerminalSize(columns: 80, rows: 24))
  private var terminal = TerminalModel(width: 80, height: 24)

  /// Paints, and checks that the terminal shows the screen.
  private mutating func paint() -> Int {
    let bytes = painter.bytes(for: &screen)
    terminal.write(bytes)
    var whole = TerminalModel(width: 80, height: 24)
    var other = CellPainter(.indexed)
    whole.write(other.bytes(for: &screen))
    #expect(terminal.shown == whole.shown)
    return bytes.utf8.count
  }

  @Test mutating func nothingCostsNothing() {
    var model = Counter()
    screen.show(counterView(model))
    #expect(paint() > 100)
    screen.show(counterView(model))
    #expect(paint() == 0)
    // What is not shown costs nothing either.
    model.value = 0
    screen.show(counterView(model))
    #expect(paint() == 0)
  }

  @Test mutating func aNumberCosts60BytesAtMost() {
    for value in 1...200 {
      screen.show(counterView(Counter(value: value)))
      let bytes = paint()
      if value > 1 { #expect(bytes > 0 && bytes <= 60, "\(value)") }
    }
    #expect(terminal.clears == 1)
  }

  @Test(arguments: [false, true])
  mutating func aListThatIsScrolledByARowCosts200BytesAtMost(_ hasTitle: Bool) {
    let list: ViewOf<Counter> = .rows(Rows(count: 1_000))
    screen.show(hasTitle ? .column([.text("Title", .heading), .divider, list]) : list)
    _ = paint()
    for _ in 0..<40 { _ = screen.handle(.key(KeyStroke(.down))) }
    _ = paint()
    var costs: [Int] = []
    for key in [TerminalKey](repeating: .down, count: 20) {
      _ = screen.handle(.key(KeyStroke(key)))
      costs.append(paint())
    }
    #expect(costs.allSatisfy { $0 > 0 && $0 <= 200 }, "\(costs)")
    let wheel = MouseEvent(.scrolledDown, column: 5, row: 10)
    _ = screen.handle(.mouse(wheel))
    let wheelCost = paint()
    // Three rows.
    #expect(wheelCost <= 400, "\(wheelCost)")
    #expect(terminal.clears == 1)
  }

  @Test mutating func aResizedScreenIsErasedOnce() {
    screen.show(counterView(Counter()))
    _ = paint()
    _ = screen.handle(.resized(TerminalSize(columns: 79, rows: 24)))
    let bytes = painter.bytes(for: &screen)
    #expect(bytes.components(separatedBy: "\u{1B}[2J").count == 2)
    #expect(painter.bytes(for: &screen).isEmpty)
  }

  @Test mutating func theTitleIsSetOnceAndAgainWhenTheTerminalWasUsedByOthers() {
    screen.show(counterView(Counter()).windowTitle("a\u{1B}]2;b\u{7}c"))
    let first = painter.bytes(for: &screen)
    #expect(first.components(separatedBy: "\u{1B}]2;").count == 2)
    #expect(!first.contains("\u{7}"))
    #expect(painter.bytes(for: &screen).isEmpty)
    painter.forget()
    #expect(painter.bytes(for: &screen).contains("\u{1B}]2;"))
  }

  /// tmux 3.3a draws "⚠️" in one column, others in two: what stands behind it must not depend on that.
  @Test(arguments: ["⚠️", "👩‍👩‍👧", "🇩🇪", "👍🏽", "1️⃣"])
  mutating func behindACharacterOfDisputedWidthTheCursorIsMoved(_ character: String) {
    for count in [93, 3] {
      screen.show(ViewOf<Counter>.text("\(character) \(count) late"))
      let bytes = painter.bytes(for: &screen)
      if count == 93 {
        #expect(bytes.contains("\(character)\u{1B}[1;4H93 late"), "\(bytes.debugDescription)")
      }
      if count == 3 {
        #expect(bytes.contains("\u{1B}[1;4H\u{1B}[0m3 late"), "\(bytes.debugDescription)")
      }
    }
    // What was there before is removed where the character takes one column only.
    screen.show(ViewOf<Counter>.text("abcd"))
    _ = painter.bytes(for: &screen)
    screen.show(ViewOf<Counter>.text("\(character)cd"))
    #expect(painter.bytes(for: &screen).contains("  \u{1B}[1H\(character)"))
  }

  /// Terminals agree on letters with marks, so nothing is written for them.
  @Test mutating func aLetterWithMarksCostsNothingMore() {
    screen.show(ViewOf<Counter>.text("e\u{301}te\u{301}"))
    #expect(painter.bytes(for: &screen).contains("e\u{301}te\u{301}"))
  }

  /// The region is as small as the lines that move.
  @Test(arguments: [1, -1, 3, -2]) func linesThatMoveAreMovedAlone(_ distance: Int) throws {
    func buffer(_ lines: [Int]) -> CellBuffer {
      var buffer = CellBuffer(width: 10, height: lines.count)
      for (y, line) in lines.enumerated() {
        for x in 0..<10 { buffer.cells[y * 10 + x] = Cell(glyph: UInt32(0x41 + line)) }
      }
      return buffer
    }
    // Two lines above and three below stay.
    let old = [0, 1] + (2..<12) + [30, 31, 32]
    let moved = (2..<12).map { (2..<12).contains($0 + distance) ? $0 + distance : 40 + $0 }
    let new = [0, 1] + moved + [30, 31, 32]
    let move = try #require(LineMove(from: buffer(old), to: buffer(new)))
    #expect(move.distance == distance && move.first == 2 && move.last == 11)
    let applied = move.applied(to: buffer(old))
    for (y, line) in new.enumerated() where line < 40 {
      #expect(applied.cells[y * 10].glyph == UInt32(0x41 + line))
    }
  }

  private mutating func bytes(from before: ViewOf<Counter>, to after: ViewOf<Counter>) -> String {
    screen.show(before)
    _ = painter.bytes(for: &screen)
    screen.show(after)
    return painter.bytes(for: &screen)
  }

  /// A long empty rest is erased by one sequence, a short one by spaces.
  @Test(arguments: [8, 9]) mutating func anEmptyRestIsErased(_ rest: Int) {
    screen = ScreenState(size: TerminalSize(columns: 20, rows: 1))
    let bytes = bytes(
      from: .text("a" + String(repeating: "x", count: 19)),
      to: .text(String(repeating: "y", count: 20 - rest)))
    #expect(bytes.contains("\u{1B}[K") == (rest == 9), "\(bytes.debugDescription)")
  }

  /// Few equal columns between two that differ are written again only if they are ASCII in the style that
  /// is on.
  @Test(arguments: [("abc", true), ("a字", false), ("abcd", true), ("abcde", false)])
  mutating func whatIsBetweenIsWrittenOrPassed(_ between: String, _ isWritten: Bool) {
    let bytes = bytes(from: .text("1\(between)2"), to: .text("3\(between)4"))
    #expect(bytes.contains("3\(between)4") == isWritten, "\(bytes.debugDescription)")
  }

  @Test mutating func whatIsBetweenInAnotherStyleIsPassed() {
    func view(_ first: String, _ last: String) -> ViewOf<Counter> {
      .text(styled: [StyledText(first), StyledText("ab", .danger), StyledText(last)])
    }
    #expect(!bytes(from: view("1", "2"), to: view("3", "4")).contains("ab"))
  }
}
