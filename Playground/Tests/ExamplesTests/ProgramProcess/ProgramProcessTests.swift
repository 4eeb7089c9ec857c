import Foundation
import ProgramProcess
import Testing

@Suite struct ProgramProcessTests {
  let folder = FileManager.default.temporaryDirectory

  @Test func theLinesAreReadInOrderAndTheStatusIsGiven() async throws {
    let program = try ProgramProcess(
      shell: "read line; echo \"$line\"; echo wrong >&2; exit 3", in: folder)
    try program.send("hello")
    #expect(await program.nextLine() == "hello")
    let result = try await program.finish()
    #expect(result.lines == ["wrong"])
    #expect(result.errors == [])
    #expect(result.status == 3)
  }

  /// SIGPIPE would end the process of the tests.
  @Test func typingIntoAProgramThatDoesNotReadThrows() async throws {
    let program = try ProgramProcess(shell: "exec 0<&-; echo closed; exec sleep 1000", in: folder)
    #expect(await program.nextLine() == "closed")
    #expect(throws: (any Error).self) { try program.send("hello") }
  }

  @Test func aSilentProgramIsNotWaitedForForEver() async throws {
    let program = try ProgramProcess(
      shell: "exec sleep 1000", in: folder, patience: .milliseconds(1))
    #expect(await program.nextLine() == nil)
    #expect(try await program.finish().status == SIGKILL)
  }
}
