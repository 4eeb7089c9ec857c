import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
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

  @Test func aFileThatCannotBeReadForAWhileIsFollowedFurther() {
    let error = FileError.permissionDenied(path: "a")
    let text = Print("tail: \(error)", to: .standardError)
    let test = StepTest(tailProgram(["a"]))
    test.send(.started, exhaustive: .commands)
    test.send(.happened(path: "a", .failed(error)), commands: [text])
    test.send(
      .happened(path: "a", .failed(.notFound(path: "a"))),
      commands: [
        Print("tail: \(FileError.notFound(path: "a"))", to: .standardError), ExitProcess(1),
      ],
      exhaustive: .commands)
    #expect(test.model.paths.isEmpty)
  }

  @Test func somethingThatIsNoFileEndsTheRunningProgram() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let (statuses, status) = AsyncStream.makeStream(of: Int32.self)
    let runtime = try Runtime(
      tailProgram([folder]),
      interpreters: [
        .files(), .signals(), .command(Print.self) { (_, _: Dispatcher) in },
        .command(ExitProcess.self) { (command, _: Dispatcher) in status.yield(command.status) },
      ])
    runtime.start()
    #expect(await statuses.first { _ in true } == 1)
    await runtime.shutdown()
  }

  @Test func anOutputThatCannotBeWrittenEndsTheProgramWithAnError() {
    let error = TerminalError.notWritten(.standardOutput, reason: "no space")
    StepTest(tailProgram(["a.log"])).send(
      .printed(error), commands: [Print("tail: \(error)", to: .standardError), ExitProcess(1)])
  }

  @Test func anInterruptOrAClosedOutputEndsIt() {
    let test = StepTest(tailProgram(["a.log"]))
    test.send(.printed(nil))
    test.send(.printed(.closedPipe(.standardOutput)), commands: [ExitProcess()])
    test.send(.interrupted, commands: [ExitProcess(130)])
    expectWiring(of: tailProgram(["a.log"]), interpreters: tailInterpreters())
  }
}
