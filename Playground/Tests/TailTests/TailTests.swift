import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@testable import tail

@Suite struct TailTests {
  private func printed(_ text: String) -> Print { Print(text, Reply(TailMessage.printed)) }

  @Test func newLinesArePrinted() {
    let test = StepTest(tailProgram(["a.log"]))
    test.send(.happened(path: "a.log", .lines(["one", "two"])), commands: [printed("one\ntwo")])
  }

  @Test func theFilesAreToldApart() {
    let test = StepTest(tailProgram(["a.log", "b.log"]))
    test.send(
      .happened(path: "a.log", .lines(["one"])),
      commands: [printed("==> a.log <=="), printed("one")]
    ) { $0.current = "a.log" }
    test.send(.happened(path: "a.log", .lines(["two"])), commands: [printed("two")])
    test.send(
      .happened(path: "b.log", .lines(["three"])),
      commands: [printed("==> b.log <=="), printed("three")]
    ) { $0.current = "b.log" }
  }

  @Test func theLastFileThatFailsEndsTheProgram() {
    let error = FileError.notARegularFile(path: "a")
    let text = Print("tail: \(error)", to: .standardError)
    let test = StepTest(tailProgram(["a", "b"]))
    test.send(.happened(path: "a", .failed(error)), commands: [text], exhaustive: .commands)
    test.send(
      .happened(path: "b", .failed(error)), commands: [text, ExitProcess(1)],
      exhaustive: .commands)
    #expect(test.model.paths.isEmpty)
  }

  @Test func anInterruptOrAClosedOutputEndsIt() {
    let test = StepTest(tailProgram(["a.log"]))
    test.send(.printed(nil))
    test.send(.printed(.closedPipe(.standardOutput)), commands: [ExitProcess()])
    test.send(.interrupted, commands: [ExitProcess(130)])
    expectWiring(
      of: tailProgram(["a.log"]), interpreters: [.files(), .signals(), .terminal()])
  }
}
