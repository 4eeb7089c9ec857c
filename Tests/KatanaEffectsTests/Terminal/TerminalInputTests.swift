import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
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
  @Suite struct TerminalInputTests {
    private let terminal: PseudoTerminal
    private let test: ConsoleTest
    private let size = ConsoleMessage.event(.resized(TerminalSize(columns: 30, rows: 8)))

    init() throws {
      terminal = try PseudoTerminal(columns: 30, rows: 8)
      test = ConsoleTest(terminal.console())
    }

    private func key(_ key: TerminalKey, _ modifiers: KeyModifiers = []) -> ConsoleMessage {
      .event(.key(KeyStroke(key, modifiers)))
    }

    @Test func keysAreEventsWhileItIsDeclared() async {
      let reading = test.readKeys()
      #expect(terminal.flags == tcflag_t(ISIG))
      terminal.type("a\u{1B}[1;5A\r")
      await test.expect(
        size, key(.character("a")), key(.up, .control), key(.enter))
      reading.stop()
      #expect(terminal.flags == PseudoTerminal.usual)
      await reading.ended()
      test.recorder.expectNoMore()
      let isOff = await terminal.output.wait { $0.contains("\u{1B}[?2004l") }
      #expect(isOff)
    }

    @Test func aLoneEscapeIsAKeyAfterSomeTime() async {
      let reading = test.readKeys()
      await test.expect(size)
      terminal.type("\u{1B}")
      await test.clock.waitUntilScheduled()
      test.clock.advance(by: .milliseconds(99))
      test.recorder.expectNoMore()
      test.clock.advance(by: .milliseconds(1))
      await test.expect(key(.escape))
      terminal.type("\u{1B}")
      await test.clock.waitUntilScheduled()
      terminal.type("[A")
      await test.expect(key(.up))
      reading.stop()
      await reading.ended()
    }

    @Test(
      arguments: [
        ("", nil, Duration.milliseconds(100)), ("500", nil, .milliseconds(500)),
        ("long", nil, .milliseconds(100)), ("500", .milliseconds(30), .milliseconds(30)),
      ] as [(String, Duration?, Duration)])
    func theUserAndTheAppChooseTheTime(
      _ variable: String, _ option: Duration?, _ delay: Duration
    ) async throws {
      let terminal = try PseudoTerminal(columns: 30, rows: 8)
      let test = ConsoleTest(
        Console(
          input: terminal.program, output: terminal.program, error: terminal.program,
          environment: ["TERM": "xterm", "ESCDELAY": variable], escapeDelay: option, exit: { _ in })
      )
      let reading = test.readKeys()
      await test.expect(size)
      terminal.type("\u{1B}")
      await test.clock.waitUntilScheduled()
      #expect(test.clock.scheduledTimes == [delay])
      test.clock.advance(by: delay)
      await test.expect(key(.escape))
      reading.stop()
      await reading.ended()
    }

    /// A key of three bytes on a slow line is not Escape and two letters.
    @Test func theRestOfASequenceMayComeMuchLater() async {
      let reading = test.readKeys()
      await test.expect(size)
      terminal.type("\u{1B}[")
      terminal.type("A")
      await test.expect(key(.up))
      terminal.type("\u{1B}[2")
      test.clock.advance(by: .seconds(60))
      terminal.type("00~rm\r")
      await test.clock.waitUntilScheduled()
      terminal.type("\u{1B}[20")
      terminal.type("1~")
      await test.expect(.event(.paste("rm\n")))
      reading.stop()
      await reading.ended()
    }

    @Test func aPasteWhoseEndIsLostIsOverTenSecondsAfterItsLastByte() async {
      let reading = test.readKeys()
      await test.expect(size)
      terminal.type("\u{1B}[200~one")
      await test.clock.waitUntilScheduled()
      #expect(test.clock.scheduledTimes == [.seconds(10)])
      test.clock.advance(by: .seconds(10))
      await test.expect(.event(.paste("one")))
      terminal.type("x")
      await test.expect(key(.character("x")))
      reading.stop()
      await reading.ended()
    }

    /// Nobody sends a signal for a terminal that is not the controlling one.
    @Test func aConsoleOfOnesOwnLearnsOfItsSize() async {
      let reading = test.readKeys()
      await test.expect(size)
      terminal.resize(columns: 50, rows: 9)
      await test.expect(.event(.resized(TerminalSize(columns: 50, rows: 9))))
      reading.stop()
      await reading.ended()
    }

    @Test func aNewSizeIsAnEvent() async {
      let reading = test.readKeys()
      await test.expect(size)
      terminal.resize(columns: 50, rows: 9)
      kill(getpid(), SIGWINCH)
      await test.expect(.event(.resized(TerminalSize(columns: 50, rows: 9))))
      reading.stop()
      await reading.ended()
    }

    @Test func theMouseAndTheFocusAreReportedOnDemand() async {
      let reading = test.readKeys(signalKeys: true, mouse: true, focus: true)
      #expect(terminal.flags == 0)
      await terminal.output.expect("\u{1B}[?2004h\u{1B}[?1002;1006h\u{1B}[?1004h")
      // The second report is that of a terminal without mode 1006.
      terminal.type("\u{3}\u{1B}[<0;1;2M\u{1B}[I\u{1B}[M#!-")
      await test.expect(
        size, key(.character("c"), .control),
        .event(.mouse(MouseEvent(.pressed(button: 0), column: 0, row: 1))), .event(.focus(true)),
        .event(.mouse(MouseEvent(.released(button: 0), column: 0, row: 12))))
      reading.stop()
      await terminal.output.expect("\u{1B}[?2004l\u{1B}[?1002;1006l\u{1B}[?1004l")
      await reading.ended()
    }

    @Test func aPromptGetsTheKeysFirst() async {
      let reading = test.readKeys()
      await test.expect(size)
      _ = test.prompt("> ")
      terminal.type("ab\rc")
      await test.expect(.answered(.entered("ab")), key(.character("c")))
      #expect(terminal.flags == tcflag_t(ISIG))
      reading.stop()
      await reading.ended()
      #expect(terminal.flags == PseudoTerminal.usual)
    }

    @Test func redirectedInputIsDecodedToo() async {
      let input = TestPipe()
      let test = ConsoleTest(
        Console(input: input.reading, output: input.writing, error: 2, environment: [:]))
      input.put("q\u{1B}")
      input.closeWriting()
      let reading = test.readKeys()
      await test.expect(key(.character("q")), key(.escape), .event(.end))
      reading.stop()
      await reading.ended()
    }
  }
}
