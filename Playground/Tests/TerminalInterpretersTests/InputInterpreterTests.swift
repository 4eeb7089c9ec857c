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
