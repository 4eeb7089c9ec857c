import Katana
import KatanaConsole
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffectsTesting
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct TerminalScreenTests {
    private let terminal: PseudoTerminal
    private let test: ConsoleTest

    init() throws {
      terminal = try PseudoTerminal(columns: 20, rows: 6)
      test = ConsoleTest(terminal.console())
    }

    @Test func inlineLinesStayBelowWhatIsPrinted() async {
      test.run(Print("before"))
      let screen = test.show(TerminalScreen(["10 %", "==        "]))
      await terminal.expect(["before", "10 %", "=="])
      #expect(terminal.screen.isCursorHidden)
      test.run(Print("news"))
      #expect(screen.update(to: TerminalScreen(["20 %", "====      "])))
      await terminal.expect(["before", "news", "20 %", "===="])
      screen.stop()
      await terminal.expect(["before", "news"])
      #expect(!terminal.screen.isCursorHidden)
    }

    @Test func linesMayRemain() async {
      let screen = test.show(TerminalScreen(["done"], remains: true))
      await terminal.expect(["done"])
      screen.stop()
      test.run(Print("after"))
      await terminal.expect(["done", "after"])
    }

    @Test func aFullScreenLeavesNothingBehindAndDelaysPrints() async {
      test.run(Print("before"))
      let screen = test.show(
        TerminalScreen(["list", "> item"], area: .fullScreen, cursor: .init(row: 1, column: 2)))
      await terminal.expect(["list", "> item"])
      #expect(terminal.screen.isFullScreen)
      await terminal.expectCursor(row: 1, column: 2)
      test.run(Print("during", Reply(ConsoleMessage.printed)))
      _ = screen.update(to: TerminalScreen(["list 2"], area: .fullScreen))
      await terminal.expect(["list 2"])
      test.recorder.expectNoMore()
      screen.stop()
      await test.expect(.printed(nil))
      await terminal.expect(["before", "during"])
      #expect(!terminal.screen.isCursorHidden)
    }

    /// Otherwise `finish()` would wait for the text, and the text for the end of the screen.
    @Test func aPrintWithoutAReplyHasEndedThoughAFullScreenDelaysItsText() async {
      let screen = test.show(TerminalScreen(["list"], area: .fullScreen))
      await terminal.expect(["list"])
      let run = test.run(Print("during"))
      await run.ended()
      screen.stop()
      await terminal.expect(["during"])
    }

    @Test func aPromptStandsBelowTheScreen() async {
      let screen = test.show(TerminalScreen(["status"]))
      _ = test.prompt("> ")
      terminal.type("abc")
      await terminal.expect(["status", "> abc"])
      #expect(!terminal.screen.isCursorHidden)
      await terminal.expectCursor(row: 1, column: 5)
      terminal.type("\r")
      await test.expect(.answered(.entered("abc")))
      await terminal.expect(["> abc", "status"])
      screen.stop()
    }

    @Test func linesAreCutAndCleaned() async {
      let screen = test.show(
        TerminalScreen([
          "0123456789日本語日本語", "a\u{1B}[2Jb\n\u{1B}[31mred",
          "\u{1B}]8;;https://example.com\u{7}docs\u{1B}]8;;\u{7}", "0123456789กำหนดกำหนด",
        ]))
      await terminal.expect(["0123456789日本語日本", "abred", "docs", "0123456789กำหนดกำหนด"])
      #expect(!terminal.output.text.contains("example.com"))
      #expect(terminal.output.text.contains("\u{1B}[31mred\u{1B}[0m"))
      screen.stop()
    }

    @Test func coloursAreLeftOutOnDemand() async {
      let test = ConsoleTest(terminal.console(noColor: true))
      let screen = test.show(TerminalScreen(["\u{1B}[31mred"]))
      await terminal.expect(["red"])
      #expect(!terminal.output.text.contains("[31m"))
      screen.stop()
    }

    @Test func aDumbTerminalShowsTheLastLinesAtTheEnd() async {
      let test = ConsoleTest(terminal.console(term: "dumb"))
      let screen = test.show(TerminalScreen(["1"], remains: true))
      _ = screen.update(to: TerminalScreen(["2"], remains: true))
      screen.stop()
      test.run(Print("end"))
      await terminal.expect(["2", "end"])
    }
  }
}
