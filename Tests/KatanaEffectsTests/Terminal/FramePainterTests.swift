import KatanaConsole
import KatanaConsoleTesting
import Testing

@testable import KatanaConsoleInterpreters

extension RealEffects {
  @Suite struct FramePainterTests {
    private typealias Cursor = TerminalScreen.Cursor

    /// Prints two lines, paints frames one after another, and compares the screen after each.
    private func show(
      _ frames: [TerminalFrame], rows: Int = 10
    ) -> (screen: VirtualScreen, bytes: [String]) {
      var (painter, bytes) = (FramePainter(), [String]())
      var screen = VirtualScreen(size: TerminalSize(columns: 12, rows: rows))
      screen.write("one\ntwo\n")
      for frame in frames {
        bytes.append(painter.paint(frame))
        screen.write(bytes[bytes.count - 1].replacing("\r\n", with: "\n"))
      }
      return (screen, bytes)
    }

    @Test func rowsAreShownBelowWhatWasPrinted() {
      let (screen, _) = show([TerminalFrame(rows: ["a", "b"], cursor: Cursor(row: 0, column: 1))])
      #expect(screen.lines == ["one", "two", "a", "b"])
      #expect(screen.cursor == Cursor(row: 2, column: 1))
      #expect(!screen.isCursorHidden)
    }

    @Test func onlyRowsThatDifferAreWritten() {
      let (screen, bytes) = show([
        TerminalFrame(rows: ["same", "old", "same"]), TerminalFrame(rows: ["same", "new", "same"]),
      ])
      #expect(screen.lines == ["one", "two", "same", "new", "same"])
      #expect(screen.isCursorHidden)
      #expect(bytes[1] == "\u{1B}[2A\r\r\n\u{1B}[2Knew\r\n")
    }

    @Test func theSameFrameWritesNothing() {
      let frame = TerminalFrame(rows: ["a"])
      #expect(show([frame, frame]).bytes[1] == "")
    }

    @Test func framesGrowAndShrink() {
      let long = TerminalFrame(rows: ["a", "b", "c"], cursor: Cursor(row: 1, column: 0))
      let short = TerminalFrame(rows: ["x"], cursor: Cursor(row: 0, column: 1))
      #expect(show([long, short]).screen.lines == ["one", "two", "x"])
      #expect(show([long, short]).screen.cursor == Cursor(row: 2, column: 1))
      #expect(show([short, long]).screen.lines == ["one", "two", "a", "b", "c"])
      let (screen, _) = show([long, TerminalFrame()])
      #expect(screen.lines == ["one", "two"])
      #expect(screen.cursor == Cursor(row: 2, column: 0))
    }

    @Test func framesScrollTheScreen() {
      let frame = TerminalFrame(rows: ["a", "b", "c"], cursor: Cursor(row: 0, column: 0))
      let (screen, _) = show([frame, TerminalFrame(rows: ["d", "e"])], rows: 4)
      #expect(screen.scrolledOut == ["one"])
      #expect(screen.lines == ["two", "d", "e"])
    }

    @Test func aFullRowIsNotDamagedByTheNextOne() {
      let full = String(repeating: "x", count: 12)
      let (screen, _) = show([
        TerminalFrame(rows: [full, "b"]),
        TerminalFrame(rows: [full, "c"], cursor: Cursor(row: 0, column: 11)),
      ])
      #expect(screen.lines == ["one", "two", full, "c"])
    }

    @Test func randomFramesShowWhatTheySay() {
      var random = SplitMix(state: 11)
      let texts = ["", "a", "bb", "日本語日本語", "xxxxxxxxxxxx", "👩‍👩‍👧x"]
      var frames: [TerminalFrame] = []
      for _ in 0..<500 {
        let count = Int(random.next() % 8) + 1
        let rows = (0..<count).map { _ in texts[Int(random.next() % 6)] }
        let row = Int(random.next() % UInt64(count))
        let cursor =
          random.next() % 3 == 0 ? nil : Cursor(row: row, column: Int(random.next() % 12))
        frames.append(TerminalFrame(rows: rows, cursor: cursor))
        let (screen, _) = show(frames.suffix(4))
        var wanted = rows
        while wanted.last == "" { wanted.removeLast() }
        let shown = screen.scrolledOut + screen.lines
        #expect(Array(shown.suffix(wanted.count)) == wanted || wanted.isEmpty)
        #expect(screen.isCursorHidden == (cursor == nil))
        if let cursor { #expect(screen.cursor.column == cursor.column) }
      }
    }

    @Test(arguments: [
      ("> ", "abc", "", 10, ["> abc"], 0, 5), ("> ", "abcdefgh", "", 10, ["> abcdefgh", ""], 1, 0),
      ("> ", "abcdefg", "h", 10, ["> abcdefgh"], 0, 9),
      ("> ", "日本語日", "本", 10, ["> 日本語日", "本"], 1, 0),
      ("> ", "a日本語", "日本", 10, ["> a日本語", "日本"], 1, 0),
      ("a\nb> ", "x", "y", 10, ["a", "b> xy"], 1, 4),
      ("> ", "a\u{308}", "", 10, ["> a\u{308}"], 0, 3),
      ("> ", "\u{200B}", "", 10, ["> \u{FFFD}"], 0, 3),
    ])
    func linesWrapAndTheCursorFollows(
      _ prompt: String, _ before: String, _ after: String, _ columns: Int, _ rows: [String],
      _ row: Int, _ column: Int
    ) {
      let frame = TerminalFrame(
        prompt: prompt, before: before, after: after, columns: columns, hasColor: true)
      #expect(frame.rows == rows)
      #expect(frame.cursor == Cursor(row: row, column: column))
    }

    @Test func aFrameThatIsTooHighShowsTheRowOfTheCursor() {
      let rows = (0..<8).map { "\($0)" }
      #expect(TerminalFrame(rows: rows).fitted(to: 3).rows == ["5", "6", "7"])
      let first = TerminalFrame(rows: rows, cursor: Cursor(row: 1, column: 0)).fitted(to: 3)
      #expect(first.rows.contains("1"))
      #expect(first.rows[first.cursor!.row] == "1")
      let last = TerminalFrame(rows: rows, cursor: Cursor(row: 7, column: 0)).fitted(to: 3)
      #expect(last.rows == ["5", "6", "7"] && last.cursor == Cursor(row: 2, column: 0))
    }
  }
}
