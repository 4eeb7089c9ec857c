import Katana
import KatanaConsole
import KatanaConsoleInterpreters
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
  /// A console whose keys come from the terminal, while the lines come from a pipe.
  @Suite struct LinesAloneTests {
    private let pipe = TestPipe()
    private let terminal: PseudoTerminal
    private let test: ConsoleTest

    init() throws {
      terminal = try PseudoTerminal()
      test = ConsoleTest(
        Console(
          input: terminal.program, output: terminal.program, error: terminal.program,
          lines: pipe.reading, environment: ["TERM": "xterm"]))
    }

    @Test func keysAndLinesArriveBesideEachOther() async {
      let lines = test.readLines(limit: 5)
      pipe.put("one\n123456\ntw")
      await test.expect(.line(.line("one")), .line(.tooLong(limit: 5)))
      let keys = test.readKeys()
      await test.expect(.event(.resized(terminal.size)))
      terminal.type("k\r")
      await test.expect(
        .event(.key(KeyStroke(.character("k")))), .event(.key(KeyStroke(.enter))))
      pipe.put("o\n")
      await test.expect(.line(.line("two")))
      pipe.put("end")
      pipe.closeWriting()
      await test.expect(.line(.line("end")), .line(.end))
      // The end of the pipe is not that of the keys.
      terminal.type("q")
      await test.expect(.event(.key(KeyStroke(.character("q")))))
      keys.stop()
      lines.stop()
      await keys.ended()
      await lines.ended()
      #expect(terminal.flags == PseudoTerminal.usual)
      test.recorder.expectNoMore()
    }

    @Test func aPromptIsAnsweredOnTheTerminal() async {
      let lines = test.readLines()
      _ = test.prompt("> ")
      pipe.put("line\n")
      await test.expect(.line(.line("line")))
      terminal.type("ab\r")
      await test.expect(.answered(.entered("ab")))
      lines.stop()
      await lines.ended()
    }

    /// A pipe is read no further than somebody wants its lines.
    @Test func whatNobodyReadsStaysInThePipe() async {
      let keys = test.readKeys()
      await test.expect(.event(.resized(terminal.size)))
      pipe.put("kept\n")
      terminal.type("k")
      await test.expect(.event(.key(KeyStroke(.character("k")))))
      var polled = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 0) == 1)
      let lines = test.readLines()
      await test.expect(.line(.line("kept")))
      for subscription in [keys.stop, lines.stop] { subscription() }
      await keys.ended()
      await lines.ended()
    }
  }
}
