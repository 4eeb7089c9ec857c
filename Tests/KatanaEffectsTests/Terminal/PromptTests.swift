import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaEffectInterpreters
import KatanaEffectsTesting
import KatanaTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension RealEffects {
  @Suite struct PromptTests {
    private let terminal: PseudoTerminal
    private let test: ConsoleTest

    init() throws {
      terminal = try PseudoTerminal(columns: 20, rows: 6)
      test = ConsoleTest(terminal.console())
    }

    @Test func aLineIsEditedAndAnswered() async {
      let run = test.prompt("> ")
      await terminal.expect([">"])
      #expect(terminal.flags == 0)
      terminal.type("hello\u{1B}[D\u{1B}[DX\r")
      await test.expect(.answered(.entered("helXlo")))
      await run.ended()
      await terminal.expect(["> helXlo"])
      #expect(terminal.flags == PseudoTerminal.usual)
      await terminal.expectCursor(row: 1)
      await terminal.output.expect("\u{1B}[?2004l")
    }

    @Test func theHistoryIsShown() async {
      _ = test.prompt("> ", history: ["one", "two"])
      terminal.type("\u{1B}[A\u{1B}[A")
      await terminal.expect(["> one"])
      terminal.type("\u{1B}[B!\r")
      await test.expect(.answered(.entered("two!")))
    }

    @Test func aDumbTerminalShowsThePromptInItsLinesAndNothingElseOfIt() async {
      let test = ConsoleTest(terminal.console(term: "dumb"))
      _ = test.prompt("one\ntwo\u{1B}]0;title\u{7}> ")
      await terminal.expect(["one", "two>"])
      terminal.type("x\n")
      await test.expect(.answered(.entered("x")))
    }

    @Test func theHistoryCannotControlTheTerminal() async {
      let link = "\u{1B}]8;;http://e\u{7}docs\u{1B}]8;;\u{7}\u{9B}2J"
      _ = test.prompt("> ", history: [link])
      terminal.type("\u{1B}[A")
      await terminal.expect(["> docs"])
      #expect(!terminal.output.text.contains("\u{1B}]"))
      #expect(!terminal.output.text.unicodeScalars.contains("\u{9B}"))
      terminal.type("\r")
      await test.expect(.answered(.entered("docs")))
    }

    @Test func theCursorStandsBehindCharactersOfSeveralLetters() async {
      _ = test.prompt("> ")
      terminal.type("กำหนด")
      await terminal.expect(["> กำหนด"])
      await terminal.expectCursor(row: 0, column: 7)
      terminal.type("\u{1}\u{6}")
      await terminal.expectCursor(row: 0, column: 4)
      terminal.type("\r")
      await test.expect(.answered(.entered("กำหนด")))
    }

    @Test func aLongLineGoesOnInFurtherRows() async {
      _ = test.prompt("> ")
      terminal.type("日本語日本語日本語日本語")
      await terminal.expect(["> 日本語日本語日本語", "日本語"])
      terminal.type("\u{1}x")
      await terminal.expect(["> x日本語日本語日本", "語日本語"])
      await terminal.expectCursor(row: 0, column: 3)
      terminal.type("\u{B}")
      await terminal.expect(["> x"])
      terminal.type("\r")
      await test.expect(.answered(.entered("x")))
    }

    @Test func textIsPrintedAboveThePrompt() async {
      _ = test.prompt("> ")
      terminal.type("typed")
      await terminal.expect(["> typed"])
      test.run(Print("news"))
      test.run(Print("no end", terminator: "", to: .standardError))
      await terminal.expect(["news", "no end", "> typed"])
      await terminal.expectCursor(row: 2, column: 7)
      terminal.type("!\r")
      await test.expect(.answered(.entered("typed!")))
      await terminal.expect(["news", "no end", "> typed!"])
    }

    @Test func aPromptBeginsInARowOfItsOwn() async {
      test.run(Print("no end", terminator: ""))
      _ = test.prompt("> ")
      await terminal.expect(["no end", ">"])
      terminal.type("\r")
      await test.expect(.answered(.entered("")))
    }

    @Test func controlCAndControlDAreAnswers() async {
      _ = test.prompt("> ")
      terminal.type("ab\u{3}")
      await test.expect(.answered(.interrupted))
      _ = test.prompt("> ")
      terminal.type("\u{4}")
      await test.expect(.answered(.endOfInput))
      await terminal.expect(["> ab^C", ">"])
      #expect(terminal.flags == PseudoTerminal.usual)
    }

    @Test func aSecondPromptWaitsAndGetsWhatWasTypedAhead() async {
      _ = test.prompt("1> ")
      _ = test.prompt("2> ")
      await terminal.expect(["1>"])
      terminal.type("one\rtwo\rthree\r")
      await test.expect(.answered(.entered("one")), .answered(.entered("two")))
      await terminal.expect(["1> one", "2> two"])
      // Input that was read before belongs to the next prompt.
      _ = test.prompt("3> ")
      await test.expect(.answered(.entered("three")))
    }

    @Test func aCancelledPromptDisappears() async {
      let run = test.prompt("> ")
      terminal.type("half")
      await terminal.expect(["> half"])
      run.cancel()
      await run.ended()
      await terminal.expect([])
      #expect(terminal.flags == PseudoTerminal.usual)
      test.recorder.expectNoMore()
    }

    @Test func aPasswordIsNotShown() async {
      let run = test.run(PromptSecret("Password: ", Reply(ConsoleMessage.unlocked)))
      await terminal.expect(["Password:"])
      terminal.type("hunter3\u{7F}2\r")
      await test.expect(.unlocked(.entered(Secret("hunter2"))))
      await run.ended()
      await terminal.expect(["Password:"])
      #expect(!terminal.output.text.contains("hunter"))
      await terminal.output.expect("Password: \r\n")
    }

    @Test func pastedTextIsOneLine() async {
      _ = test.prompt("> ")
      await terminal.expect([">"])
      #expect(terminal.screen.modes.contains("2004"))
      terminal.type("\u{1B}[200~a\nb\n\u{1B}[201~")
      await terminal.expect(["> a b"])
      terminal.type("\r")
      await test.expect(.answered(.entered("a b")))
    }

    @Test func aNewSizeWrapsTheLineAnew() async throws {
      _ = test.prompt("> ")
      terminal.type("0123456789")
      await terminal.expect(["> 0123456789"])
      terminal.resize(columns: 8, rows: 6)
      kill(getpid(), SIGWINCH)
      await terminal.output.expect("\u{1B}[2K> 012345\r\r\n\u{1B}[2K6789")
      terminal.type("\r")
      await test.expect(.answered(.entered("0123456789")))
    }

    @Test func controlLClearsTheScreen() async {
      test.run(Print("old"))
      _ = test.prompt("> ")
      terminal.type("x")
      await terminal.expect(["old", "> x"])
      terminal.type("\u{C}")
      await terminal.expect(["> x"])
      terminal.type("\r")
      await test.expect(.answered(.entered("x")))
    }

    @Test func aDumbTerminalEditsTheLineItself() async throws {
      let test = ConsoleTest(terminal.console(term: "dumb"))
      _ = test.prompt("\u{1B}[1mname>\u{1B}[0m ")
      await terminal.expect(["name>"])
      #expect(terminal.flags == PseudoTerminal.usual)
      terminal.type("ada\n")
      await test.expect(.answered(.entered("ada")))
      await terminal.expect(["name> ada"])

      _ = test.run(PromptSecret("Password: ", Reply(ConsoleMessage.unlocked)))
      await terminal.expect(["name> ada", "Password:"])
      #expect(terminal.flags == PseudoTerminal.usual & ~tcflag_t(ECHO))
      terminal.type("secret\n")
      await test.expect(.unlocked(.entered(Secret("secret"))))
      #expect(!terminal.output.text.contains("\u{1B}"))
      #expect(!terminal.output.text.contains("secret"))
      #expect(terminal.flags == PseudoTerminal.usual)
    }

    @Test func redirectedInputIsAnsweredLineByLineWithoutAPrompt() async throws {
      let (input, output) = (TestPipe(), TestPipe())
      let test = ConsoleTest(
        Console(
          input: input.reading, output: output.writing, error: output.writing, environment: [:]))
      input.put("one\ntwo\nthree")
      input.closeWriting()
      _ = test.prompt("> ")
      await test.expect(.answered(.entered("one")))
      test.run(PromptSecret("> ", Reply(ConsoleMessage.unlocked)))
      await test.expect(.unlocked(.entered(Secret("two"))))
      _ = test.prompt("> ")
      _ = test.prompt("> ")
      await test.expect(.answered(.entered("three")), .answered(.endOfInput))
      _ = test.prompt("> ")
      await test.expect(.answered(.endOfInput))
      test.run(Print("."))
      let written = Collected(output.reading)
      await written.expect(".\n")
      #expect(written.text == ".\n")
    }
  }
}
