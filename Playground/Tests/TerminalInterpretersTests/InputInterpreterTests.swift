import Foundation
import Katana
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

@Suite struct InputInterpreterTests {
  private enum Heard: Message, Equatable { case input(InputEvent) }

  private func events(of bytes: String, count: Int) async throws -> [Heard?] {
    let recorder = RecordingDispatcher()
    let input = Input(Reply(Heard.input))
    let pipe = Pipe()
    let interpreter = InputInterpreter(
      from: pipe.fileHandleForReading.fileDescriptor, subscription: input,
      dispatch: recorder.dispatch(for: input))
    interpreter.start()
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes.utf8))
    try pipe.fileHandleForWriting.close()
    var heard: [Heard?] = []
    for _ in 0..<count { heard.append(await recorder.next(as: Heard.self)) }
    // The thread reads the pipe until its end, which is the last event; so the pipe may go now.
    withExtendedLifetime(pipe) {}
    return heard
  }

  private func line(_ text: String) -> Heard { .input(.line(Secret(text))) }

  @Test func eachLineIsAnEventAndSoIsTheEnd() async throws {
    let heard = try await events(of: "one\n\ntwo ä\r\n", count: 4)
    #expect(heard == [line("one"), line(""), line("two ä"), .input(.end)])
  }

  @Test func theLastLineMayLackItsEnd() async throws {
    let heard = try await events(of: "one\ntwo", count: 3)
    #expect(heard == [line("one"), line("two"), .input(.end)])
  }

  @Test func anEmptyInputIsItsEnd() async throws {
    let heard = try await events(of: "", count: 1)
    #expect(heard == [.input(.end)])
  }
}
