import Foundation
import Katana
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

@Suite struct InputInterpreterTests {
  private enum Heard: Message, Equatable { case input(InputEvent) }

  private let recorder = RecordingDispatcher()
  private let pipe = Pipe()

  private func start() -> RecordedSubscription<InputInterpreter> {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    return recorder.start(Input(Reply(Heard.input))) {
      InputInterpreter(from: descriptor, subscription: $0, dispatch: $1)
    }
  }

  private func type(_ text: String) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Ends the input; with it ends the thread that reads, and all that it could send.
  private func finish(_ input: RecordedSubscription<InputInterpreter>) async throws {
    try pipe.fileHandleForWriting.close()
    await recorder.expect(Heard.input(.end))
    input.stop()
    await input.ended()
    recorder.expectNoMore()
  }

  private func line(_ text: String) -> Heard { .input(.line(Secret(text))) }

  @Test func eachLineIsAnEventAndSoIsTheEnd() async throws {
    let input = start()
    try type("one\n\ntwo ä\r\n")
    await recorder.expect(line("one"), line(""), line("two ä"))
    try await finish(input)
  }

  @Test func theLastLineMayLackItsEnd() async throws {
    let input = start()
    try type("one\ntwo")
    try pipe.fileHandleForWriting.close()
    await recorder.expect(line("one"), line("two"))
    try await finish(input)
  }

  @Test func anEmptyInputIsItsEnd() async throws { try await finish(start()) }

  @Test func aLineThatComesAfterTheStopIsNotSent() async throws {
    let input = start()
    input.stop()
    try type("one\ntwo\n")
    // The thread has read a line and is gone, although the input has not ended.
    await input.ended()
    recorder.expectNoMore()
    try pipe.fileHandleForWriting.close()
  }
}

#if os(Linux)
  /// Somebody types at a terminal, which leaves the editing to the program.
  @Suite struct TerminalInputTests {
    private enum Heard: Message, Equatable { case input(InputEvent) }

    @Test func whatIsHalfTypedMovesDownWithThePrompt() async throws {
      let terminal = try PseudoTerminal()
      let text = Text()
      let screen = Screen(style: Style(hasColor: false), write: { text.append($0) })
      let recorder = RecordingDispatcher()
      let input = recorder.start(Input(Reply(Heard.input))) {
        InputInterpreter(
          from: terminal.inside, showing: screen, subscription: $0, dispatch: $1)
      }
      recorder.run(PromptInterpreter(screen: screen), Prompt.ask)
      terminal.type("he")
      await text.expect("he")
      recorder.run(ShowInterpreter(screen: screen), Show(.success("news")))
      #expect(text.value.hasSuffix("\r\u{1B}[Knews\nconduit> he"))
      terminal.type("lp\u{1B}[D\u{1B}[D\u{7F}\n")
      await recorder.expect(Heard.input(.line(Secret("hlp"))))
      recorder.run(PromptInterpreter(screen: screen), Prompt.answered)
      // Keys are not shown by the terminal itself, until the program stops to read.
      #expect(!terminal.shows)
      input.stop()
      #expect(terminal.shows)
      terminal.type("x\n")
      await input.ended()
      recorder.expectNoMore()
      terminal.close()
    }
  }

  /// A terminal, of which the test has the other end.
  private struct PseudoTerminal {
    let outside: Int32
    let inside: Int32

    init() throws {
      // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)); the functions that say this in words are not imported.
      outside = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (isLocked, number): (Int32, UInt32) = (0, 0)
      guard outside >= 0, ioctl(outside, 0x4004_5431, &isLocked) == 0,
        ioctl(outside, 0x8004_5430, &number) == 0
      else { throw CocoaError(.fileReadUnknown) }
      inside = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      guard inside >= 0 else { throw CocoaError(.fileReadUnknown) }
    }

    func type(_ keys: String) {
      let bytes = Array(keys.utf8)
      #expect(write(outside, bytes, bytes.count) == bytes.count)
    }

    /// Whether the terminal shows what is typed.
    var shows: Bool {
      var mode = termios()
      return tcgetattr(inside, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
    }

    func close() {
      for descriptor in [outside, inside] { Foundation.close(descriptor) }
    }
  }
#endif
