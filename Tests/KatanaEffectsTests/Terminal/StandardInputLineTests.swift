import Foundation
import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
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
  @Suite struct StandardInputLineTests {
    private let input = TestPipe()
    private let test: ConsoleTest

    init() {
      test = ConsoleTest(
        Console(input: input.reading, output: STDERR_FILENO, error: STDERR_FILENO, environment: [:])
      )
    }

    @Test func linesAreSentAndThenTheEnd() async {
      let reading = test.readLines()
      input.put("one\ntwo\r\n\nlä")
      await test.expect(.line(.line("one")), .line(.line("two")), .line(.line("")))
      input.put("st")
      input.closeWriting()
      await test.expect(.line(.line("läst")), .line(.end))
      reading.stop()
      await reading.ended()
      test.recorder.expectNoMore()
    }

    @Test func aCharacterMayComeInSeveralReads() async {
      let reading = test.readLines()
      for byte in "€ 👩‍👩‍👧\n".utf8 {
        #expect(withUnsafePointer(to: byte) { write(input.writing, $0, 1) } == 1)
      }
      await test.expect(.line(.line("€ 👩‍👩‍👧")))
      reading.stop()
      await reading.ended()
    }

    @Test func aLineThatIsTooLongIsReportedAndSkipped() async {
      let reading = test.readLines(limit: 5)
      input.put("12345\n123456\n12345\r\n" + String(repeating: "x", count: 10_000) + "\nend\n")
      await test.expect(
        .line(.line("12345")), .line(.tooLong(limit: 5)), .line(.line("12345")),
        .line(.tooLong(limit: 5)), .line(.line("end")))
      reading.stop()
      await reading.ended()
    }

    @Test func theLimitEndsWithItsSubscription() async {
      let reading = test.readLines(limit: 5)
      input.put("123456\n")
      await test.expect(.line(.tooLong(limit: 5)))
      _ = test.prompt("> ")
      input.put("123456\n")
      await test.expect(.answered(.entered("123456")))
      input.put("123456\n")
      await test.expect(.line(.tooLong(limit: 5)))
      reading.stop()
      await reading.ended()
      _ = test.prompt("> ")
      input.put("123456\n")
      await test.expect(.answered(.entered("123456")))
    }

    @Test func whatComesAfterTheStopIsKeptForTheNext() async {
      let first = test.readLines()
      input.put("one\n")
      await test.expect(.line(.line("one")))
      first.stop()
      await first.ended()
      input.put("two\nthree\n")

      let second = test.readLines()
      await test.expect(.line(.line("two")), .line(.line("three")))
      second.stop()
      await second.ended()
      test.recorder.expectNoMore()
    }

    @Test func nothingIsTakenFromThePipeAfterTheStop() async {
      let reading = test.readLines()
      input.put("one\n")
      await test.expect(.line(.line("one")))
      reading.stop()
      await reading.ended()
      input.put("left\n")
      // The line is still in the pipe, so the test can read it itself.
      var bytes = [UInt8](repeating: 0, count: 100)
      #expect(read(input.reading, &bytes, 100) == 5)
    }

    @Test func aRegularFileIsReadToItsEnd() async throws {
      let path = FileManager.default.temporaryDirectory.appending(
        path: "katana-\(UUID().uuidString)")
      try "a\nb".write(to: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: path) }
      let file = open(path.path, O_RDONLY)
      defer { close(file) }
      let test = ConsoleTest(
        Console(input: file, output: STDERR_FILENO, error: STDERR_FILENO, environment: [:]))
      let reading = test.readLines()
      await test.expect(.line(.line("a")), .line(.line("b")), .line(.end))
      reading.stop()
      await reading.ended()
    }

    @Test func anInputThatCannotBeReadIsAnError() async {
      let test = ConsoleTest(
        Console(input: input.writing, output: STDERR_FILENO, error: STDERR_FILENO, environment: [:])
      )
      input.closeReading()
      let reading = test.readLines()
      await test.expect(.line(.failed(.notRead(reason: "Bad file descriptor"))))
      reading.stop()
      await reading.ended()
    }

    @Test func aTerminalGivesLinesAndItsEndMoreThanOnce() async throws {
      let terminal = try PseudoTerminal()
      let test = ConsoleTest(terminal.console())
      let first = test.readLines()
      terminal.type("one\n\u{4}")
      await test.expect(.line(.line("one")), .line(.end))
      first.stop()
      await first.ended()
      let second = test.readLines()
      terminal.type("two\n")
      await test.expect(.line(.line("two")))
      second.stop()
      await second.ended()
      #expect(terminal.flags == PseudoTerminal.usual)
    }
  }
}
